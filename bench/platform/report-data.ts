import { type Db, sql } from '../../server/src/platform/db/database.ts';
import { fillPlainFleet } from './plain-fleet.ts';
import { fillReportFacts } from './report-facts.ts';

/** Size of the data: vehicles, days before `today` (yyyy-MM-dd), and vehicles with positions. */
export type ReportDataSize = {
  readonly vehicles: number;
  readonly days: number;
  readonly departments: number;
  readonly today: string;
  readonly tracked: number;
  readonly trackedDays: number;
};

/** Figures of days as the engine and the jobs leave them, and the single facts below them. */
export async function fillReportData(db: Db, size: ReportDataSize): Promise<void> {
  const { vehicles, days, departments, today } = size;
  const began = performance.now();
  await fillPlainFleet(db, { vehicles, departments, since: today });
  const dayOf = sql`(${today}::date - n)`;
  const series = sql`vehicle v cross join generate_series(1, ${days}::integer) n`;
  await db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_km, track_ok_km, track_gap_km, gap_count,
      longest_gap_s, drive_s, idle_s, park_s, acc_on_s, acc_on_count, trip_count, max_speed, max_speed_at, night_drive_s, drift_count,
      speed_band_s, first_at, last_at, trip_start_at, trip_end_at)
    select v.id, ${dayOf}, v.department_id, 2880, 2870 + n % 10, 100 + random() * 300, 100 + random() * 300, 100 + random() * 300, random() * 9, 2,
      400, 14000, 2000, 60000, 16000, 6, 5, 80 + random() * 30, ${dayOf} + interval '9 hours', 300, n % 5,
      '{1000,2000,3000,4000,3000,900,100}', ${dayOf}, ${dayOf} + interval '23 hours', ${dayOf}, ${dayOf} + interval '17 hours' from ${series}`);
  await db.run(sql`
    insert into online_day (vehicle_id, day, department_id, online_s, first_online_at, last_online_at, login_count, logout_count)
    select v.id, ${dayOf}, v.department_id, 70000, ${dayOf}, ${dayOf} + interval '23 hours', 3, 3 from ${series}`);
  await db.run(sql`
    insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt, message_cnt,
      phone_cnt, handle_s, hours, confirmed_cnt, confirmed_max_s, grade1, grade2, grade3, grade4, confirmed1, confirmed2, confirmed3,
      confirmed4, max_kmh, confirmed_kmh, evid_expected, evid_received)
    select v.id, ${dayOf}, t.id, 1 + t.id % 3, v.driver_id, v.department_id, 1, 60, 1, 1, 1, 0, 0, 1, 0, 300,
      array_fill(0::smallint, array[24]), 1, 60, 0, 1, 0, 0, 0, 1, 0, 0, 95, 95,
      case when t.id in (66, 77) then 3 else 0 end, case when t.id in (66, 77) then 2 else 0 end
    from ${series} cross join (values (1), (100), (104), (77), (66)) t (id)
    where (v.id + n) % 3 = 0`);
  await db.run(sql`
    insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
    select v.driver_id, ${dayOf}, v.id, v.department_id, 100 + random() * 300, 14000, 300, 7200 + n * 60 from ${series}`);
  await db.run(sql`
    insert into driver_duty (vehicle_id, start_at, end_at, driver_id, source)
    select v.id, ${dayOf} + interval '1 hour', ${dayOf} + interval '10 hours', v.driver_id, 1 from ${series}`);
  await db.run(sql`
    insert into duty_day (driver_id, day, vehicle_id, duty_ms, first_at, last_at)
    select v.driver_id, ${dayOf}, v.id, 32400000, ${dayOf} + interval '1 hour', ${dayOf} + interval '10 hours' from ${series}`);
  await db.run(sql`
    insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
    select d.id, ${today}::date - n, ${vehicles / departments}::integer, ${vehicles / departments}::integer, 0, 0, 0
    from department d cross join generate_series(1, ${days}::integer) n`);
  await db.run(sql`
    insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
    select v.id, ${dayOf} + k * interval '4 hours', ${dayOf} + k * interval '4 hours' + interval '50 minutes', 113, 23, 113.2, 23.2, 30, 90, 300
    from ${series} cross join generate_series(0, 4) k`);
  await db.run(sql`
    insert into stop (vehicle_id, start_at, end_at, lng, lat, acc_on_s)
    select v.id, ${dayOf} + k * interval '4 hours' + interval '50 minutes', ${dayOf} + (k + 1) * interval '4 hours', 113, 23, 400
    from ${series} cross join generate_series(0, 4) k`);
  // no two of these alarms share a moment, and it would search for such ones at each row
  await db.run('alter table alarm disable trigger alarm_overspeed_told');
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng, last_lat,
      start_kmh, max_kmh, value, limit_value, times)
    select md5(v.id || '/' || n || '/' || k)::uuid, v.id, (array[1, 100, 104, 77, 66])[k], 0, 1 + (array[1, 100, 104, 77, 66])[k] % 3, ${dayOf} + k * interval '4 hours',
      ${dayOf} + k * interval '4 hours' + interval '1 minute', now(), now(), 113, 23, 113, 23, 60, 95, 95, 80, 1
    from ${series} cross join generate_series(1, 5) k where (v.id + n) % 3 = 0`);
  await db.run(
    sql`insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state) select gid, vehicle_id, type_id, level, start_at, 0 from alarm`,
  );
  await db.run('alter table alarm enable trigger alarm_overspeed_told');
  await fillReportFacts(db, size);
  await db.run('vacuum analyze');
  await db.run('checkpoint');
  console.log(`${vehicles} vehicles x ${days} days stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
