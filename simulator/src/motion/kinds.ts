import type { Preference } from '../routes/network.ts';
import type { RoadClass } from '../routes/roads.ts';

/** Speeds a driver of this kind chooses on a class of road, km/h. */
type Cruise = Record<RoadClass, readonly [low: number, high: number]>;

/** Drives between cities: out, unload, back. */
type Haul = {
  readonly pattern: 'haul';
  readonly roads: Preference;
  /** Distance to the destination, km by road. */
  readonly reachKm: readonly [number, number];
  /** Minutes at the other end. */
  readonly turnaround: readonly [number, number];
  /** Share of vehicles with two drivers, which also drive at night. */
  readonly byNight: number;
};

/** Drives rounds in its home city. */
type Rounds = {
  readonly pattern: 'rounds';
  readonly lapKm: readonly [number, number];
  readonly laps: readonly [number, number];
  /** Km between two halts, and minutes at each. */
  readonly haltEveryKm: readonly [number, number];
  readonly haltMinutes: readonly [number, number];
};

export type KindRules = (Haul | Rounds) & {
  readonly cruise: Cruise;
  /** Overspeed warning of the terminal, km/h. */
  readonly warnAbove: number;
  /** Local hour at which work starts. */
  readonly begins: readonly [number, number];
  /** Hours by which the whole day of a vehicle is later; the vehicles of a kind take them in turn. */
  readonly shifts: readonly number[];
  /** m/s2 */
  readonly accelerates: number;
  readonly brakes: number;
  readonly tankL: number;
  readonly litresPer100Km: number;
};

const TRUCK_CRUISE: Cruise = { expressway: [78, 89], national: [50, 66], city: [22, 42] };
const COACH_CRUISE: Cruise = { expressway: [86, 95], national: [54, 70], city: [24, 44] };
const CITY_CRUISE: Cruise = { expressway: [80, 95], national: [50, 70], city: [24, 45] };

/** Goods are driven around the clock. */
const AROUND_THE_CLOCK = [0, 8, 16, 4, 12, 20, 14, 10, 18] as const;
const BY_DAY = [0] as const;

const TRUCK = {
  cruise: TRUCK_CRUISE,
  warnAbove: 92,
  begins: [5.5, 8.5],
  shifts: AROUND_THE_CLOCK,
  accelerates: 0.45,
  brakes: 0.9,
  tankL: 400,
  litresPer100Km: 31,
} as const;

/** Daily work of each kind of vehicle. Records name the kind; this table decides where and how it drives. */
export const KINDS = {
  heavyTruck: { ...TRUCK, pattern: 'haul', roads: 'expressway', reachKm: [350, 1300], turnaround: [45, 100], byNight: 0.8 },
  container: { ...TRUCK, pattern: 'haul', roads: 'expressway', reachKm: [150, 700], turnaround: [30, 80], byNight: 0.7 },
  coldChain: { ...TRUCK, pattern: 'haul', roads: 'expressway', reachKm: [300, 1100], turnaround: [45, 100], byNight: 0.8 },
  hazmat: {
    ...TRUCK,
    pattern: 'haul',
    roads: 'expressway',
    reachKm: [120, 480],
    turnaround: [90, 200],
    byNight: 0,
    cruise: { expressway: [68, 78], national: [42, 56], city: [18, 36] },
    warnAbove: 80,
  },
  freight: {
    ...TRUCK,
    pattern: 'haul',
    roads: 'national',
    reachKm: [110, 330],
    turnaround: [40, 120],
    byNight: 0,
    tankL: 200,
    litresPer100Km: 19,
  },
  coach: {
    pattern: 'haul',
    roads: 'expressway',
    reachKm: [130, 420],
    turnaround: [35, 90],
    byNight: 0,
    cruise: COACH_CRUISE,
    warnAbove: 100,
    begins: [6, 10],
    shifts: [0, 5, 2],
    accelerates: 0.7,
    brakes: 1.1,
    tankL: 350,
    litresPer100Km: 24,
  },
  tourCoach: {
    pattern: 'haul',
    roads: 'expressway',
    reachKm: [70, 260],
    turnaround: [150, 330],
    byNight: 0,
    cruise: COACH_CRUISE,
    warnAbove: 100,
    begins: [6.5, 8.5],
    shifts: BY_DAY,
    accelerates: 0.7,
    brakes: 1.1,
    tankL: 350,
    litresPer100Km: 24,
  },
  bus: {
    pattern: 'rounds',
    lapKm: [14, 22],
    laps: [6, 9],
    haltEveryKm: [0.5, 1.1],
    haltMinutes: [0.4, 0.9],
    cruise: { ...CITY_CRUISE, city: [24, 38] },
    warnAbove: 60,
    begins: [5.6, 7.2],
    shifts: [0, 6, 12],
    accelerates: 0.8,
    brakes: 1.0,
    tankL: 160,
    litresPer100Km: 28,
  },
  taxi: {
    pattern: 'rounds',
    lapKm: [50, 80],
    laps: [4, 6],
    haltEveryKm: [4, 15],
    haltMinutes: [2, 12],
    cruise: CITY_CRUISE,
    warnAbove: 70,
    begins: [6, 9],
    shifts: [0, 12],
    accelerates: 1.3,
    brakes: 1.6,
    tankL: 50,
    litresPer100Km: 8,
  },
  delivery: {
    pattern: 'rounds',
    lapKm: [40, 60],
    laps: [3, 4],
    haltEveryKm: [3, 9],
    haltMinutes: [3, 15],
    cruise: CITY_CRUISE,
    warnAbove: 70,
    begins: [6.5, 8.5],
    shifts: [0, 18, 12],
    accelerates: 1.0,
    brakes: 1.3,
    tankL: 70,
    litresPer100Km: 11,
  },
  dumpTruck: {
    ...TRUCK,
    pattern: 'rounds',
    lapKm: [18, 30],
    laps: [5, 8],
    haltEveryKm: [9, 15],
    haltMinutes: [15, 40],
    shifts: BY_DAY,
    // muck leaves the building sites by night
    begins: [19.5, 21],
    warnAbove: 60,
    litresPer100Km: 38,
  },
  sanitation: {
    pattern: 'rounds',
    lapKm: [20, 32],
    laps: [4, 6],
    haltEveryKm: [0.7, 2],
    haltMinutes: [1, 5],
    cruise: { ...CITY_CRUISE, city: [15, 30] },
    warnAbove: 60,
    begins: [4.2, 5.5],
    shifts: [0, 20],
    accelerates: 0.7,
    brakes: 1.0,
    tankL: 150,
    litresPer100Km: 26,
  },
} as const satisfies Record<string, KindRules>;

export type VehicleKind = keyof typeof KINDS;

/** True for a kind of the table. */
export function isKind(name: string): name is VehicleKind {
  return Object.hasOwn(KINDS, name);
}
