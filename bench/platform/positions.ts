import { DAY_MS } from '@fleetwarden/domain/durations';
import { at, type Db, sql } from '../../server/src/platform/db/database.ts';
import { createPartitions } from '../../server/src/platform/db/partitions.ts';

const RETENTION_DAYS = 400;

/**
 * Stored positions of the vehicles 1 to `vehicles`, whole days from `start` on (epoch ms, midnight UTC): on winding roads, 20 minutes of
 * each hour standing with the ignition off, an alarm now and then. They lie between each other's, as they do when all come live.
 * Returns how many.
 */
export async function fillTracks(
  db: Db,
  { vehicles, start, days, stepS }: { vehicles: number; start: number; days: number; stepS: number },
): Promise<number> {
  const first = Math.floor(start / DAY_MS);
  await createPartitions(db, RETENTION_DAYS).ensure(Array.from({ length: days }, (_, day) => first + day));
  let rows = 0;
  for (let day = 0; day < days; day++) {
    rows += await db.run(sql`
      insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
        odometer_km, recorder_kmh, backfill, quality)
      select v, ${at(start + day * DAY_MS)}::timestamptz + n * interval '1 s', now(),
        105 + v * 0.01 + 0.4 * sin(m / 1500.0) + 0.01 * sin(m / 40.0), 30 + 0.4 * cos(m / 1700.0) + 0.01 * cos(m / 30.0),
        50, case when standing then 0 else 55 + 25 * sin(m / 20.0) end, n % 360, case when n % 7200 = 3000 then 2 else 0 end,
        case when standing then 2 else 3 end, 1000 + m * 0.15, null, false, 0
      from generate_series(0, ${86_400 - stepS}::integer, ${stepS}::integer) n
      cross join lateral (select n % 3600 >= 2400 as standing, (n - greatest(n % 3600 - 2400, 0)) / 10.0 as m) s
      cross join generate_series(1, ${vehicles}::integer) v
      order by n, v`);
  }
  await db.run('analyze position');
  return rows;
}
