import type { LocationReported } from '@fleetwarden/domain/location';
import { judge } from '@fleetwarden/domain/quality';
import type { JudgedLocation } from '../engine/judged-location.ts';

const MAX_SMALLINT = 32_767;
const MAX_INTEGER = 2_147_483_647;
const MAX_FLOAT = 1e15;
// 0001-01-01 and 9999-12-31, what every reader of a timestamp can show
const MIN_TIME = -62_135_596_800_000;
const MAX_TIME = 253_402_300_799_000;

/**
 * The report with its quality bits, in values that every column accepts. Numbers that do not fit (NaN, infinite, out of range) are replaced
 * after the quality bits are set, so the bits name the impossible value. No value can make a batch fail.
 */
export function toStorable(r: LocationReported): JudgedLocation {
  return {
    vehicleId: r.vehicleId,
    receivedAt: time(r.receivedAt) ? r.receivedAt : 0,
    backfill: r.backfill,
    deviceAt: r.deviceAt !== null && time(r.deviceAt) ? r.deviceAt : null,
    lng: float(r.lng),
    lat: float(r.lat),
    altitudeM: float(r.altitudeM),
    speedKmh: float(r.speedKmh),
    heading: integer(r.heading, MAX_SMALLINT) ?? 0,
    alarmBits: r.alarmBits >>> 0,
    statusBits: r.statusBits >>> 0,
    odometerKm: floatOrNull(r.odometerKm),
    recorderKmh: floatOrNull(r.recorderKmh),
    fuelL: floatOrNull(r.fuelL),
    ioBits: integer(r.ioBits, MAX_INTEGER),
    signal: integer(r.signal, MAX_SMALLINT),
    satellites: integer(r.satellites, MAX_SMALLINT),
    extra: r.extra,
    quality: judge(r, r.receivedAt),
  };
}

// comparisons are written so that NaN fails them
const time = (value: number): boolean => value >= MIN_TIME && value <= MAX_TIME;
const float = (value: number): number => (value >= -MAX_FLOAT && value <= MAX_FLOAT ? value : 0);
const floatOrNull = (value: number | null): number | null =>
  value !== null && value >= -MAX_FLOAT && value <= MAX_FLOAT ? value : null;
const integer = (value: number | null, most: number): number | null => {
  if (value === null || Number.isNaN(value)) return null;
  return Math.trunc(Math.max(-most, Math.min(most, value)));
};
