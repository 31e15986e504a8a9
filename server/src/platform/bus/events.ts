/**
 * Every subject of the bus with what it carries. A slice that reports something adds its row here. Payloads are plain data
 * (they travel between machines one day) in the core's units: UTC epoch ms, WGS-84 degrees, km, km/h.
 */
export interface BusEvents {
  /** Vehicles whose newest known state moved on, one batch of ingest at a time. */
  'vehicle.updated': readonly VehicleUpdate[];
  /** Vehicles, their drivers or terminals were made, changed, moved or deleted by someone. */
  'vehicle.changed': { readonly vehicleIds: readonly number[] };
  /** Departments were made, renamed, moved or deleted. */
  'department.changed': { readonly departmentIds: readonly number[] };
  /** A login session ended: its sockets close, its next call is refused. */
  'session.ended': { readonly prefix: string; readonly reason: string };
  'terminal.online': { readonly vehicleId: number; readonly phone: string; readonly at: number };
  'terminal.offline': { readonly vehicleId: number; readonly phone: string; readonly at: number; readonly reason: string };
}

/** The newest known state of a vehicle, as vehicle_latest holds it. */
export type VehicleUpdate = {
  readonly vehicleId: number;
  /** null: the terminal's clock could not be read. */
  readonly gnssAt: number | null;
  readonly receivedAt: number;
  readonly lng: number;
  readonly lat: number;
  readonly altitudeM: number;
  readonly speedKmh: number;
  readonly heading: number;
  readonly alarmBits: number;
  readonly statusBits: number;
  readonly odometerKm: number | null;
  readonly recorderKmh: number | null;
  readonly fuelL: number | null;
  readonly signal: number | null;
  readonly satellites: number | null;
  /** Shown live although its time is impossible or very old. */
  readonly stale: boolean;
  readonly dayKm: number;
  readonly status: number;
  readonly statusSince: number;
};
