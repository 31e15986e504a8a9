import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { UNPLACED } from '@fleetwarden/domain/quality';
import type { Region } from '@fleetwarden/domain/region';
import { regionBounds } from '@fleetwarden/domain/region-reach';
import { copyRows, literal, packed, type ReadColumns } from '../../platform/db/copy-out.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import { DOUBTS_A_STATEMENT, SORT_MEMORY } from './limits.ts';
import { createStays, type NearFixes, PASSING_M, type Stay } from './stays.ts';

/** Visits of a vehicle to a region: epoch ms, number, and total time (ms). */
export type Visits = {
  readonly vehicleId: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly stayMs: number;
  readonly times: number;
  /** Between the fixes of its stays. */
  readonly km: number;
  /** Null: it passed between two fixes. */
  readonly maxKmh: number | null;
  /** First place inside, WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
};

/** From `start` to before `end`, epoch ms. */
type Time = { readonly start: number; readonly end: number };

/** Two stays without nearby fixes in between: whether the vehicle was elsewhere is checked later. */
type Doubt = { readonly of: { -readonly [Key in keyof Visits]: Visits[Key] }; readonly from: number; readonly to: number };

/**
 * Visits of these vehicles to a region, without vehicles that were never inside. `leftMs`: time left for the next statement.
 *
 * Positions are indexed by vehicle and time, not by place. So one scan filters all positions of the period by
 * bounds, which is cheapest per row, and only nearby ones are checked here, vehicle by vehicle.
 */
export async function visitsOf(
  db: Db,
  vehicleIds: readonly number[],
  region: Region,
  time: Time,
  leftMs: () => number,
): Promise<Visits[]> {
  const found: Visits[] = [];
  const doubts: Doubt[] = [];
  const settle = async () => {
    for (const { of, from, to } of await stayed(db, doubts.splice(0), time, leftMs())) {
      of.times--;
      of.stayMs += to - from;
    }
  };
  const staysOf = createStays(region);
  // sorted in memory where that suffices, on disk beyond: the search itself holds one vehicle at a time
  const settings = { statement_timeout: String(leftMs()), work_mem: SORT_MEMORY };
  for await (const fixes of copyRows(db, fixesNear(vehicleIds, region, time), COLUMNS, settings)) {
    const stays = staysOf(fixes);
    if (stays.length === 0) continue;
    const visits = {
      vehicleId: fixes.vehicle[0]!,
      firstAt: stays[0]!.first,
      lastAt: stays.at(-1)!.last,
      stayMs: stays.reduce((sum, { first, last }) => sum + last - first, 0),
      times: stays.length,
      ...alongStays(fixes, stays),
    };
    found.push(visits);
    stays.forEach(({ first, left }, i) => {
      if (i > 0 && !left) doubts.push({ of: visits, from: stays[i - 1]!.last, to: first });
    });
    if (doubts.length >= DOUBTS_A_STATEMENT) await settle();
  }
  await settle();
  return found;
}

const COLUMNS = {
  vehicle: ['int4', 'vehicle_id'],
  at: ['timestamptz', 'gnss_at'],
  lng: ['float8', 'lng'],
  lat: ['float8', 'lat'],
  speed: ['float4', 'speed_kmh'],
} as const satisfies ReadColumns<string>;

/** Adds the visits of stays; both in time order. */
function alongStays(
  { at, lng, lat, speed }: NearFixes & { readonly speed: Float64Array },
  stays: readonly Stay[],
): Pick<Visits, 'km' | 'maxKmh' | 'lng' | 'lat'> {
  let [km, stay, before, first]: [number, number, number, number] = [0, 0, -1, -1];
  let maxKmh: number | null = null;
  for (let i = 0; i < at.length; i++) {
    const moment = at[i]!;
    while (stay < stays.length && moment > stays[stay]!.last) {
      stay++;
      before = -1;
    }
    // the second fix represents a crossing between two fixes
    if (first < 0 && moment >= stays[0]!.first) first = i;
    if (stay === stays.length) break;
    if (moment < stays[stay]!.first) continue;
    if (before >= 0) km += greatCircleKm(lng[before]!, lat[before]!, lng[i]!, lat[i]!);
    before = i;
    maxKmh = Math.max(maxKmh ?? 0, speed[i]!);
  }
  return { km, maxKmh, lng: lng[first]!, lat: lat[first]! };
}

/** A row of columns a vehicle: its fixes in a region or near enough that it can be passed from there. */
export function fixesNear(vehicleIds: readonly number[], region: Region, { start, end }: Time): string {
  const [west, south, east, north] = regionBounds(region, PASSING_M).map(literal.number);
  return `
    select ${packed(COLUMNS, 'gnss_at')} from position
    where gnss_at >= ${literal.instant(start)} and gnss_at < ${literal.instant(end)}
      and lng between ${west} and ${east} and lat between ${south} and ${north} and quality & ${UNPLACED} = 0 and (lng <> 0 or lat <> 0)
      and vehicle_id = any('{${vehicleIds.map(literal.whole).join(',')}}'::integer[])
    group by vehicle_id`;
}

/** The doubts without other positions of the vehicle in between. */
async function stayed(db: Db, doubts: readonly Doubt[], { start, end }: Time, limitMs: number): Promise<Doubt[]> {
  if (doubts.length === 0) return [];
  const rows = await db.transaction(async (tx) => {
    await tx.run(`set local statement_timeout = ${limitMs}`);
    return tx.query<{ place: number }>(sql`
      select d.place::integer
      from unnest(${doubts.map(({ of }) => of.vehicleId)}::integer[], ${doubts.map(({ from }) => at(from))}::timestamptz[],
        ${doubts.map(({ to }) => at(to))}::timestamptz[]) with ordinality as d (vehicle_id, from_at, to_at, place)
      -- one index lookup per row, which a join would not do
      where (
        select p.gnss_at from position p
        where p.vehicle_id = d.vehicle_id and p.gnss_at > d.from_at and p.gnss_at < d.to_at
          and p.gnss_at >= ${at(start)} and p.gnss_at < ${at(end)} and p.quality & ${UNPLACED}::integer = 0
          and p.lng between -180 and 180 and p.lat between -90 and 90 and (p.lng <> 0 or p.lat <> 0)
        order by p.gnss_at limit 1) is null`);
  });
  return rows.map(({ place }) => doubts[place - 1]!);
}
