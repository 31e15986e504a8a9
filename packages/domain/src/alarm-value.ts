import type { Quantity } from './units.ts';

/** Alarm types whose value and limit are distances or speeds. Others count minutes, litres, times and more. */
const QUANTITIES: Readonly<Record<Quantity, readonly number[]>> = {
  // overspeed of each kind, night ban, road warning, overspeed and driving in geofences, speeds that differ
  speed: [100, 101, 102, 103, 108, 109, 112, 126, 138],
  // gap in the track
  distance: [124],
  // moved offline, drift
  length: [120, 123],
  area: [],
};

const byType: ReadonlyMap<number, Quantity> = new Map(
  Object.entries(QUANTITIES).flatMap(([quantity, types]) => types.map((id) => [id, quantity as Quantity] as const)),
);

/** What the value and the limit of an alarm measure: km/h, km or m; undefined: another unit. */
export const alarmQuantity = (typeId: number): Quantity | undefined => byType.get(typeId);
