import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import {
  type Drive,
  type DrivenDay,
  type DrivePeriod,
  drivingOf,
  goesOn,
  type Piece,
  piecesOf,
} from '../../../engine/drivers/driving.ts';
import type { Duty } from '../../../engine/drivers/duty.ts';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import { groupByVehicle, loadSpans, NEVER, toInstant, type VehicleSpan } from './duties.ts';

const DAY_MS = 86_400_000;
/** How far beyond a change is looked at first, and how many times farther each time that is not enough. */
const FIRST_REACH_MS = 2 * DAY_MS;
const FARTHER = 4;
/** A rest is told where the same driver drives again within so long, ms. */
const LONGEST_REST_MS = 31 * DAY_MS;

type Of<T> = T & { readonly vehicleId: number };
/** Stored rows as they are. */
type PeriodRow = {
  readonly startAt: number;
  readonly endAt: number;
  readonly driverId: number;
  readonly driveS: number;
  readonly nightS: number;
  readonly exceededAt: number | null;
};
type DayRow = {
  readonly day: string;
  readonly driverId: number;
  readonly km: number;
  readonly driveS: number;
  readonly nightS: number;
  readonly longestS: number;
};

/** What is known of a vehicle around a change; `reach`: how far beyond it. */
type Known = {
  readonly drives: readonly Drive[];
  readonly duties: readonly Duty[];
  readonly periods: readonly PeriodRow[];
};

/** What has to be another in a vehicle: everything that begins from `from` to `until`, and these days. */
type Remade = Of<{
  readonly from: number;
  readonly until: number;
  readonly periods: readonly DrivePeriod[];
  readonly days: readonly BusinessDay[];
  readonly driven: readonly DrivenDay[];
}>;

/** Makes periods and days of driving anew around changes, each vehicle at most once; resolves to how many rows are others than before. */
export async function rebuildDriving(tx: Queryable, spans: readonly VehicleSpan[], timeZone: string): Promise<number> {
  let changed = 0;
  let open = spans;
  for (let reach = FIRST_REACH_MS; open.length > 0; reach *= FARTHER) {
    const known = await knownAround(tx, open, reach);
    const remade: Remade[] = [];
    const farther: VehicleSpan[] = [];
    for (const span of open) {
      const made = remake(span, known(span.vehicleId), reach, timeZone);
      if (made === null) farther.push(span);
      else remade.push(made);
    }
    changed += await write(tx, remade, (vehicleId) => known(vehicleId).periods);
    open = farther;
  }
  return changed;
}

/** Trips that begin within reach with the one before and the one after, who was on duty then, and what was told of it. */
async function knownAround(tx: Queryable, spans: readonly VehicleSpan[], reach: number): Promise<(vehicleId: number) => Known> {
  const [low, high] = [
    toInstant(sql`(u.from_ms - ${reach}::float8)`),
    toInstant(sql`least(u.until_ms + ${reach}::float8, ${NEVER}::float8)`),
  ];
  const drives = groupByVehicle(
    await tx.query<Of<Drive>>(sql`
      select u.vehicle_id as "vehicleId", t.start_at as "startAt", t.end_at as "endAt", t.distance_km as km from ${loadSpans(spans)}
        cross join lateral (
          (select * from trip where vehicle_id = u.vehicle_id and start_at < ${low} order by start_at desc limit 1)
          union all select * from trip where vehicle_id = u.vehicle_id and start_at >= ${low} and start_at <= ${high}
          union all (select * from trip where vehicle_id = u.vehicle_id and start_at > ${high} order by start_at limit 1)) t
      order by u.vehicle_id, t.start_at`),
  );
  const duties = groupByVehicle(
    await tx.query<Of<Duty>>(sql`
      select u.vehicle_id as "vehicleId", k.start_at as "startAt", k.end_at as "endAt", k.driver_id as "driverId", k.source
      from ${loadSpans(spans)} join driver_duty k on k.vehicle_id = u.vehicle_id and k.start_at <= ${high} and (k.end_at is null or k.end_at >= ${low})
      order by u.vehicle_id, k.start_at`),
  );
  const periods = groupByVehicle(
    await tx.query<Of<PeriodRow>>(sql`
      select u.vehicle_id as "vehicleId", p.start_at as "startAt", p.end_at as "endAt", p.driver_id as "driverId", p.drive_s as "driveS",
        p.night_s as "nightS", p.exceeded_at as "exceededAt"
      from ${loadSpans(spans)} cross join lateral (
        (select * from drive_period where vehicle_id = u.vehicle_id and start_at < ${low} order by start_at desc limit 1)
        union all select * from drive_period where vehicle_id = u.vehicle_id and start_at >= ${low} and start_at <= ${high}) p
      order by u.vehicle_id, p.start_at`),
  );
  return (vehicleId) => ({ drives: apart(drives(vehicleId)), duties: duties(vehicleId), periods: periods(vehicleId) });
}

