import type { LocationReported } from '@fleetwarden/domain/location';
import { onEarth } from '@fleetwarden/domain/quality';

/** Live state of a vehicle: the columns of `vehicle_latest` that come from reports. Units as in `Location`. */
export type LivePoint = {
  deviceAt: number | null;
  receivedAt: number;
  /** Of the newest report with a fix; before the first fix as reported. */
  lng: number;
  lat: number;
  altitudeM: number;
  speedKmh: number;
  heading: number;
  alarmBits: number;
  statusBits: number;
  odometerKm: number | null;
  recorderKmh: number | null;
  fuelL: number | null;
  signal: number | null;
  satellites: number | null;
  /** Whether lng and lat come from a fix. */
  positioned: boolean;
};

/**
 * Updates the live state with a report. Coordinates change only with a fix at a valid place, so that a tunnel does not move the
 * vehicle to 0,0. Places abroad are valid although not qualified. Changes `point`.
 */
export function takeReport(point: LivePoint | null, report: LocationReported, fixed: boolean): LivePoint {
  const somewhere = onEarth(report.lng, report.lat);
  const live = point ?? firstPoint(report, somewhere);
  live.deviceAt = report.deviceAt;
  live.receivedAt = report.receivedAt;
  live.altitudeM = report.altitudeM;
  live.speedKmh = report.speedKmh;
  live.heading = report.heading;
  live.alarmBits = report.alarmBits;
  live.statusBits = report.statusBits;
  live.odometerKm = report.odometerKm;
  live.recorderKmh = report.recorderKmh;
  live.fuelL = report.fuelL;
  live.signal = report.signal;
  live.satellites = report.satellites;
  if (somewhere && (fixed || !live.positioned)) {
    live.lng = report.lng;
    live.lat = report.lat;
    live.positioned = fixed;
  }
  return live;
}

function firstPoint(report: LocationReported, somewhere: boolean): LivePoint {
  return {
    deviceAt: report.deviceAt,
    receivedAt: report.receivedAt,
    lng: somewhere ? report.lng : 0,
    lat: somewhere ? report.lat : 0,
    altitudeM: report.altitudeM,
    speedKmh: report.speedKmh,
    heading: report.heading,
    alarmBits: report.alarmBits,
    statusBits: report.statusBits,
    odometerKm: report.odometerKm,
    recorderKmh: report.recorderKmh,
    fuelL: report.fuelL,
    signal: report.signal,
    satellites: report.satellites,
    positioned: false,
  };
}
