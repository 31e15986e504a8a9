/** What a row of `position` and one of `vehicle_latest` say of a location. */
export type PositionRow = {
  readonly vehicle_id: number;
  readonly lng: number;
  readonly lat: number;
  readonly altitude_m: number;
  readonly speed_kmh: number;
  readonly heading: number;
  readonly alarm_bits: number;
  readonly status_bits: number;
  readonly odometer_km: number | null;
  readonly recorder_kmh: number | null;
  readonly fuel_l: number | null;
};
