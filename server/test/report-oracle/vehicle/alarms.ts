import type { SafetyItem } from '../fixture/terminal-history.ts';
import { MINUTE, SECOND } from './definitions.ts';
import type { Interval } from './intervals.ts';
import type { Point, Track } from './points.ts';

/** An alarm after merging (3.7). */
export type Alarm = {
  readonly typeId: number;
  readonly level: 1 | 2 | 3;
  readonly startAt: number;
  readonly endAt: number;
  readonly startKmh: number;
  readonly maxKmh: number;
  /** Kilometres from start to end. */
  readonly km: number;
  readonly limitKmh: number | null;
  readonly group: string;
  /** The alarm must be handled. */
  readonly needed: boolean;
};

/** An alarm before its kilometres are counted. */
type Event = Omit<Alarm, 'km'>;

type Kind = { readonly group: string; readonly level: 1 | 2 | 3; readonly needed: boolean };
/** Alarm bits that the fixture sets, with level and group from the list of alarm types. */
const BITS: Readonly<Record<number, Kind>> = {
  0: { group: 'EMERGENCY', level: 3, needed: true },
  1: { group: 'OVERSPEED', level: 2, needed: true },
  2: { group: 'FATIGUE', level: 3, needed: true },
  6: { group: 'DEVICE', level: 1, needed: false },
  8: { group: 'DEVICE', level: 2, needed: true },
  29: { group: 'DANGER', level: 3, needed: true },
};
const [TERMINAL_OVERSPEED, PLATFORM_OVERSPEED] = [1, 100] as const;
/** By item and type; `level` null: taken from the terminal. */
const SAFETY_ALARMS: Readonly<Record<string, { readonly typeId: number; readonly group: string; readonly level: 2 | null }>> = {
  '100 1': { typeId: 66, group: 'ADAS', level: null },
  '101 2': { typeId: 78, group: 'DSM', level: null },
  '102 2': { typeId: 91, group: 'TPMS', level: 2 },
};

export function findAlarms(track: Track, intervals: readonly Interval[], limitKmh: number | null): Alarm[] {
  const all = [...track.points];
  const found: Event[] = [];
  for (const [bit, { group, level, needed }] of Object.entries(BITS)) {
    const isOn = ({ alarmBits }: Point) => (alarmBits & (1 << Number(bit))) !== 0;
    for (const event of findEvents(all, isOn))
      found.push({ ...summarizeEvent(event), typeId: Number(bit), level, limitKmh: null, group, needed });
  }
  if (limitKmh !== null) found.push(...findOverspeeds(all, limitKmh));
  for (const point of all) if (point.safetyItem !== undefined) found.push(createSafetyAlarm(point, point.safetyItem));
  return removeDuplicates(found)
    .map((alarm) => ({ ...alarm, km: countKm(alarm, intervals) }))
    .sort((a, b) => a.startAt - b.startAt || a.typeId - b.typeId);
}

/** 3.7: an overspeed alarm of the terminal that overlaps one of the platform is not counted. */
function removeDuplicates(alarms: readonly Event[]): Event[] {
  const ours = alarms.filter(({ typeId }) => typeId === PLATFORM_OVERSPEED);
  const isOurs = (alarm: Event) => ours.some(({ startAt, endAt }) => startAt <= alarm.endAt && alarm.startAt <= endAt);
  return alarms.filter((alarm) => alarm.typeId !== TERMINAL_OVERSPEED || !isOurs(alarm));
}

const countKm = ({ startAt, endAt }: Pick<Alarm, 'startAt' | 'endAt'>, intervals: readonly Interval[]): number =>
  intervals.reduce((km, { a, b, countedKm }) => (a.at >= startAt && b.at <= endAt ? km + countedKm : km), 0);

const summarizeEvent = (event: readonly Point[]) => ({
  startAt: event[0]!.at,
  endAt: event.at(-1)!.at,
  startKmh: event[0]!.speedKmh,
  maxKmh: Math.max(...event.map(({ speedKmh }) => speedKmh)),
});

/** Over the limit in at least two reports that span 30 s; level by the excess (2.5). */
function findOverspeeds(points: readonly Point[], limitKmh: number): Event[] {
  const isOver = ({ speedKmh }: Point) => speedKmh > limitKmh;
  const spells = findSpells(points, isOver).filter(
    (spell) => spell.length >= 2 && spell.at(-1)!.at - spell[0]!.at >= 30 * SECOND,
  );
  return merged(spells).map((event) => {
    const facts = summarizeEvent(event);
    const excess = ((facts.maxKmh - limitKmh) / limitKmh) * 100;
    const level = excess >= 50 ? 3 : excess >= 20 ? 2 : 1;
    return { ...facts, typeId: PLATFORM_OVERSPEED, level, limitKmh, group: 'OVERSPEED', needed: true };
  });
}

function createSafetyAlarm(point: Point, { item, type, level }: SafetyItem): Event {
  const { typeId, group, level: own } = SAFETY_ALARMS[`${item} ${type}`]!;
  // level 1 and 2 of the terminal are level 2 and 3 of the platform
  return { ...summarizeEvent([point]), typeId, level: own ?? (level === 2 ? 3 : 2), limitKmh: null, group, needed: true };
}

/** From rising to falling edge; alarms with at most a minute between are one. */
const findEvents = (points: readonly Point[], isOn: (point: Point) => boolean): Point[][] => merged(findSpells(points, isOn));

/** Consecutive reports that pass `isOn`; a gap of over ten minutes ends a spell (screen catalogue 6). */
function findSpells(points: readonly Point[], isOn: (point: Point) => boolean): Point[][] {
  const spells: Point[][] = [];
  let before: Point | undefined;
  for (const point of points) {
    if (isOn(point)) {
      const goesOn = before !== undefined && isOn(before) && point.at - before.at <= 10 * MINUTE;
      if (goesOn) spells.at(-1)!.push(point);
      else spells.push([point]);
    }
    before = point;
  }
  return spells;
}

function merged(spells: readonly Point[][]): Point[][] {
  const merged: Point[][] = [];
  for (const spell of spells) {
    const last = merged.at(-1)?.at(-1);
    if (last !== undefined && spell[0]!.at - last.at <= 60 * SECOND) merged.at(-1)!.push(...spell);
    else merged.push([...spell]);
  }
  return merged;
}
