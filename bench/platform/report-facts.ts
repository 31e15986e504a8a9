import { DAY_MS } from '@fleetwarden/domain/durations';
import { storeStatusChanges } from '../../server/src/ingest/status-changes.ts';
import { at, type Db, name, type Sql, sql } from '../../server/src/platform/db/database.ts';
import { fillTracks } from './positions.ts';

/** Size of the facts: a row or some for each vehicle and day before `today` (yyyy-MM-dd), positions of the first `tracked` vehicles. */
export type FactSize = {
  readonly vehicles: number;
  readonly days: number;
  readonly today: string;
  readonly tracked: number;
  readonly trackedDays: number;
};

const POSITION_STEP_S = 60;
/** Geometry of geofences; and the first place of cities. */
const CIRCLE = `{"shape":4,"lng":113,"lat":23,"radius":1500}`;
const ROUTE = `{"shape":3,"points":[[113,23],[113.2,23.2],[113.4,23.4]],"segments":[{"width":200,"maxSec":1800},{"width":200,"maxSec":1800}]}`;
const FIRST_CITY_PLACE = 900_000_000;
/** AREA_USE: fence, route, key point. */
const [FENCE, ROUTE_USE, POINT] = [1, 3, 4];
/** ALARM_TYPES: of terminals, areas, rules, tyres, cameras and devices. */
const MORE_TYPES = [2, 4, 20, 21, 23, 59, 90, 91, 108, 110, 111, 113, 114, 120];

/** Single facts for every report, beside the figures of days: without them a report would be fast because it is empty. */
export async function fillReportFacts(db: Db, size: FactSize): Promise<void> {
  const { days, today } = size;
  // a row's triggers mark what jobs count; nothing counts here
  const tables = ['alarm', 'alarm_case', 'online_session', 'driver_card', 'offline_note', 'evidence_request', 'evidence_file'];
  for (const table of tables) await db.run(sql`alter table ${name(table)} disable trigger user`);
  const dayOf = sql`(${today}::date - n)`;
  const series = sql`vehicle v cross join generate_series(1, ${days}::integer) n`;
  await fillPeople(db, dayOf, days, today);
  await fillPlatforms(db, dayOf, days);
  await fillVehicles(db, dayOf, series, today);
  await fillAreas(db, dayOf, series);
  await fillMoreAlarms(db, dayOf, series);
  await fillOffice(db, dayOf, days);
  await fillVideo(db, dayOf, series);
  await fillMessages(db, dayOf, series);
  await fillTraining(db, days, today);
  for (const table of tables) await db.run(sql`alter table ${name(table)} enable trigger user`);
  const start = Date.parse(today) - size.trackedDays * DAY_MS;
  await db.run(sql`insert into operator (id, department_id, name, kind, contact, tel) values (1, 1, '运营商', 1, '', '')`);
  await db.run('insert into operator_vehicle (operator_id, vehicle_id) select 1, id from vehicle');
  await fillTracks(db, { vehicles: size.tracked, start, days: size.trackedDays, stepS: POSITION_STEP_S });
  await db.run(sql`
    update vehicle_latest set gnss_at = ${at(start + size.trackedDays * DAY_MS)}, received_at = ${at(start + size.trackedDays * DAY_MS)}
    where vehicle_id <= ${size.tracked} and vehicle_id % 7 <> 4`);
  await storeStatusChanges({ db, timeZone: 'Asia/Shanghai' }, new AbortController().signal);
  // impossible headings now and then
  await db.run('update position set quality = 8 where vehicle_id % 10 = 1 and extract(minute from gnss_at) = 7');
  await db.run('update vehicle_day set err_heading = 24 where vehicle_id % 10 = 1');
}

