import { randomBytes } from 'node:crypto';
import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { toWarnType } from '../regulator/warn-types.ts';
import { enterDemoCommands } from './demo-commands.ts';
import { type Cars, DEMO_VEHICLES, getShiftNumber, inTurn, WATCHES, type Who } from './demo-duty.ts';
import { enterLedger } from './demo-ledgers.ts';
import { enterDemoPassengers } from './demo-passengers.ts';
import { enterDemoViews } from './demo-views.ts';
import { stableRandom } from './stable-random.ts';

/** Slightly shorter than the retention of ended sessions. */
const SESSIONS_MS = 29 * DAY_MS;

const HANDED_OVER = [
  '当班报警已处理完毕，无遗留事项',
  '两台车离线待维修跟进，已登记',
  '雨雾天气，请继续提醒干线车辆控制车速',
  '疲劳报警一起已联系驾驶员休息，请下一班复核',
];

/** Questions of superior platforms, with answers. */
const QUESTIONS = [
  ['请回复当班监控人员姓名', '当班监控员在岗'],
  ['请回复平台联系电话', '01080000000'],
  ['5+7=?', '12'],
] as const;
/** Minutes until the answer; null: none. The deadline is ten minutes. */
const ANSWERED_MIN = [2, 5, 1, 8, 14, 3, null, 4] as const;
const CHECK_MIN = 10;
/** Supervisions: type on the wire, level, hours until the answer (deadline 24), and result. All are answered. */
const SUPERVISED = [
  { type: 1, level: 0, answeredH: 2, result: 1 },
  { type: 2, level: 1, answeredH: 20, result: 1 },
  { type: 1, level: 1, answeredH: 30, result: 2 },
  { type: 3, level: 1, answeredH: 6, result: 1 },
  { type: 2, level: 0, answeredH: 1, result: 3 },
] as const;
const SUPERVISION_H = 24;
const SUPERVISOR = '省平台值班员';

/** LINK_STATE */
const [NOT_LINKED, SIGNED_IN, CUT] = [0, 2, 3] as const;
/** JT/T 809 messages of a link per hour, minimum and maximum: positions, alarms, handling results. */
const POSITION_MESSAGE = 0x1202;
const TRAFFIC = [
  [POSITION_MESSAGE, 1_500, 2_400],
  [0x1402, 0, 9],
  [0x1403, 0, 6],
] as const;

type Desk = { readonly now: number; readonly timeZone: string };

/**
 * Creates office work since the beginning of the previous month: shifts with sessions, questions and supervisions
 * of superior platforms, link states, and sent texts. Run it after accounts, vehicles and platforms.
 */
export async function enterDemoDesk(tx: Queryable, by: Actor, { now, timeZone }: Desk): Promise<void> {
  const days = daysBack(now, timeZone);
  const accounts = new Map(
    (await tx.query<{ id: number; login: string }>('select id, login_name as login from account')).map((row) => [
      row.login,
      row.id,
    ]),
  );
  const accountOf = (login: string): number | null => accounts.get(login) ?? by.accountId;
  const cars = await tx.query<{ id: number; plate: string; colour: number }>(sql`
    select id, plate, plate_colour as colour from vehicle where deleted_at is null order by id limit ${DEMO_VEHICLES}`);
  const platforms = (
    await tx.query<{ id: number }>(
      sql`select id from superior_platform where department_id = ${by.departmentId} order by id limit 2`,
    )
  ).map(({ id }) => id);
  const who = { now, accountOf };
  for (const day of days) {
    await enterChecks(tx, day, { platforms, ...who });
    await enterSupervisions(tx, day, { platforms, cars, ...who });
  }
  for (const day of days) {
    await enterWatches(tx, day, who);
    await enterLedger(tx, day, { now, staff: who.accountOf('dispatcher'), head: who.accountOf('safety') });
  }
  for (const [index, id] of platforms.entries()) await enterLink(tx, id, days, { now, index });
  await enterDemoCommands(tx, days, { cars, ...who });
  await enterDemoViews(tx, days, { cars, ...who });
  await enterDemoPassengers(tx, now - PASSENGER_DAYS * DAY_MS, now);
}

const PASSENGER_DAYS = 8;

