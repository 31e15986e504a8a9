import { alarmTypeOf } from '@fleetwarden/domain/alarm-types';
import { type AreaGeometry, nearTest, SHAPE } from '@fleetwarden/domain/area-geometry';
import { isWithin, minutesOf } from '@fleetwarden/domain/day-time';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { distanceTo } from '@fleetwarden/domain/path';
import type { AlarmTiming } from '../alarms/occurrences.ts';
import { type AreaIndex, bySlot, createAreaIndex, EDGE_M } from '../area-index.ts';
import type { AreasState, Presence } from './judge-states.ts';
import { MOVING_KMH, type Run } from './run.ts';

const [ENTERED, LEFT, AREA_SPEED, STAY, DEVIATION, SECTION, FORBIDDEN] = [110, 111, 112, 113, 114, 115, 138];
/** AREA_USE: nobody may drive there. */
const NO_DRIVING = 2;

/** To have come or gone takes so many points in a row. */
const CERTAIN = 2;
/** A vehicle that is away from its route for longer is on another errand. */
const AWAY_MS = 240 * MINUTE_MS;

/** An area whose comings and goings the platform judges, as its record says. Times epoch ms, speeds km/h. */
export type RuleArea = {
  readonly id: number;
  readonly geo: AreaGeometry;
  readonly useFor: number;
  /** Vehicles it is meant for. */
  readonly vehicles: ReadonlySet<number>;
  /** When it is in force: null, all the time. */
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
  /** 0: as long as it likes. */
  readonly stayMinutes: number;
};

/** How much further than the segment its end may be to be what is nearest: two ways of measuring differ by less. */
const END_SHARE = 0.01;

type Compiled = RuleArea & {
  readonly slot: number;
  readonly isInside: (lng: number, lat: number) => boolean;
  readonly isNear: (lng: number, lat: number) => boolean;
  readonly isOpen: (at: number, minute: number) => boolean;
  /** Of a route: how far each segment is, m. */
  readonly segments: readonly ((lng: number, lat: number) => number)[];
};

export type Areas = {
  readonly size: number;
  judge(run: Run): void;
  timingOf(typeId: number, areaId: number): AlarmTiming | undefined;
};

/** A moment: over with the next report. */
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

/** Judges vehicles by the areas meant for them; `index`, which may be shared with visits, finds those a position may lie in. */
export function createAreas(given: readonly RuleArea[], index: AreaIndex = createAreaIndex(given.map(({ geo }) => geo))): Areas {
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
          // one that is closed, gone or meant for others is left without a word
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
      // segments have clocks of their own
      const raiseMs = area === undefined || area.geo.shape === SHAPE.route ? 0 : area.overDuration * 1000;
      return { ...LASTING, raiseMs };
    },
  };
}

const isFor = (area: Compiled, { vehicleId, at, minute }: Run): boolean =>
  area.vehicles.has(vehicleId) && area.isOpen(at, minute);

function compiled(area: RuleArea, index: AreaIndex): Compiled {
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

function openTest(between: RuleArea['between']): Compiled['isOpen'] {
  if (between === null) return () => true;
  if ('from' in between) return (at) => at >= between.from && at < between.to;
  const [start, end] = between.daily.map(minutesOf) as [number, number];
  return (_at, minute) => isWithin(minute, start, end);
}

/** The first point inside. */
function come(run: Run, area: Compiled): void {
  const { state, from, at } = run;
  state.areas ??= {};
  // who was there before the area was in force has not entered it now
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
    // whoever joins a route at an end drives all of its first segment, too
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

/** A segment that was driven from one end to the other took too short or too long; one that was left for elsewhere was not. */
function endSegment(run: Run, area: Compiled, presence: Presence, leftRoute: boolean): void {
  if (area.geo.shape !== SHAPE.route || presence.segment === undefined) return;
  const [index, since, whole] = presence.segment;
  if (!whole || (leftRoute && !isBeyondEnd(run, area, index))) return;
  const { minSec, maxSec } = area.geo.segments[index]!;
  const seconds = Math.round((run.at - since) / 1000);
  if (minSec !== undefined && seconds < minSec) say(run, area, SECTION!, seconds, minSec);
  else if (maxSec !== undefined && seconds > maxSec) say(run, area, SECTION!, seconds, maxSec);
}

/** Whether what of a segment is nearest is an end of the route: it was not left sideways. */
function isBeyondEnd({ report: { lng, lat } }: Run, { geo, segments }: Compiled, index: number): boolean {
  if (geo.shape !== SHAPE.route) return false;
  const ends = [...(index === 0 ? [geo.points[0]!] : []), ...(index === segments.length - 1 ? [geo.points.at(-1)!] : [])];
  const metres = segments[index]!(lng, lat);
  return ends.some((end) => distanceTo([end])(lng, lat) - metres < metres * END_SHARE);
}

function say({ found }: Run, area: RuleArea, typeId: number, value: number | null, limit: number | null): void {
  found.push({ typeId, source: area.id, level: alarmTypeOf(typeId)!.level, value, limit });
}