/** Nobody drives twice at a time. */
function apart(drives: readonly Drive[]): Drive[] {
  let end = -Infinity;
  return drives.flatMap((drive) => {
    const startAt = Math.max(drive.startAt, end);
    end = Math.max(end, drive.endAt);
    return drive.endAt > startAt ? [{ ...drive, startAt }] : [];
  });
}

/** A stretch of drives without a sufficient rest, by places in the list. */
type Stretch = { readonly startAt: number; readonly endAt: number; readonly drives: readonly Drive[] };

function stretchesOf(drives: readonly Drive[]): Stretch[] {
  const found: { startAt: number; endAt: number; drives: Drive[] }[] = [];
  for (const drive of drives) {
    const last = found.at(-1);
    if (last !== undefined && goesOn(last.endAt, drive.startAt)) {
      last.endAt = drive.endAt;
      last.drives.push(drive);
    } else found.push({ startAt: drive.startAt, endAt: drive.endAt, drives: [drive] });
  }
  return found;
}

/** null: what belongs to it reaches farther than is known. */
function remake(
  { vehicleId, from, until }: VehicleSpan,
  { drives, duties, periods }: Known,
  reach: number,
  timeZone: string,
): Remade | null {
  const stretches = stretchesOf(drives);
  const around = (start: number, end: number) => {
    let [low, high] = [start, end];
    for (let more = true; more; ) {
      more = false;
      for (const { startAt, endAt } of [...stretches, ...periods])
        if (startAt <= high && endAt >= low && (startAt < low || endAt > high)) {
          [low, high, more] = [Math.min(low, startAt), Math.max(high, endAt), true];
        }
    }
    return { low, high };
  };
  const told = [...drives, ...periods];
  const first = Math.max(from, Math.min(...told.map(({ startAt }) => startAt)));
  const last = Math.min(until, Math.max(...told.map(({ endAt }) => endAt)));
  // nothing was driven then
  if (first > last) return { vehicleId, from, until, periods: [], days: [], driven: [] };
  const { low, high } = around(first, last);
  const days = daysFrom(low, high, timeZone);
  // a day is counted as a whole, with what lies beside the change
  const whole = around(Math.min(low, days[0]!.startAt), Math.max(high, days.at(-1)!.endAt));
  if (!isKnown(whole, { from: from - reach, until: until + reach }, drives)) return null;
  const pieces: Piece[] = piecesOf(
    stretches.flatMap((stretch) => (stretch.startAt <= whole.high && stretch.endAt >= whole.low ? stretch.drives : [])),
    duties,
  );
  const driving = drivingOf(pieces, timeZone);
  const keys = new Set(days.map(({ key }) => key));
  return {
    ...{ vehicleId, from: whole.low, until: whole.high, days },
    periods: driving.periods,
    driven: driving.days.filter(({ day }) => keys.has(day)),
  };
}

/** Whether no stretch reaches what was not looked at: the drives at the ends are only there to tell that. */
function isKnown(
  { low, high }: { readonly low: number; readonly high: number },
  { from, until }: { readonly from: number; readonly until: number },
  drives: readonly Drive[],
): boolean {
  const before = drives.findLast(({ startAt }) => startAt < from);
  const after = drives.find(({ startAt }) => startAt > until);
  return (
    !(before && before.endAt >= low) && !(after && after.startAt <= high) && low > from && (high < until || until >= Infinity)
  );
}

function daysFrom(from: number, until: number, timeZone: string): BusinessDay[] {
  const days = [businessDay(from, timeZone)];
  while (days.at(-1)!.endAt <= until) days.push(businessDay(days.at(-1)!.endAt, timeZone));
  return days;
}

