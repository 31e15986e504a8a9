import type { LocationReported } from '@fleetwarden/domain/location';
import { judge } from '@fleetwarden/domain/quality';
import type { JudgedLocation } from '../engine/judged-location.ts';

const SMALLINT_MOST = 32_767;
const INTEGER_MOST = 2_147_483_647;
const FLOAT_MOST = 1e15;
// 0001-01-01 and 9999-12-31, what every reader of a timestamp can show
const TIME_LEAST = -62_135_596_800_000;
const TIME_MOST = 253_402_300_799_000;

/**
 * The report with its quality bits, in values that every column takes: a number that would not fit (NaN, infinite, out of range) is
 * bent after it was judged, so the bits tell which value was impossible. Nothing an edge hands over can fail a batch by its values.
 */
export function storable(r: LocationReported): JudgedLocation {
  return {
    vehicleId: r.vehicleId,
    receivedAt: time(r.receivedAt) ? r.receivedAt : 0,
    backfill: r.backfill,
    deviceAt: r.deviceAt !== null && time(r.deviceAt) ? r.deviceAt : null,
    lng: float(r.lng),
    lat: float(r.lat),
    altitudeM: float(r.altitudeM),
    speedKmh: float(r.speedKmh),
    heading: integer(r.heading, SMALLINT_MOST) ?? 0,
    alarmBits: r.alarmBits >>> 0,
    statusBits: r.statusBits >>> 0,
    odometerKm: floatOrNull(r.odometerKm),
    recorderKmh: floatOrNull(r.recorderKmh),
    fuelL: floatOrNull(r.fuelL),
    ioBits: integer(r.ioBits, INTEGER_MOST),
    signal: integer(r.signal, SMALLINT_MOST),
    satellites: integer(r.satellites, SMALLINT_MOST),
    extra: r.extra,
    quality: judge(r, r.receivedAt),
  };
}

// comparisons are written so that NaN fails them
const time = (value: number): boolean => value >= TIME_LEAST && value <= TIME_MOST;
const float = (value: number): number => (value >= -FLOAT_MOST && value <= FLOAT_MOST ? value : 0);
const floatOrNull = (value: number | null): number | null =>
  value !== null && value >= -FLOAT_MOST && value <= FLOAT_MOST ? value : null;
const integer = (value: number | null, most: number): number | null => {
  if (value === null || Number.isNaN(value)) return null;
  return Math.trunc(Math.max(-most, Math.min(most, value)));
};
