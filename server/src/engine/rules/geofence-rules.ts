import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { type AreaGeometry, nearTest, SHAPE } from '@fleetwarden/domain/area-geometry';
import { isWithin, parseClock } from '@fleetwarden/domain/day-time';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { distanceTo } from '@fleetwarden/domain/path';
import type { AlarmTiming } from '../alarms/occurrences.ts';
import { bySlot, createGeofenceIndex, EDGE_M, type GeofenceIndex } from '../geofence-index.ts';
import type { AreasState, Presence } from './judge-states.ts';
import { MOVING_KMH, type Run } from './run.ts';

const [ENTERED, LEFT, AREA_SPEED, STAY, DEVIATION, SECTION, FORBIDDEN] = [110, 111, 112, 113, 114, 115, 138];
/** AREA_USE: forbidden geofence. */
const NO_DRIVING = 2;

/** Debounce: enter and leave need this many consecutive points. */
const CERTAIN = 2;
/** Longer off its route, a vehicle is on another trip. */
const AWAY_MS = 240 * MINUTE_MS;

/** A geofence with rules for entering and leaving. Times epoch ms, speeds km/h. */
export type RuleGeofence = {
  readonly id: number;
  readonly geo: AreaGeometry;
  readonly useFor: number;
  /** Vehicles the geofence applies to. */
  readonly vehicles: ReadonlySet<number>;
  /** Active times; null: always. */
  readonly between:
    | { readonly from: number; readonly to: number }
    | { readonly daily: readonly [start: string, end: string] }
    | null;
  readonly tellsEntered: boolean;
  readonly tellsLeft: boolean;
  readonly maxSpeed: number | null;
  readonly nightMaxSpeed: number | null;
  /** Seconds. */
  readonly overDuration: number;
  /** 0: unlimited. */
  readonly stayMinutes: number;
};

/** Tolerance for comparing distances to a segment and to its end: the two measures differ by less. */
const END_SHARE = 0.01;

type Compiled = RuleGeofence & {
  readonly slot: number;
  readonly isInside: (lng: number, lat: number) => boolean;
  readonly isNear: (lng: number, lat: number) => boolean;
  readonly isOpen: (at: number, minute: number) => boolean;
  /** Of a route: distance to each segment, m. */
  readonly segments: readonly ((lng: number, lat: number) => number)[];
};

export type Areas = {
  readonly size: number;
  judge(run: Run): void;
  timingOf(typeId: number, areaId: number): AlarmTiming | undefined;
};

/** An instantaneous alarm: ends with the next report. */
const MOMENT: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 0, mergeMs: 60_000, repeatMs: 0 };
const LASTING: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 10_000, mergeMs: 60_000, repeatMs: 300_000 };
const TIMINGS: Readonly<Record<number, AlarmTiming>> = {
  [ENTERED!]: MOMENT,
  [LEFT!]: MOMENT,
  [STAY!]: { ...LASTING, repeatMs: 0 },
  [DEVIATION!]: { ...LASTING, raiseMs: MINUTE_MS },
  [SECTION!]: { ...MOMENT, mergeMs: 0 },
  [FORBIDDEN!]: LASTING,
};

/** Judges vehicles by their geofences. `index`: spatial index, may be shared with visits. */
export function createGeofenceRules(
  given: readonly RuleGeofence[],
  index: GeofenceIndex = createGeofenceIndex(given.map(({ geo }) => geo)),
): Areas {
  const areas = given.map((area) => compiled(area, index));
  const lying = bySlot(areas, ({ slot }) => slot);
  const byId = new Map(areas.map((area) => [area.id, area]));

  return {
    size: areas.length,
    judge: (run) => {
      const { lng, lat } = run.report;
      const known = run.state.areas;
      if (known !== undefined)
        for (const id in known) {
          const presence = known[id]!;
          const area = byId.get(Number(id));
          // An inactive, deleted or unassigned geofence is left without an alarm.
          if (area === undefined || !isFor(area, run)) delete known[id];
          else goOn(run, area, presence, known);
        }
      for (const slot of index.near(lng, lat))
        for (const area of lying[slot] ?? [])
          if (run.state.areas?.[area.id] === undefined && area.isInside(lng, lat) && isFor(area, run)) come(run, area);
      if (known !== undefined && Object.keys(known).length === 0) run.state.areas = undefined;
    },
    timingOf: (typeId, areaId) => {
      if (typeId !== AREA_SPEED) return TIMINGS[typeId];
      const area = byId.get(areaId);
      // Segments have their own durations.
      const raiseMs = area === undefined || area.geo.shape === SHAPE.route ? 0 : area.overDuration * 1000;
      return { ...LASTING, raiseMs };
    },
  };
}

const isFor = (area: Compiled, { vehicleId, at, minute }: Run): boolean =>
  area.vehicles.has(vehicleId) && area.isOpen(at, minute);

function compiled(area: RuleGeofence, index: GeofenceIndex): Compiled {
  const { geo, between } = area;
  const slot = index.slotOf(geo);
  return {
    ...area,
    slot,
    isInside: (lng, lat) => index.isInside(slot, lng, lat),
    isNear: nearTest(geo, EDGE_M),
    isOpen: openTest(between),
    segments: geo.shape === SHAPE.route ? geo.segments.map((_, i) => distanceTo(geo.points.slice(i, i + 2))) : [],
  };
}

function openTest(between: RuleGeofence['between']): Compiled['isOpen'] {
  if (between === null) return () => true;
  if ('from' in between) return (at) => at >= between.from && at < between.to;
  const [start, end] = between.daily.map(parseClock) as [number, number];
  return (_at, minute) => isWithin(minute, start, end);
}

