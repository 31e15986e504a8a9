import { isWithin, parseClock } from '@fleetwarden/domain/day-time';
import type { LocationReported } from '@fleetwarden/domain/location';
import { excessLevel } from './levels.ts';
import type { ParamsOf } from './params.ts';
import type { Road, VehicleClassNumber } from './roads.ts';
import type { Run } from './run.ts';

const OVERSPEED = 100;
const NIGHT_OVERSPEED = 101;
const ROAD_OVERSPEED = 102;
const PRE_OVERSPEED = 103;

type Excess = { readonly tolerance: number; readonly preDiff: number; readonly levels: { second: number; third: number } };

/** 130102: speed limits by time of day, road grade and vehicle class. `roadOf`: the current road, if known. */
export function overspeed(source: number, params: ParamsOf['130102'], vehicleClass: VehicleClassNumber) {
  const rows = params.rows
    .filter((row) => row.vehicleClass === 0 || row.vehicleClass === vehicleClass)
    .map((row) => ({ ...row, from: parseClock(row.start), to: parseClock(row.end) }));
  const needsRoad = rows.some(({ roadGrade }) => roadGrade !== 0);
  return (run: Run, roadOf: (metres: number) => Road | undefined): void => {
    const grade = needsRoad ? roadOf(MATCH_M)?.grade : undefined;
    let limit: number | undefined;
    let best = -1;
    for (const row of rows) {
      if (!isWithin(run.minute, row.from, row.to)) continue;
      if (row.roadGrade !== 0 && row.roadGrade !== grade) continue;
      // A row with grade or class is more specific than a general one.
      const weight = (row.roadGrade === 0 ? 0 : 2) + (row.vehicleClass === 0 ? 0 : 1);
      if (weight > best) [best, limit] = [weight, row.limit];
    }
    if (limit === undefined) return;
    const night = run.night && params.nightFactor < 100;
    const inForce = night ? (limit * params.nightFactor) / 100 : limit;
    judgeSpeed(run, { typeId: night ? NIGHT_OVERSPEED : OVERSPEED, source, limit: inForce }, params, speedOf(run.report, params));
  };
}

/** Maximum distance to a road for its grade to count, m. */
const MATCH_M = 30;

function speedOf({ speedKmh, recorderKmh }: LocationReported, { speedSource }: { readonly speedSource: 1 | 2 | 3 }): number {
  if (recorderKmh === null || speedSource === 1) return speedKmh;
  return speedSource === 2 ? recorderKmh : Math.min(speedKmh, recorderKmh);
}

function judgeSpeed(
  { found }: Run,
  { typeId, source, limit }: { readonly typeId: number; readonly source: number; readonly limit: number },
  { tolerance, preDiff, levels }: Excess,
  kmh: number,
): void {
  if (kmh > limit + tolerance) found.push({ typeId, source, level: excessLevel(kmh, limit, levels), value: kmh, limit });
  else if (preDiff > 0 && kmh > limit - preDiff) found.push({ typeId: PRE_OVERSPEED, source, level: 1, value: kmh, limit });
}

const GRADES = { 1: 'motorway', 2: 'national', 3: 'provincial', 4: 'county', 5: 'city' } as const;
const CLASSES = { 1: 'passenger', 2: 'freight', 3: 'dangerous' } as const;
/** Debounce: a road counts after this many consecutive matches, because of crossings and parallel roads. */
const CERTAIN = 2;

/** 130113: the limit of the current road. No alarm without a known road. */
export function roadSpeed(source: number, params: ParamsOf['130113'], vehicleClass: VehicleClassNumber) {
  return (run: Run, roadOf: (metres: number) => Road | undefined): void => {
    const { state } = run;
    const road = roadOf(params.matchDist);
    if (road === undefined) {
      state.road = undefined;
      return;
    }
    const times = state.road?.[0] === road.id ? Math.min(state.road[1] + 1, CERTAIN) : 1;
    state.road = [road.id, times];
    if (times < CERTAIN) return;
    const ownLimit = params.useRoadLimit ? road.limits[vehicleClass] : null;
    const limit = ownLimit ?? params[GRADES[road.grade]][CLASSES[vehicleClass]];
    judgeSpeed(run, { typeId: ROAD_OVERSPEED, source, limit }, params, run.report.speedKmh);
  };
}
