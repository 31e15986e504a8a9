import { SECOND_MS } from '@fleetwarden/domain/durations';
import { QUALITY } from '@fleetwarden/domain/quality';
import type { JudgedLocation } from '../engine/judged-location.ts';

/**
 * `position` is keyed by (vehicle, time), but a terminal may send different reports of one second. Only an identical report is a
 * repetition. Another one is stored at the next free millisecond of its second.
 */

/** A stored report: its time and everything the terminal sent. */
export type StoredSecond = Pick<JudgedLocation, 'vehicleId' | (typeof CONTENT)[number] | 'extra'> & { readonly deviceAt: number };

/** Everything the terminal sent but its additional items and the time. */
const CONTENT = [
  'lng',
  'lat',
  'altitudeM',
  'speedKmh',
  'heading',
  'alarmBits',
  'statusBits',
  'odometerKm',
  'recorderKmh',
  'fuelL',
  'ioBits',
  'signal',
  'satellites',
] as const;

/** `repeated`: already stored, or before in the batch. `full`: no millisecond of the second is free. Both are indexes. */
export type Separation = { readonly repeated: Set<number>; readonly full: Set<number> };

/** The newest known device time of each vehicle. */
export type NewestTimes = Map<number, number>;

/** A time range of one vehicle: from a device time to before the end of its second, epoch ms. */
export type SecondRange = { readonly vehicleId: number; readonly from: number; readonly until: number };

export const endOfSecond = (at: number): number => (Math.floor(at / SECOND_MS) + 1) * SECOND_MS;

/**
 * Indexes of reports that are not newer than all known of their vehicle: their time may be taken. Notes the newer ones in `newest`.
 * The rest may only be taken if `newest` does not know the vehicle.
 */
export function findSuspects(reports: readonly JudgedLocation[], indexes: readonly number[], newest: NewestTimes): Set<number> {
  const suspects = new Set<number>();
  for (const i of indexes) {
    const { vehicleId, deviceAt, quality } = reports[i]!;
    const known = newest.get(vehicleId);
    // A time in the future is not noted: all reports until then would be suspects.
    const isOdd = (quality & QUALITY.time) !== 0;
    if (isOdd || (known !== undefined && deviceAt! <= known)) suspects.add(i);
    else newest.set(vehicleId, deviceAt!);
  }
  return suspects;
}

/** What must be read to separate the suspects. */
export function secondsOf(reports: readonly JudgedLocation[], suspects: Iterable<number>): SecondRange[] {
  const ranges = new Map<string, SecondRange>();
  for (const i of suspects) {
    const { vehicleId, deviceAt } = reports[i]!;
    const key = keyOf(vehicleId, deviceAt!);
    const from = Math.min(deviceAt!, ranges.get(key)?.from ?? deviceAt!);
    ranges.set(key, { vehicleId, from, until: endOfSecond(from) });
  }
  return [...ranges.values()];
}

/** Gives suspects a free time, or the time of their first delivery. Replaces reports; `stored` is what `secondsOf` asked for. */
export function separateSeconds(
  reports: JudgedLocation[],
  indexes: readonly number[],
  suspects: ReadonlySet<number>,
  stored: readonly StoredSecond[],
): Separation {
  const separation: Separation = { repeated: new Set(), full: new Set() };
  const seconds = new Map<string, Map<number, StoredSecond | JudgedLocation>>();
  for (const i of suspects) seconds.set(keyOf(reports[i]!.vehicleId, reports[i]!.deviceAt!), new Map());
  for (const row of stored) seconds.get(keyOf(row.vehicleId, row.deviceAt))?.set(row.deviceAt, row);
  for (const i of indexes) {
    const report = reports[i]!;
    const at = report.deviceAt!;
    const second = seconds.get(keyOf(report.vehicleId, at));
    if (second === undefined) continue;
    if (!suspects.has(i)) {
      second.set(at, report);
      continue;
    }
    const known = findIdentical(second, report);
    if (known !== undefined) {
      separation.repeated.add(i);
      reports[i] = { ...report, deviceAt: known };
      continue;
    }
    const free = findFree(second, at);
    if (free === undefined) {
      // A clock that stands still: its time cannot be believed.
      reports[i] = { ...report, quality: report.quality | QUALITY.time };
      separation.full.add(i);
      continue;
    }
    if (free !== at) reports[i] = { ...report, deviceAt: free };
    second.set(free, reports[i]!);
  }
  return separation;
}

const keyOf = (vehicleId: number, at: number): string => `${vehicleId}/${Math.floor(at / SECOND_MS)}`;

function findIdentical(second: ReadonlyMap<number, StoredSecond | JudgedLocation>, report: JudgedLocation): number | undefined {
  for (const [at, known] of second) if (at >= report.deviceAt! && isIdentical(known, report)) return at;
  return undefined;
}

/** `position` stores some numbers in 32 bits. */
function isIdentical(a: StoredSecond | JudgedLocation, b: JudgedLocation): boolean {
  for (const field of CONTENT) {
    const [x, y] = [a[field], b[field]];
    if (x !== y && (x === null || y === null || Math.fround(x) !== Math.fround(y) || WHOLE.has(field))) return false;
  }
  const [x, y] = [a.extra, b.extra];
  return x === y || (x !== null && y !== null && Buffer.compare(x, y) === 0);
}

/** Fields that are stored as they are. */
const WHOLE: ReadonlySet<string> = new Set(['lng', 'lat', 'alarmBits', 'statusBits', 'odometerKm']);

function findFree(second: ReadonlyMap<number, unknown>, from: number): number | undefined {
  for (let at = from; at < endOfSecond(from); at++) if (!second.has(at)) return at;
  return undefined;
}