/** Brings stored rows to what was made; resolves to how many are others than before. */
async function write(
  tx: Queryable,
  remade: readonly Remade[],
  periodsOf: (vehicleId: number) => readonly PeriodRow[],
): Promise<number> {
  if (remade.length === 0) return 0;
  const changed = (await writePeriods(tx, remade, periodsOf)) + (await writeDays(tx, remade));
  await tellRests(tx, remade);
  return changed;
}

const seconds = (ms: number): number => Math.round(ms / 1000);
const periodRow = ({ startAt, endAt, driverId, driveMs, nightMs, exceededAt }: DrivePeriod): PeriodRow => ({
  ...{ startAt, endAt, driverId, driveS: seconds(driveMs), nightS: seconds(nightMs), exceededAt },
});
const periodKey = (row: PeriodRow): string =>
  [row.startAt, row.endAt, row.driverId, row.driveS, row.nightS, row.exceededAt].join(' ');

async function writePeriods(
  tx: Queryable,
  remade: readonly Remade[],
  periodsOf: (vehicleId: number) => readonly PeriodRow[],
): Promise<number> {
  const gone: Of<PeriodRow>[] = [];
  const found: Of<PeriodRow>[] = [];
  for (const { vehicleId, from, until, periods } of remade) {
    const before = periodsOf(vehicleId).filter(({ startAt }) => startAt >= from && startAt <= until);
    const after = periods.map(periodRow);
    const [known, wanted] = [new Set(before.map(periodKey)), new Set(after.map(periodKey))];
    gone.push(...before.filter((row) => !wanted.has(periodKey(row))).map((row) => ({ ...row, vehicleId })));
    found.push(...after.filter((row) => !known.has(periodKey(row))).map((row) => ({ ...row, vehicleId })));
  }
  await tx.run(sql`
    delete from drive_period p using unnest(${gone.map(({ vehicleId }) => vehicleId)}::integer[],
      ${gone.map(({ startAt }) => startAt)}::float8[]) u (vehicle_id, start_ms)
    where p.vehicle_id = u.vehicle_id and p.start_at = ${toInstant(sql`u.start_ms`)}`);
  await tx.run(sql`
    insert into drive_period (vehicle_id, start_at, end_at, driver_id, drive_s, night_s, exceeded_at)
    select v.id, ${toInstant(sql`u.start_ms`)}, ${toInstant(sql`u.end_ms`)}, u.driver_id, u.drive_s, u.night_s, ${toInstant(sql`u.exceeded_ms`)}
    from unnest(${found.map(({ vehicleId }) => vehicleId)}::integer[], ${found.map(({ startAt }) => startAt)}::float8[],
      ${found.map(({ endAt }) => endAt)}::float8[], ${found.map(({ driverId }) => driverId)}::integer[],
      ${found.map(({ driveS }) => driveS)}::integer[], ${found.map(({ nightS }) => nightS)}::integer[],
      ${found.map(({ exceededAt }) => exceededAt)}::float8[])
      u (vehicle_id, start_ms, end_ms, driver_id, drive_s, night_s, exceeded_ms) join vehicle v on v.id = u.vehicle_id`);
  return gone.length + found.length;
}

const dayRow = ({ day, driverId, km, driveMs, nightMs, longestMs }: DrivenDay): DayRow => ({
  ...{ day, driverId, km, driveS: seconds(driveMs), nightS: seconds(nightMs), longestS: seconds(longestMs) },
});
const dayKey = (row: DayRow): string => [row.day, row.driverId, row.km, row.driveS, row.nightS, row.longestS].join(' ');

