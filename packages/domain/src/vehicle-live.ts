import type { VehicleStatus } from './vehicle-status.ts';

/** Live state of a vehicle: the newest accepted location and the results of the engine. */
export type VehicleLive = {
  readonly vehicleId: number;
  readonly online: boolean;
  /** Time of the newest fix, epoch ms; null: never seen, or the device clock is unreadable. */
  readonly gnssAt: number | null;
  readonly receivedAt: number;
  /** WGS-84 degrees of the last known position, or null. */
  readonly lng: number | null;
  readonly lat: number | null;
  readonly altitudeM: number;
  readonly speedKmh: number;
  readonly recorderKmh: number | null;
  readonly heading: number;
  readonly alarmBits: number;
  readonly statusBits: number;
  readonly odometerKm: number | null;
  readonly fuelL: number | null;
  readonly signal: number | null;
  readonly satellites: number | null;
  /** Kilometres of the business day, by the adopted source. */
  readonly dayKm: number;
  readonly status: VehicleStatus;
  readonly statusSince: number;
  /** Shown although its time is impossible or very old. */
  readonly stale: boolean;
};