/** Views of live video, passengers, and three files for each camera alarm. One of the three is missing. */
async function fillVideo(db: Db, dayOf: Sql, series: Sql): Promise<void> {
  await db.run(sql`
    insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, reason, tries, created_at, ended_at)
    select gid, vehicle_id, replace(gid::text, '-', ''), uuid_send(gid), 3, 3, 'incomplete', 4, start_at, start_at + interval '2 hours'
    from alarm where type_id in (66, 77)`);
  await db.run(sql`
    insert into evidence_file (request_id, name, kind, size_bytes, extension, received_at)
    select r.id, '0' || k || '_64_6401_' || k || '_x.bin', k, 500000, 'bin', case when k < 2 then r.created_at end
    from evidence_request r cross join generate_series(0, 2) k`);
  await db.run(sql`
    insert into passenger_flow (vehicle_id, start_at, end_at, on_count, off_count, received_at)
    select v.id, ${dayOf} + interval '8 hours', ${dayOf} + interval '9 hours', 20, 10, now() from ${series}`);
  await db.run(sql`
    insert into video_view (vehicle_id, account_id, account_name, channel, stream_type, data_type, peer_ip, started_at, played_at, ended_at, bytes)
    select v.id, 1, 'a', 1, 1, 0, '192.0.2.1', ${dayOf} + interval '9 hours', ${dayOf} + interval '9 hours', ${dayOf} + interval '10 hours', 1000000
    from ${series}`);
}

/** Drift points, and short messages of a rule. */
async function fillMessages(db: Db, dayOf: Sql, series: Sql): Promise<void> {
  await db.run(sql`
    insert into drift_point (vehicle_id, gnss_at, lng, lat, speed_kmh, last_at, last_lng, last_lat, km)
    select v.id, ${dayOf} + k * interval '6 hours', 113.9, 23.9, 40, ${dayOf} + k * interval '6 hours' - interval '1 minute', 113, 23, 137
    from ${series} cross join generate_series(1, 3) k`);
  await db.run(sql`
    insert into sms_message (department_id, vehicle_id, driver_name, template_name, rule_name, kind, mobile, content, params, segments, state,
      due_at, sent_at, receipt_at, fail_reason, created_at)
    select v.department_id, v.id, '司机', '超速提醒', '规则' || v.id % 3, 1, '13800000000', '请控制车速', '{}', 1, 2 + (v.id + n) % 2,
      ${dayOf} + interval '9 hours', ${dayOf} + interval '9 hours', ${dayOf} + interval '10 hours', case (v.id + n) % 2 when 1 then '空号' end,
      ${dayOf} + interval '9 hours'
    from ${series} where (v.id + n) % 3 = 0`);
}

/** A plan of each department; two of three drivers learn. */
async function fillTraining(db: Db, days: number, today: string): Promise<void> {
  await db.run(sql`
    insert into edu_plan (department_id, title, category, start_on, end_on, hours, pass_score, published_at)
    select id, '安全培训', 1 + id % 3, ${today}::date - ${days}::integer, ${today}::date - 1, 4, 60, now() from department`);
  await db.run(sql`
    insert into edu_task (department_id, driver_id, plan_id, title, category, start_on, end_on, required_min, pass_score, learned_min, exam_score,
      last_at, completed_at)
    select p.department_id, r.id, p.id, p.title, p.category, p.start_on, p.end_on, 180, p.pass_score, r.id % 3 * 90, 50 + r.id % 50,
      p.end_on, case r.id % 3 when 2 then p.end_on end
    from edu_plan p join driver r on r.department_id = p.department_id`);
  await db.run(sql`
    insert into edu_record (task_id, learned_at, minutes)
    select id, start_on + k * interval '3 days', learned_min / 3 from edu_task cross join generate_series(1, 3) k where learned_min > 0`);
}

