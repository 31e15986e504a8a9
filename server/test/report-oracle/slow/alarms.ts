import type { SaidItem } from '../raw.ts';
import type { Point, Track } from './points.ts';
import { MINUTE, SECOND } from './rules.ts';

/** An alarm after merging (3.7). */
export type Alarm = {
  readonly typeId: number;
  readonly level: 1 | 2 | 3;
  readonly startAt: number;
  readonly endAt: number;
  readonly startKmh: number;
  readonly maxKmh: number;
  readonly limitKmh: number | null;
  readonly group: string;
  /** Somebody has to decide it. */
  readonly needed: boolean;
};

type Kind = { readonly group: string; readonly level: 1 | 2 | 3; readonly needed: boolean };
/** Kinds that are raised in the recount, with the numbers and levels of our own list of alarm types. */
const BITS: Readonly<Record<number, Kind>> = {
  0: { group: 'EMERGENCY', level: 3, needed: true },
  1: { group: 'OVERSPEED', level: 2, needed: true },
  2: { group: 'FATIGUE', level: 3, needed: true },
  6: { group: 'DEVICE', level: 1, needed: false },
  8: { group: 'DEVICE', level: 2, needed: true },
  29: { group: 'DANGER', level: 3, needed: true },
};
const [TERMINAL_OVERSPEED, PLATFORM_OVERSPEED] = [1, 100] as const;
/** By item and type: number, group, and whether the terminal says how grave it is. */
const SAID: Readonly<Record<string, { readonly typeId: number; readonly group: string; readonly level: 2 | null }>> = {
  '100 1': { typeId: 66, group: 'ADAS', level: null },
  '101 2': { typeId: 78, group: 'DSM', level: null },
  '102 2': { typeId: 91, group: 'TPMS', level: 2 },
};

export function alarmsOf(track: Track, limitKmh: number | null): Alarm[] {
  const all = [...track.points];
  const found: Alarm[] = [];
  for (const [bit, { group, level, needed }] of Object.entries(BITS)) {
    const isOn = ({ alarmBits }: Point) => (alarmBits & (1 << Number(bit))) !== 0;
    for (const event of eventsOf(all, isOn))
      found.push({ ...factsOf(event), typeId: Number(bit), level, limitKmh: null, group, needed });
  }
  if (limitKmh !== null) found.push(...overspeeds(all, limitKmh));
  for (const point of all) if (point.said !== undefined) found.push(saidBy(point, point.said));
  return countedOnce(found).sort((a, b) => a.startAt - b.startAt || a.typeId - b.typeId);
}

/** 3.7: what the terminal tells of a time of which the platform tells, too, is the platform's. */
function countedOnce(alarms: readonly Alarm[]): Alarm[] {
  const ours = alarms.filter(({ typeId }) => typeId === PLATFORM_OVERSPEED);
  const isOurs = (alarm: Alarm) => ours.some(({ startAt, endAt }) => startAt <= alarm.endAt && alarm.startAt <= endAt);
  return alarms.filter((alarm) => alarm.typeId !== TERMINAL_OVERSPEED || !isOurs(alarm));
}

const factsOf = (event: readonly Point[]) => ({
  startAt: event[0]!.at,
  endAt: event.at(-1)!.at,
  startKmh: event[0]!.speedKmh,
  maxKmh: Math.max(...event.map(({ speedKmh }) => speedKmh)),
});

/** Faster than the limit in two reports or more that span half a minute; its level by the excess (2.5). */
function overspeeds(points: readonly Point[], limitKmh: number): Alarm[] {
  const isOver = ({ speedKmh }: Point) => speedKmh > limitKmh;
  const spells = spellsOf(points, isOver).filter((spell) => spell.length >= 2 && spell.at(-1)!.at - spell[0]!.at >= 30 * SECOND);
  return merged(spells).map((event) => {
    const facts = factsOf(event);
    const excess = ((facts.maxKmh - limitKmh) / limitKmh) * 100;
    const level = excess >= 50 ? 3 : excess >= 20 ? 2 : 1;
    return { ...facts, typeId: PLATFORM_OVERSPEED, level, limitKmh, group: 'OVERSPEED', needed: true };
  });
}

function saidBy(point: Point, { item, type, level }: SaidItem): Alarm {
  const { typeId, group, level: own } = SAID[`${item} ${type}`]!;
  // a terminal's first and second level are our second and third
  return { ...factsOf([point]), typeId, level: own ?? (level === 2 ? 3 : 2), limitKmh: null, group, needed: true };
}

/** From rising to falling edge; what begins again within a minute is the same. */
const eventsOf = (points: readonly Point[], isOn: (point: Point) => boolean): Point[][] => merged(spellsOf(points, isOn));

/** Reports in a row in which it is so; silence of more than ten minutes ends it, too, as the rules say (screen catalogue 6). */
function spellsOf(points: readonly Point[], isOn: (point: Point) => boolean): Point[][] {
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
  const events: Point[][] = [];
  for (const spell of spells) {
    const last = events.at(-1)?.at(-1);
    if (last !== undefined && spell[0]!.at - last.at <= 60 * SECOND) events.at(-1)!.push(...spell);
    else events.push([...spell]);
  }
  return events;
}
