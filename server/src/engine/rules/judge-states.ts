/** What is known of a vehicle and an area it is in, or is about to enter or leave. */
export type Presence = {
  in: boolean;
  /** Points in a row that say otherwise. */
  other: number;
  /** First of the points inside. */
  since: number;
  /** Of a route: the segment it is on, since when, and whether it came from the one before or after. */
  segment?: [index: number, since: number, whole: boolean];
  /** Since when it is too fast on a segment. */
  fast?: number | undefined;
  /** Left its route then. */
  away?: number;
};
/** By the areas' ids. Plain JSON. */
export type AreasState = Record<string, Presence>;

/** What checks of the platform go by. Plain JSON. */
export type ChecksState = {
  /** It stands there since. */
  stop?: [at: number, lng: number, lat: number] | undefined;
  /** Under way without a fix since. */
  blind?: number | undefined;
  /** Fuel of late, by when it was measured. */
  fuel?: [at: number, litres: number] | undefined;
};

/** Clocks of driving and rest. Plain JSON. */
export type FatigueState = {
  /** Driven since the last rest that was long enough, ms, and how much of it at night. */
  drive: number;
  night: number;
  /** Rest under way, ms. */
  rest: number;
  /** Driven in each hour from `hour` (whole hours since 1970) on, ms; of the last week. */
  hour: number;
  hours: number[];
};

/** By the areas' ids: FIRST_IN, IN or FIRST_OUT. Plain JSON. */
export type RisksState = Record<string, number>;

/** Places a vehicle was warned of of late: which, when, where. Plain JSON. */
export type WarnedState = [id: number, at: number, lng: number, lat: number][];

/** Alarms of active safety of late: kind, and when it began. Plain JSON. */
export type PatternState = [typeId: number, at: number][];