async function fillVehicles(db: Db, dayOf: Sql, series: Sql, today: string): Promise<void> {
  await db.run(sql`
    update vehicle set service_from = ${today}::date - 300, service_to = ${today}::date + id % 60 - 10, seats = 5 + id % 40,
      tonnage = 1 + id % 30, trans_cert_to = ${today}::date + id % 90 - 20, inspect_due = ${today}::date + id % 90 - 20,
      native_place = '440300', run_state = 1, created_at = ${today}::date - 100`);
  // some vehicles were silent for all of the time
  for (const table of ['vehicle_day', 'online_day']) await db.run(sql`delete from ${name(table)} where vehicle_id % 50 = 9`);
  await db.run(sql`
    update terminal set iccid = '8986' || lpad(vehicle_id::text, 16, '0'), sim_due = ${today}::date + vehicle_id % 90 - 20, maker = 'M',
      model = 'T' || vehicle_id % 9, terminal_no = 'T' || vehicle_id, registered_at = now(), protocol_version = 2019`);
  await db.run(sql`
    insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, status,
      status_since)
    select id, ${today}::date - id % 9 * interval '1 day', ${today}::date - id % 9 * interval '1 day', 113, 23, 20, 0, 90, 0, 2, 0, ${today}::date - id % 9 * interval '1 day' from vehicle`);
  await db.run(sql`
    insert into acc_segment (vehicle_id, start_at, end_at, acc_on, start_lng, start_lat, end_lng, end_lat, distance_km, continued)
    select v.id, ${dayOf} + k * interval '2 hours', ${dayOf} + (k + 1) * interval '2 hours', k % 2 = 0, 113, 23, 113.2, 23.2, 20, false
    from ${series} cross join generate_series(0, 11) k`);
  await db.run(sql`
    insert into position_gap (vehicle_id, from_at, to_at, from_lng, from_lat, to_lng, to_lat, gap_s, distance_km, odo_diff_km, kind, cause)
    select v.id, ${dayOf} + k * interval '9 hours', ${dayOf} + k * interval '9 hours' + interval '40 minutes', 113, 23, 113.2, 23.2, 2400, 25, 27,
      7, 1 + n % 3 from ${series} cross join generate_series(0, 1) k`);
  await db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, peer_ip, transport, protocol_version)
    select v.id, ${dayOf} + k * interval '7 hours', ${dayOf} + (k + 1) * interval '7 hours', ${dayOf} + (k + 1) * interval '7 hours', 'idle',
      '192.0.2.1', 'tcp', 2019 from ${series} cross join generate_series(0, 2) k where v.id % 7 <> 4 or n > 3`);
  await db.run(sql`
    insert into driver_card (vehicle_id, at, received_at, action, read_result, name, cert_no, issuer, cert_expiry, driver_id)
    select v.id, ${dayOf} + k * interval '9 hours', now(), k, case k when 1 then 0 end, '司机', 'Q' || v.driver_id, '深圳', ${today}::date + 90,
      v.driver_id from ${series} cross join generate_series(1, 2) k`);
  await db.run(sql`
    insert into drive_period (vehicle_id, start_at, end_at, driver_id, drive_s, night_s, rest_after_s, exceeded_at)
    select v.id, ${dayOf} + interval '1 hour', ${dayOf} + interval '6 hours', v.driver_id, 18000, 600, 900, ${dayOf} + interval '5 hours'
    from ${series}`);
  await db.run(sql`
    insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, lng, lat, extension, bytes, digest, file)
    select v.id, n, 0, 1, 1 + n % 4, ${dayOf} + interval '9 hours', now(), 113, 23, 'jpg', 1000, '\\x00', md5(v.id || '/' || n) from ${series}`);
  await db.run(sql`
    insert into waybill (vehicle_id, received_at, number, text)
    select v.id, ${dayOf} + interval '9 hours', 'YD' || v.id || n, '运单号:YD' || v.id || n from ${series}`);
  await db.run(sql`
    insert into repair (vehicle_id, kind, fault, description, source, state, created_at, end_at)
    select id, 1, 1 + id % 5, '无信号', 1, 4, ${today}::date - 1 - id % 6, ${today}::date - id % 6 - interval '9 hours' from vehicle`);
}

async function fillAreas(db: Db, dayOf: Sql, series: Sql): Promise<void> {
  await db.run(sql`
    insert into area (id, department_id, area_no, name, geo, use_for, plat_eval, out_plat)
    values (1, 1, 1, '园区', ${CIRCLE}::jsonb, ${FENCE}, true, true), (2, 1, 2, '干线', ${ROUTE}::jsonb, ${ROUTE_USE}, true, true),
      (3, 1, 3, '途经点', ${CIRCLE}::jsonb, ${POINT}, true, true)`);
  await db.run('insert into area_vehicle (area_id, vehicle_id) select a.id, v.id from area a cross join vehicle v');
  await db.run(sql`
    insert into area_visit (vehicle_id, place_id, enter_at, leave_at, distance_km, max_speed, continued, ended, ends)
    select v.id, p.id, ${dayOf} + p.rank * interval '3 hours', ${dayOf} + p.rank * interval '3 hours' + interval '50 minutes', 30, 80, false, true, 3
    from ${series} cross join (
      select id, row_number() over (order by id) as rank from (
        select id from area_outline union all select unnest(array[440300, 110000]) + ${FIRST_CITY_PLACE}::integer) places) p`);
  await db.run(sql`
    insert into risk_area (id, department_id, name, risk_level, valid_from, ground, geo) values (1, 1, '风险区', 1, now(), 1, ${CIRCLE}::jsonb)`);
  await db.run(sql`
    insert into risk_event (vehicle_id, area_id, area_name, risk_level, day, enter_at, stay_at, leave_at, driver_name, alarm_seq)
    select v.id, 1, '风险区', 1, ${dayOf}, ${dayOf} + interval '3 hours', ${dayOf} + interval '3 hours', ${dayOf} + interval '4 hours', '司机', 0
    from ${series}`);
}

/** An alarm of each of more types for some vehicles a day, most of them handled. */
async function fillMoreAlarms(db: Db, dayOf: Sql, series: Sql): Promise<void> {
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng, last_lat,
      start_kmh, max_kmh, value, limit_value, times)
    select md5(v.id || '/' || n || '/more ' || t.id)::uuid, v.id, t.id, case when t.id between 20 and 23 or t.id > 100 then 1 + t.id % 2 else 0 end,
      1 + t.id % 3, ${dayOf} + t.place * interval '1 hour', ${dayOf} + t.place * interval '1 hour' + interval '90 seconds',
      ${dayOf} + t.place * interval '1 hour' + interval '90 seconds', now(), 113, 23, 113, 23, 60, 95, 95, 80, 1
    from ${series} join unnest(${MORE_TYPES}::smallint[]) with ordinality t (id, place) on (v.id + n + t.place) % 9 = 0`);
  await db.run(sql`
    insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state, deal_type, dealt_by, dealt_at, notes)
    select gid, vehicle_id, type_id, level, start_at, 2, 5, 1, start_at + interval '5 minutes', '已提醒' from alarm a
    where not exists (select from alarm_case c where c.gid = a.gid)`);
  await db.run(sql`
    update alarm_case set state = 2, deal_type = 1, dealt_by = 1, dealt_at = start_at + interval '9 minutes', notes = '已提醒'
    where state = 0 and vehicle_id % 2 = 0`);
  await db.run(sql`
    insert into alarm_case_event (gid, at, account_id, action, detail) select gid, dealt_at, 1, 'handled', '{}' from alarm_case where state = 2`);
}

