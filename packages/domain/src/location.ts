/**
 * A position report, independent of the protocol: UTC, WGS-84, km, km/h. Values as sent; the engine judges their plausibility
 * (`quality`).
 */
export type Location = {
  /** Device time of the fix, UTC epoch ms; null if unreadable. */
  readonly deviceAt: number | null;
  /** Degrees, east positive. */
  readonly lng: number;
  /** Degrees, north positive. */
  readonly lat: number;
  readonly altitudeM: number;
  readonly speedKmh: number;
  /** 0-359, 0 is north, clockwise. */
  readonly heading: number;
  /** The 32 alarm bits of 0x0200, unsigned. */
  readonly alarmBits: number;
  /** The 32 status bits of 0x0200, unsigned. */
  readonly statusBits: number;
  readonly odometerKm: number | null;
  readonly recorderKmh: number | null;
  readonly fuelL: number | null;
  readonly ioBits: number | null;
  readonly signal: number | null;
  readonly satellites: number | null;
  /** Additional items without a column, as received. */
  readonly extra: Uint8Array | null;
};

/** A location with its vehicle, as gateways pass it to ingest. */
export type LocationReported = Location & {
  readonly vehicleId: number;
  /** Time of arrival, UTC epoch ms. */
  readonly receivedAt: number;
  /** Backfill (0x0704 type 1): stored, but never live. */
  readonly backfill: boolean;
};
