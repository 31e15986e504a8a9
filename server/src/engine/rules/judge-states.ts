/** State of a vehicle towards a geofence it is in, entering or leaving. */
export type Presence = {
  in: boolean;
  /** Consecutive contrary points. */
  other: number;
  /** Time of the first point inside. */
  since: number;
  /** Of a route: current segment, since when, and whether it was entered from a neighbouring segment. */
  segment?: [index: number, since: number, whole: boolean];
  /** Start of overspeeding on a segment. */
  fast?: number | undefined;
  /** Time of leaving the route. */
  away?: number;
};
/** By geofence id. Plain JSON. */
export type AreasState = Record<string, Presence>;

/** A hole in a track: its ends, until stored reports make it smaller. Plain JSON. */
export type Hole = {
  /** Time, longitude, latitude. */
  from: [at: number, lng: number, lat: number];
  /** null: no report has come behind it. */
  to: [at: number, lng: number, lat: number] | null;
  /** The terminal has this long to send what it stored, by our clock. */
  dueAt: number;
};

/** State of the platform checks. Plain JSON. */
export type ChecksState = {
  /** Start and place of standing. */
  stop?: [at: number, lng: number, lat: number] | undefined;
  /** Start of driving without a fix. */
  blind?: number | undefined;
  /** Recent fuel levels by time of measurement. */
  fuel?: [at: number, litres: number] | undefined;
  /** Of a terminal that was offline. */
  hole?: Hole | undefined;
};

/** Driving and rest times. Plain JSON. */
export type FatigueState = {
  /** Driving since the last sufficient rest, ms, and its night part. */
  drive: number;
  night: number;
  /** Current rest, ms. */
  rest: number;
  /** Driving per hour since `hour` (hours since 1970), ms, for the last week. */
  hour: number;
  hours: number[];
};

/** By geofence id: FIRST_IN, IN or FIRST_OUT. Plain JSON. */
export type RisksState = Record<string, number>;

/** Recent warnings: spot, time, position. Plain JSON. */
export type WarnedState = [id: number, at: number, lng: number, lat: number][];

/** Recent active-safety alarms: type and start. Plain JSON. */
export type PatternState = [typeId: number, at: number][];
