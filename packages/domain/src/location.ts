/**
 * One position report of a terminal, free of its protocol: UTC, WGS-84, km, km/h.
 * Values are as the terminal said them; whether they are plausible is the engine's judgement (`quality`).
 */
export type Location = {
  /** The device's clock at the fix, UTC epoch ms; null where the frame carried none that can be read. */
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
  /** Additional items as received, for what no column holds. */
  readonly extra: Uint8Array | null;
};

/** A location with who reported it: what an edge hands to ingest. */
export type LocationReported = Location & {
  readonly vehicleId: number;
  /** When the server read it, UTC epoch ms. */
  readonly receivedAt: number;
  /** True for blind-zone backfill (0x0704 type 1): stored, but never live. */
  readonly backfill: boolean;
};
