import { businessDay } from '@fleetwarden/domain/business-day';
import { adoptedKm, countedKm, type MileageSource, odometerStepKm, shareAfter } from '@fleetwarden/domain/mileage';
import type { TrackPoint } from './drift.ts';

/** Kilometres of the current business day by both sources, and the last odometer reading. Epoch ms, km. */
export type DayMileage = {
  startAt: number;
  endAt: number;
  gnssKm: number;
  odometerKm: number;
  reading: { at: number; km: number } | null;
  /** What late positions of a day add. */
  late?: LateMileage;
};

/** Kilometres of a day beyond those of the live stream. Epoch ms, km. */
export type LateMileage = {
  readonly startAt: number;
  readonly endAt: number;
  readonly gnssKm: number;
  readonly odometerKm: number;
};

export function emptyDayMileage(): DayMileage {
  return { startAt: 0, endAt: 0, gnssKm: 0, odometerKm: 0, reading: null };
}

/** Starts a new day if `at` lies in a later one: both sums become zero. Changes `day`. */
export function rollDay(day: DayMileage, at: number, timeZone: string): void {
  if (at < day.endAt) return;
  const { startAt, endAt } = businessDay(at, timeZone);
  day.startAt = startAt;
  day.endAt = endAt;
  day.gnssKm = 0;
  day.odometerKm = 0;
}

/** Adds a GNSS step of `km`; a step that started yesterday counts by its share of time. Changes `day`. */
export function addGnss(day: DayMileage, from: TrackPoint, to: TrackPoint, km: number): void {
  day.gnssKm += countedKm(km, to.speedKmh) * shareAfter(from.at, to.at, day.startAt);
}

/** Adds the step to a new odometer reading, with or without a fix: tunnels count too. Changes `day`. */
export function addReading(day: DayMileage, at: number, km: number): void {
  const { reading } = day;
  if (reading === null) {
    day.reading = { at, km };
    return;
  }
  day.odometerKm += odometerStepKm(reading.km, km, at - reading.at) * shareAfter(reading.at, at, day.startAt);
  reading.at = at;
  reading.km = km;
}

/** Adopted kilometres of the day, late positions included; 0 if `now` lies on a later day than the newest point. */
export function dayKm(day: DayMileage, source: MileageSource, now: number): number {
  const live = now < day.endAt ? day : NOTHING;
  const late = day.late !== undefined && now >= day.late.startAt && now < day.late.endAt ? day.late : NOTHING;
  return adoptedKm(source, live.odometerKm + late.odometerKm, live.gnssKm + late.gnssKm);
}
const NOTHING = { gnssKm: 0, odometerKm: 0 };