async function fillPeople(db: Db, dayOf: Sql, days: number, today: string): Promise<void> {
  const role = (await db.first<{ id: number }>(`insert into role (name, codes) values ('监控', '{}') returning id`))!.id;
  await db.run(sql`
    insert into account (id, login_name, user_name, password_hash, department_id)
    select n, 'bench' || n, '监控员' || n, '', n from generate_series(1, 20) n where exists (select from department d where d.id = n)`);
  await db.run(sql`insert into account_role select id, ${role} from account`);
  await db.run(sql`
    update driver set licence_to = ${today}::date + id % 90 - 20, qual_to = ${today}::date + id % 120 - 20, qual_type = '{2}', phone = '13800000000'`);
  const each = sql`account a cross join generate_series(1, ${days}::integer) n`;
  await db.run(sql`
    insert into presence_day (account_id, day, online_s, session_count, checks) select a.id, ${dayOf}, 28800, 2, '{}' from ${each}`);
  await db.run(sql`
    insert into duty_shift (account_id, started_at, ended_at, note)
    select a.id, ${dayOf} + interval '1 hour', ${dayOf} + interval '9 hours', '无遗留事项' from ${each}`);
  await db.run(sql`
    insert into session (prefix, secret_hash, account_id, created_at, seen_at, expires_at, ended_at, end_reason, peer_ip)
    select md5(a.id || '/' || n), '\\x00', a.id, ${dayOf} + interval '1 hour', ${dayOf} + interval '9 hours', ${dayOf} + interval '9 hours',
      ${dayOf} + interval '9 hours', 'logout', '192.0.2.1' from ${each}`);
  await db.run(sql`
    insert into login_log (at, login_name, account_id, ok, peer_ip) select ${dayOf} + interval '1 hour', a.login_name, a.id, true, '192.0.2.1' from ${each}`);
  await db.run(sql`
    insert into audit_log (at, account_id, department_id, peer_ip, area, action, object)
    select ${dayOf} + interval '2 hours', a.id, a.department_id, '192.0.2.1', 'report', 'exportdata', '401002' from ${each}`);
}