/** From the first of the month before to today. */
function daysBack(now: number, timeZone: string): BusinessDay[] {
  const today = businessDay(now, timeZone);
  const before = businessDay(businessDay(today.startAt - (dayOfMonth(today) - 1) * DAY_MS, timeZone).startAt - 1, timeZone);
  const days = [today];
  const first = `${before.key.slice(0, 8)}01`;
  while (days[0]!.key > first) days.unshift(businessDay(days[0]!.startAt - 1, timeZone));
  return days;
}
const dayOfMonth = ({ key }: BusinessDay): number => Number(key.slice(8));
async function enterWatches(tx: Queryable, day: BusinessDay, { now, accountOf }: Who): Promise<void> {
  for (const [index, { login, shift, from, to, next }] of WATCHES.entries()) {
    const account = accountOf(login);
    const late = stableRandom(getShiftNumber(day), index, 1) % 12;
    const [start, end] = [day.startAt + from * HOUR_MS + late * MINUTE_MS, day.startAt + to * HOUR_MS + (late + 3) * MINUTE_MS];
    if (account === null || end > now) continue;
    const confirmedAt = end + (2 + late) * MINUTE_MS;
    await tx.run(sql`
      insert into duty_shift (account_id, shift, started_at, ended_at, note, handed_to, confirmed_at)
      values (${account}, ${shift}, ${at(start)}, ${at(end)}, ${inTurn(HANDED_OVER, getShiftNumber(day) + index)}, ${accountOf(next)},
        ${confirmedAt > now ? null : at(confirmedAt)}::timestamptz)`);
    if (start > now - SESSIONS_MS) await enterSession(tx, { account, login, start, end, address: `192.0.2.${30 + index}` });
    // expired sessions only have their duration
    else
      await tx.run(sql`
        insert into presence_day (account_id, day, online_s, session_count, checks)
        select a.id, ${day.key}::date, ${Math.round((end - start) / 1000)}::integer, 1, array(
          select c.id from post_check c join superior_platform p on p.id = c.superior_id
          where p.department_id = a.department_id and c.received_at >= ${at(start)} and c.received_at < ${at(end)} order by c.id)
        from account a where a.id = ${account} on conflict do nothing`);
  }
}

/** An ended session, with a random secret. */
async function enterSession(
  tx: Queryable,
  of: {
    readonly account: number;
    readonly login: string;
    readonly start: number;
    readonly end: number;
    readonly address: string;
  },
): Promise<void> {
  const { account, login, start, end, address } = of;
  await tx.run(sql`
    insert into session (prefix, secret_hash, kind, account_id, created_at, seen_at, expires_at, ended_at, end_reason, peer_ip)
    values (${randomBytes(8).toString('hex')}, ${randomBytes(32)}, 'user', ${account}, ${at(start)}, ${at(end)}, ${at(end)}, ${at(end)},
      'logout', ${address})`);
  if (stableRandom(account, start, 2) % 6 === 0)
    await tx.run(sql`
      insert into login_log (at, login_name, account_id, ok, reason, peer_ip)
      values (${at(start - 20_000)}, ${login}, ${account}, false, 'badCredentials', ${address})`);
  await tx.run(sql`
    insert into login_log (at, login_name, account_id, ok, reason, peer_ip)
    values (${at(start)}, ${login}, ${account}, true, null, ${address})`);
}

async function enterChecks(
  tx: Queryable,
  day: BusinessDay,
  { now, platforms, accountOf }: Who & { readonly platforms: readonly number[] },
): Promise<void> {
  for (const [index, superior] of platforms.entries()) {
    const number = 2 * getShiftNumber(day) + index;
    const receivedAt = day.startAt + 9 * HOUR_MS + (stableRandom(number, 3) % 420) * MINUTE_MS;
    const [question, reply] = inTurn(QUESTIONS, number);
    const minutes = inTurn(ANSWERED_MIN, number);
    // open questions would alert every user who signs in
    if (receivedAt + 30 * MINUTE_MS > now) continue;
    const answered = minutes !== null;
    await tx.run(sql`
      insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at, reply, replied_by,
        replied_at, taken_at)
      values (${superior}, ${number}, ${number}, 1, '1', ${question}, ${at(receivedAt)}, ${at(receivedAt + CHECK_MIN * MINUTE_MS)},
        ${answered ? reply : null}, ${answered ? accountOf(inTurn(WATCHES, number).login) : null},
        ${answered ? at(receivedAt + minutes * MINUTE_MS) : null}, ${answered ? at(receivedAt + minutes * MINUTE_MS + 1_000) : null})`);
  }
}

async function enterSupervisions(
  tx: Queryable,
  day: BusinessDay,
  { now, platforms, cars, accountOf }: Who & { readonly platforms: readonly number[]; readonly cars: Cars },
): Promise<void> {
  const number = getShiftNumber(day);
  const [superior, car] = [platforms[0], cars[number % Math.max(1, cars.length)]];
  const receivedAt = day.startAt + 10 * HOUR_MS + (stableRandom(number, 4) % 300) * MINUTE_MS;
  const { type, level, answeredH, result } = inTurn(SUPERVISED, number);
  const answeredAt = receivedAt + answeredH * HOUR_MS;
  if (superior === undefined || !car || number % 2 > 0 || answeredAt > now) return;
  const deadline = at(receivedAt + SUPERVISION_H * HOUR_MS);
  await tx.run(sql`
    insert into supervision (superior_id, serial, supervision_no, vehicle_id, plate, plate_colour, warn_source, warn_type, warn_at,
      deadline_at, level, supervisor, phone, mail, received_at, result, replied_by, replied_at, taken_at)
    values (${superior}, ${number}, ${number}, ${car.id}, ${car.plate}, ${car.colour}, 1, ${type}, ${at(receivedAt - 20 * MINUTE_MS)},
      ${deadline}, ${level}, ${SUPERVISOR}, '01080000000', 'desk@example.com', ${at(receivedAt)}, ${result},
      ${accountOf('safety')}, ${at(answeredAt)}, ${at(answeredAt + 1_000)})`);
}