/** The first point inside. */
function come(run: Run, area: Compiled): void {
  const { state, from, at } = run;
  state.areas ??= {};
  // A vehicle that was inside before the geofence became active has not entered it.
  const wasThere = from === null || area.isInside(from.lng, from.lat);
  const presence: Presence = { in: wasThere, other: wasThere ? 0 : 1, since: at };
  state.areas[area.id] = presence;
  if (wasThere) judgeInside(run, area, presence);
}

function goOn(run: Run, area: Compiled, presence: Presence, known: AreasState): void {
  const { lng, lat } = run.report;
  if (presence.away !== undefined) {
    if (area.isInside(lng, lat)) known[area.id] = { in: true, other: 0, since: run.at };
    else if (run.at - presence.away > AWAY_MS) delete known[area.id];
    else say(run, area, DEVIATION!, null, null);
    return;
  }
  if (!presence.in) {
    if (!area.isInside(lng, lat)) delete known[area.id];
    else if (++presence.other >= CERTAIN) {
      presence.in = true;
      presence.other = 0;
      if (area.tellsEntered) say(run, area, ENTERED!, null, null);
      judgeInside(run, area, presence);
    }
    return;
  }
  if (area.isNear(lng, lat)) {
    presence.other = 0;
    judgeInside(run, area, presence);
  } else if (++presence.other >= CERTAIN) leave(run, area, presence, known);
}

function leave(run: Run, area: Compiled, presence: Presence, known: AreasState): void {
  if (area.tellsLeft) say(run, area, LEFT!, null, null);
  if (area.geo.shape !== SHAPE.route) {
    delete known[area.id];
    return;
  }
  endSegment(run, area, presence, true);
  known[area.id] = { in: false, other: 0, since: presence.since, away: run.at };
  say(run, area, DEVIATION!, null, null);
}

function judgeInside(run: Run, area: Compiled, presence: Presence): void {
  const { report, night, at } = run;
  const kmh = report.speedKmh;
  if (area.useFor === NO_DRIVING && kmh >= MOVING_KMH) say(run, area, FORBIDDEN!, kmh, null);
  const limit = (night ? area.nightMaxSpeed : null) ?? area.maxSpeed;
  if (limit !== null && kmh > limit) say(run, area, AREA_SPEED!, kmh, limit);
  const minutes = Math.floor((at - presence.since) / MINUTE_MS);
  if (area.stayMinutes > 0 && minutes >= area.stayMinutes) say(run, area, STAY!, minutes, area.stayMinutes);
  if (area.geo.shape === SHAPE.route) judgeSegment(run, area, presence);
}

function judgeSegment(run: Run, area: Compiled, presence: Presence): void {
  const { geo } = area;
  if (geo.shape !== SHAPE.route) return;
  const { lng, lat, speedKmh } = run.report;
  let index = 0;
  let least = Number.POSITIVE_INFINITY;
  area.segments.forEach((distance, i) => {
    const metres = distance(lng, lat);
    if (metres < least) [least, index] = [metres, i];
  });
  if (presence.segment?.[0] !== index) {
    const before = presence.segment?.[0];
    const isNext = before !== undefined && Math.abs(before - index) === 1;
    if (isNext) endSegment(run, area, presence, false);
    // A vehicle that joins a route at an end drives the whole first segment.
    const isEnd = before === undefined && (index === 0 || index === area.segments.length - 1);
    presence.segment = [index, run.at, isNext || isEnd];
    presence.fast = undefined;
  }
  const segment = geo.segments[index]!;
  const limit = (run.night ? segment.nightMaxSpeed : undefined) ?? segment.maxSpeed;
  if (limit === undefined || speedKmh <= limit) {
    presence.fast = undefined;
    return;
  }
  presence.fast ??= run.at;
  if (run.at - presence.fast >= (segment.overDuration ?? 0) * 1000) say(run, area, AREA_SPEED!, speedKmh, limit);
}

/** Judges the duration of a segment that was driven from end to end. */
function endSegment(run: Run, area: Compiled, presence: Presence, leftRoute: boolean): void {
  if (area.geo.shape !== SHAPE.route || presence.segment === undefined) return;
  const [index, since, whole] = presence.segment;
  if (!whole || (leftRoute && !isBeyondEnd(run, area, index))) return;
  const { minSec, maxSec } = area.geo.segments[index]!;
  const seconds = Math.round((run.at - since) / 1000);
  if (minSec !== undefined && seconds < minSec) say(run, area, SECTION!, seconds, minSec);
  else if (maxSec !== undefined && seconds > maxSec) say(run, area, SECTION!, seconds, maxSec);
}

/** Whether the nearest point of a segment is an end of the route: then the route was not left sideways. */
function isBeyondEnd({ report: { lng, lat } }: Run, { geo, segments }: Compiled, index: number): boolean {
  if (geo.shape !== SHAPE.route) return false;
  const ends = [...(index === 0 ? [geo.points[0]!] : []), ...(index === segments.length - 1 ? [geo.points.at(-1)!] : [])];
  const metres = segments[index]!(lng, lat);
  return ends.some((end) => distanceTo([end])(lng, lat) - metres < metres * END_SHARE);
}

function say({ found }: Run, area: RuleGeofence, typeId: number, value: number | null, limit: number | null): void {
  found.push({ typeId, source: area.id, level: findAlarmType(typeId)!.level, value, limit });
}