async function fillPlatforms(db: Db, dayOf: Sql, days: number): Promise<void> {
  await db.run(sql`
    insert into superior_platform (id, department_id, name, standard, link_state, ip, port, user_id, password, access_code, local_ip, local_port,
      m1, ia1, ic1)
    select n, 1, '省平台' || n, 1, 0, 'province.example', 9809, n::text, '', n::text, '0.0.0.0', 9800 + n, '1', '1', '1' from generate_series(1, 3) n`);
  await db.run(
    'insert into superior_vehicle (superior_id, vehicle_id) select p.id, v.id from superior_platform p cross join vehicle v',
  );
  const each = sql`superior_platform p cross join generate_series(1, ${days}::integer) n`;
  await db.run(sql`
    insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at, reply, replied_by, replied_at)
    select p.id, n, n, 1, '1', '5+7=?', ${dayOf} + interval '3 hours', ${dayOf} + interval '190 minutes', '12', 1, ${dayOf} + interval '182 minutes'
    from ${each}`);
  await db.run(sql`
    insert into supervision (superior_id, serial, vehicle_id, plate, plate_colour, warn_source, warn_type, warn_at, deadline_at, level, supervisor,
      phone, mail, received_at, result, replied_by, replied_at)
    select p.id, n * 100 + k, k, '粤B' || lpad(k::text, 5, '0'), 2, 1, 1, ${dayOf} + interval '2 hours', ${dayOf} + interval '27 hours', 1, '值班员', '010', '',
      ${dayOf} + interval '3 hours', 1, 1, ${dayOf} + interval '4 hours' from ${each} cross join generate_series(1, 20) k`);
  await db.run(sql`
    insert into link_log (superior_id, at, link, state, reason)
    select p.id, ${dayOf} + k * interval '2 hours', 0, 2 + k % 2, case k % 2 when 1 then 'silent' end from ${each} cross join generate_series(1, 10) k`);
  await db.run(sql`
    insert into link_traffic (superior_id, hour, message_id, down, messages, bytes)
    select p.id, ${dayOf} + k * interval '1 hour', m, false, 2000, 168000 from ${each} cross join generate_series(0, 23) k
      cross join unnest(array[4610, 5122, 5123]) m`);
  await db.run(sql`
    insert into link_forward (superior_id, hour, sent, filled, failed)
    select superior_id, hour, messages, 7, 3 from link_traffic where message_id = 4610`);
  await db.run(sql`
    insert into link_forward_vehicle (superior_id, day, vehicle_id)
    select p.id, ${dayOf}, v.id from ${each} cross join vehicle v`);
}

