import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Drive, goesOn, type Piece, splitByDriver, sumDriving } from '../../../engine/drivers/driving.ts';
import type { Duty } from '../../../engine/drivers/duty.ts';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import { type OfVehicle, type PeriodRow, type RebuiltDriving, saveDriving } from './driving-store.ts';
import { groupByVehicle, NEVER, spanRows, toInstant, type VehicleSpan } from './duties.ts';

/** The first window around a change, and its growth factor. */
const FIRST_REACH_MS = 2 * DAY_MS;
const FARTHER = 4;

/** Data of a vehicle around a change. */
type Known = {
  readonly drives: readonly Drive[];
  readonly duties: readonly Duty[];
  readonly periods: readonly PeriodRow[];
};

/** Recalculates periods and days of driving around changes, one span per vehicle. Returns how many rows changed. */
export async function rebuildDriving(tx: Queryable, spans: readonly VehicleSpan[], timeZone: string): Promise<number> {
  let changed = 0;
  let open = spans;
  for (let reach = FIRST_REACH_MS; open.length > 0; reach *= FARTHER) {
    const known = await loadAround(tx, open, reach);
    const rebuilt: RebuiltDriving[] = [];
    const farther: VehicleSpan[] = [];
    for (const span of open) {
      const made = rebuildSpan(span, known(span.vehicleId), reach, timeZone);
      if (made === null) farther.push(span);
      else rebuilt.push(made);
    }
    changed += await saveDriving(tx, rebuilt, (vehicleId) => known(vehicleId).periods);
    open = farther;
  }
  return changed;
}

/** Loads trips within reach, with one before and one after, and the duties and periods of that time. */
async function loadAround(tx: Queryable, spans: readonly VehicleSpan[], reach: number): Promise<(vehicleId: number) => Known> {
  const [low, high] = [
    toInstant(sql`(u.from_ms - ${reach}::float8)`),
    toInstant(sql`least(u.until_ms + ${reach}::float8, ${NEVER}::float8)`),
  ];
  const drives = groupByVehicle(
    await tx.query<OfVehicle<Drive>>(sql`
      select u.vehicle_id as "vehicleId", t.start_at as "startAt", t.end_at as "endAt", t.distance_km as km from ${spanRows(spans)}
        cross join lateral (
          (select * from trip where vehicle_id = u.vehicle_id and start_at < ${low} order by start_at desc limit 1)
          union all select * from trip where vehicle_id = u.vehicle_id and start_at >= ${low} and start_at <= ${high}
          union all (select * from trip where vehicle_id = u.vehicle_id and start_at > ${high} order by start_at limit 1)) t
      order by u.vehicle_id, t.start_at`),
  );
  const duties = groupByVehicle(
    await tx.query<OfVehicle<Duty>>(sql`
      select u.vehicle_id as "vehicleId", k.start_at as "startAt", k.end_at as "endAt", k.driver_id as "driverId", k.source
      from ${spanRows(spans)} join driver_duty k on k.vehicle_id = u.vehicle_id and k.start_at <= ${high} and (k.end_at is null or k.end_at >= ${low})
      order by u.vehicle_id, k.start_at`),
  );
  const periods = groupByVehicle(
    await tx.query<OfVehicle<PeriodRow>>(sql`
      select u.vehicle_id as "vehicleId", p.start_at as "startAt", p.end_at as "endAt", p.driver_id as "driverId", p.drive_s as "driveS",
        p.night_s as "nightS", p.exceeded_at as "exceededAt"
      from ${spanRows(spans)} cross join lateral (
        (select * from drive_period where vehicle_id = u.vehicle_id and start_at < ${low} order by start_at desc limit 1)
        union all select * from drive_period where vehicle_id = u.vehicle_id and start_at >= ${low} and start_at <= ${high}) p
      order by u.vehicle_id, p.start_at`),
  );
  return (vehicleId) => ({ drives: removeOverlaps(drives(vehicleId)), duties: duties(vehicleId), periods: periods(vehicleId) });
}

/** Removes overlaps between drives. */
function removeOverlaps(drives: readonly Drive[]): Drive[] {
  let end = -Infinity;
  return drives.flatMap((drive) => {
    const startAt = Math.max(drive.startAt, end);
    end = Math.max(end, drive.endAt);
    return drive.endAt > startAt ? [{ ...drive, startAt }] : [];
  });
}

/** Drives without a sufficient rest between them. */
type Stretch = { readonly startAt: number; readonly endAt: number; readonly drives: readonly Drive[] };

function buildStretches(drives: readonly Drive[]): Stretch[] {
  const stretches: { startAt: number; endAt: number; drives: Drive[] }[] = [];
  for (const drive of drives) {
    const last = stretches.at(-1);
    if (last !== undefined && goesOn(last.endAt, drive.startAt)) {
      last.endAt = drive.endAt;
      last.drives.push(drive);
    } else stretches.push({ startAt: drive.startAt, endAt: drive.endAt, drives: [drive] });
  }
  return stretches;
}

/** Recalculates a span; null: it reaches beyond the loaded data. */
function rebuildSpan(
  { vehicleId, from, until }: VehicleSpan,
  { drives, duties, periods }: Known,
  reach: number,
  timeZone: string,
): RebuiltDriving | null {
  const stretches = buildStretches(drives);
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
  const all = [...drives, ...periods];
  const first = Math.max(from, Math.min(...all.map(({ startAt }) => startAt)));
  const last = Math.min(until, Math.max(...all.map(({ endAt }) => endAt)));
  // no driving in this time
  if (first > last) return { vehicleId, from, until, periods: [], days: [], driven: [] };
  const { low, high } = around(first, last);
  const days = daysFrom(low, high, timeZone);
  // a day is always counted as a whole
  const whole = around(Math.min(low, days[0]!.startAt), Math.max(high, days.at(-1)!.endAt));
  if (!isKnown(whole, { from: from - reach, until: until + reach }, drives)) return null;
  const pieces: Piece[] = splitByDriver(
    stretches.flatMap((stretch) => (stretch.startAt <= whole.high && stretch.endAt >= whole.low ? stretch.drives : [])),
    duties,
  );
  const driving = sumDriving(pieces, timeZone);
  const keys = new Set(days.map(({ key }) => key));
  return {
    vehicleId,
    from: whole.low,
    until: whole.high,
    days,
    periods: driving.periods,
    driven: driving.days.filter(({ day }) => keys.has(day)),
  };
}

/** Whether no stretch reaches beyond the loaded data. The drives at both ends only prove that. */
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