/**
 * Alarms come with the uploaded positions: supervisions of those days are then about alarms that exist. Resolves to the number of
 * changed supervisions.
 */
export async function giveSupervisionsAlarms(db: Queryable): Promise<number> {
  const found = await db.query<{
    id: number;
    vehicleId: number;
    startAt: number;
    typeId: number;
    plate: string;
    colour: number;
  }>(sql`
    select s.id, a.vehicle_id as "vehicleId", a.start_at as "startAt", a.type_id as "typeId", v.plate, v.plate_colour as colour
    from supervision s cross join lateral (
      select * from alarm a where a.start_at between s.received_at - interval '4 hours' and s.received_at - interval '5 minutes'
        and a.covered_by is null order by a.start_at desc, a.gid limit 1) a join vehicle v on v.id = a.vehicle_id
    where s.supervisor = ${SUPERVISOR}
      and not exists (select from alarm o where o.vehicle_id = s.vehicle_id and o.start_at = s.warn_at)`);
  for (const { id, vehicleId, startAt, typeId, plate, colour } of found)
    await db.run(sql`
      update supervision set vehicle_id = ${vehicleId}, plate = ${plate}, plate_colour = ${plateColourToWire(colour)},
        warn_type = ${toWarnType(typeId, 2019)}, warn_at = ${at(startAt)} where id = ${id}`);
  return found.length;
}

/** A link that was cut now and then, and is not wanted any more since this morning: hosts of the demo lead nowhere. */
async function enterLink(
  tx: Queryable,
  superior: number,
  days: readonly BusinessDay[],
  { now, index }: { readonly now: number; readonly index: number },
): Promise<void> {
  const ended = now - 2 * HOUR_MS;
  const entries: [number, number, string | null][] = [[days[0]!.startAt + 7 * MINUTE_MS, SIGNED_IN, null]];
  for (const day of days) {
    const lot = stableRandom(getShiftNumber(day), index, 5);
    const cutAt = day.startAt + (60 + (lot % 1_200)) * MINUTE_MS;
    const backAt = cutAt + (2 + (lot % 40)) * MINUTE_MS;
    if (lot % 3 !== 0) continue;
    entries.push([cutAt, CUT, 'silent'], [backAt, SIGNED_IN, null]);
    // every other outage was filed with the platform
    if (lot % 2 === 0 && backAt < ended)
      await tx.run(sql`
        insert into link_outage (superior_id, from_at, until_at, note, account_id, created_at)
        select ${superior}, ${at(cutAt)}, ${at(backAt)}, '上级平台升级', min(id), ${at(backAt)} from account`);
  }
  const told = entries.filter(([time]) => time < ended);
  for (const [time, state, reason] of [...told, [ended, NOT_LINKED, null] as const])
    await tx.run(sql`
      insert into link_log (superior_id, at, link, state, reason) values (${superior}, ${at(time)}, 0, ${state}, ${reason})`);
  for (const [message, least, most] of TRAFFIC)
    await tx.run(sql`
      insert into link_traffic (superior_id, hour, message_id, down, messages, bytes)
      select ${superior}::integer, h, ${message}::integer, false, n, n * 84 from (
        select h, (${least}::integer + (extract(epoch from h) / 3600)::bigint * ${(7919 + index * 104) % 9973}::integer % ${most - least + 1}::integer) as n
        from generate_series(${at(days[0]!.startAt)}::timestamptz, ${at(ended)}::timestamptz, interval '1 hour') h) t where n > 0
      on conflict do nothing`);
  await tx.run(sql`
    insert into link_forward (superior_id, hour, sent, filled, failed)
    select superior_id, hour, messages, messages % 7, messages % 3 from link_traffic
    where superior_id = ${superior} and message_id = ${POSITION_MESSAGE} and not down on conflict do nothing`);
  await tx.run(sql`
    insert into link_forward_vehicle (superior_id, day, vehicle_id)
    select s.superior_id, d.day::date, s.vehicle_id from superior_vehicle s cross join unnest(${days.map(({ key }) => key)}::text[]) d (day)
    where s.superior_id = ${superior} on conflict do nothing`);
}