/** Commands, follow-ups, ledgers and documents. */
async function fillOffice(db: Db, dayOf: Sql, days: number): Promise<void> {
  const each = sql`vehicle v cross join generate_series(1, ${days}::integer) n`;
  await db.run(sql`
    insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, result_data, sends, created_at, sent_at,
      answered_at, expire_at)
    select v.id, 1, c.code, c.message, c.params::jsonb, 0, 20000, c.state, c.result::jsonb, 1, ${dayOf} + interval '4 hours', ${dayOf} + interval '4 hours',
      ${dayOf} + interval '4 hours 2 seconds', ${dayOf} + interval '5 hours'
    from ${each} cross join (values
      ('8300', 33536, '{"channels":["8"],"text":"请控制车速"}', 2, null),
      ('8700', 34560, '{"command":8}', 6, '{"command":8,"block":"","said":{"blocks":60,"from":1,"to":2,"maxKmh":80}}')) c (code, message, params, state, result)
    where v.id % 3 = n % 3`);
  await db.run(sql`
    insert into offline_note (vehicle_id, offline_since, kind, reason, way, result, text, account_id, noted_at)
    select v.id, ${dayOf}, 1 + v.id % 2, 1 + v.id % 5, case v.id % 2 when 1 then 1 end, case v.id % 2 when 1 then 2 end, '已联系车主', 1,
      ${dayOf} + interval '5 hours' from ${each} where v.id % 10 = n % 10`);
  await db.run(sql`
    insert into offline_note (vehicle_id, offline_since, kind, reason, text, account_id, noted_at, valid_from, valid_to)
    select v.id, ${dayOf}, 3, 1, '停运', 1, ${dayOf} + interval '5 hours', ${dayOf}, ${dayOf} + 3 from ${each} where v.id % 50 = n`);
  await db.run(sql`
    insert into exempt_day (vehicle_id, day, department_id) select v.id, ${dayOf}, v.department_id from ${each} where v.id % 50 = n`);
  await db.run(sql`
    insert into spot_check (vehicle_id, department_id, account_id, at, kind, result, note)
    select v.id, v.department_id, 1, ${dayOf} + interval '5 hours', 1 + n % 4, 1 + n % 5, '' from ${each} where v.id % 10 = n % 10`);
  const companies = sql`department d cross join generate_series(1, ${days}::integer) n`;
  await db.run(sql`insert into ledger (department_id, kind, first_day) select d.id, 'day', ${dayOf} from ${companies}`);
  await db.run(sql`
    insert into ledger_entry (ledger_id, field, text, account_id, user_name, entered_at, late, reason)
    select id, 'weather', '晴', 1, '监控员', first_day + interval '25 hours', false, '' from ledger`);
  await db.run(sql`
    insert into company_document (department_id, kind, first_day, last_day, format, name, language, state, file_id, file_name, bytes, made_at)
    select d.id, k.kind, date_trunc(k.kind, ${dayOf}::timestamp)::date, date_trunc(k.kind, ${dayOf}::timestamp)::date + k.days, 'pdf', '报表', 'zh', 2, md5(d.id || k.kind || n), 'a.pdf', 1000, now()
    from ${companies} cross join (values ('day', 0), ('week', 6), ('month', 27)) k (kind, days) on conflict do nothing`);
  await db.run(sql`
    insert into company_document_step (department_id, name, period, format, action, account_id, state, bytes, at)
    select d.id, '报表', '', 'pdf', 'make', 1, 2, 1000, ${dayOf} + interval '5 hours' from ${companies}`);
}