async function writeDays(tx: Queryable, remade: readonly Remade[]): Promise<number> {
  const pairs = remade.flatMap(({ vehicleId, days }) => days.map(({ key }) => ({ vehicleId, key })));
  const known = groupByVehicle(
    await tx.query<Of<DayRow>>(sql`
      select d.vehicle_id as "vehicleId", to_char(d.day, 'YYYY-MM-DD') as day, d.driver_id as "driverId", d.km, d.drive_s as "driveS",
        d.night_drive_s as "nightS", d.longest_drive_s as "longestS"
      from unnest(${pairs.map(({ vehicleId }) => vehicleId)}::integer[], ${pairs.map(({ key }) => key)}::date[]) u (vehicle_id, day)
        join driver_day d on d.vehicle_id = u.vehicle_id and d.day = u.day`),
  );
  const gone: Of<DayRow>[] = [];
  const found: Of<DayRow>[] = [];
  for (const { vehicleId, driven } of remade) {
    const [before, after] = [known(vehicleId), driven.map(dayRow)];
    const [rows, wanted] = [new Set(before.map(dayKey)), new Set(after.map(dayKey))];
    gone.push(...before.filter((row) => !wanted.has(dayKey(row))));
    found.push(...after.filter((row) => !rows.has(dayKey(row))).map((row) => ({ ...row, vehicleId })));
  }
  // a vehicle that moves keeps its history, and has one company a day
  await tx.run(sql`
    insert into driver_day as d (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
    select u.driver_id, u.day, v.id, coalesce(
        (select department_id from driver_day k where k.vehicle_id = v.id and k.day = u.day limit 1),
        (select department_id from alarm_day k where k.vehicle_id = v.id and k.day = u.day limit 1),
        (select department_id from online_day k where k.vehicle_id = v.id and k.day = u.day),
        (select department_id from vehicle_day k where k.vehicle_id = v.id and k.day = u.day),
        v.department_id), u.km, u.drive_s, u.night_s, u.longest_s
    from unnest(${found.map(({ driverId }) => driverId)}::integer[], ${found.map(({ day }) => day)}::date[],
      ${found.map(({ vehicleId }) => vehicleId)}::integer[], ${found.map(({ km }) => km)}::float8[],
      ${found.map(({ driveS }) => driveS)}::integer[], ${found.map(({ nightS }) => nightS)}::integer[],
      ${found.map(({ longestS }) => longestS)}::integer[]) u (driver_id, day, vehicle_id, km, drive_s, night_s, longest_s)
      join vehicle v on v.id = u.vehicle_id
    on conflict (driver_id, day, vehicle_id) do update set km = excluded.km, drive_s = excluded.drive_s,
      night_drive_s = excluded.night_drive_s, longest_drive_s = excluded.longest_drive_s`);
  const kept = new Set(found.map(({ vehicleId, driverId, day }) => `${vehicleId} ${driverId} ${day}`));
  const removed = gone.filter(({ vehicleId, driverId, day }) => !kept.has(`${vehicleId} ${driverId} ${day}`));
  await tx.run(sql`
    delete from driver_day d using unnest(${removed.map(({ driverId }) => driverId)}::integer[], ${removed.map(({ day }) => day)}::date[],
      ${removed.map(({ vehicleId }) => vehicleId)}::integer[]) u (driver_id, day, vehicle_id)
    where d.driver_id = u.driver_id and d.day = u.day and d.vehicle_id = u.vehicle_id`);
  return removed.length + found.length;
}

/** Rests after periods that changed, and after those before: until the same driver drives again. */
const tellRests = (tx: Queryable, remade: readonly Remade[]): Promise<number> =>
  tx.run(sql`
    update drive_period p set rest_after_s = n.rest_s from (
      select u.from_ms, u.until_ms, k.vehicle_id, k.start_at, k.end_at,
        case when k.next_at - k.end_at <= ${LONGEST_REST_MS}::float8 * interval '1 millisecond'
          then round(extract(epoch from k.next_at - k.end_at))::integer end as rest_s
      from ${loadSpans(remade)} cross join lateral (
        select d.vehicle_id, d.start_at, d.end_at, lead(d.start_at) over (partition by d.driver_id order by d.start_at) as next_at
        from drive_period d where d.vehicle_id = u.vehicle_id
          and d.end_at >= ${toInstant(sql`(u.from_ms - ${LONGEST_REST_MS}::float8)`)}
          and d.start_at <= ${toInstant(sql`least(u.until_ms + ${LONGEST_REST_MS}::float8, ${NEVER}::float8)`)}) k
      where k.start_at <= ${toInstant(sql`u.until_ms`)}) n
    where p.vehicle_id = n.vehicle_id and p.start_at = n.start_at and p.rest_after_s is distinct from n.rest_s`);
