import { CodecError, putDigits, Writer } from '../codec/index.ts';
import { digitsOfTime, timeOfBytes } from './time.ts';

/** Bytes of 0x0200 before its additional items. */
export const LOCATION_BYTES = 28;
const SOUTH = 1 << 2;
const WEST = 1 << 3;

/**
 * A position report in the core's units: UTC, signed WGS-84 degrees, km, km/h. Structurally the domain's `Location`.
 * null if the frame does not contain the value.
 */
export type LocationReading = {
  /** UTC epoch ms; null where the six bytes are no time. */
  deviceAt: number | null;
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
  /** Item 0x2A. */
  ioBits: number | null;
  signal: number | null;
  satellites: number | null;
  /** All additional items as received, copied; null where there are none. */
  extra: Uint8Array | null;
};

const int32 = (b: Uint8Array, at: number): number => (b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!;
const uint16 = (b: Uint8Array, at: number): number => (b[at]! << 8) | b[at + 1]!;

/** Degrees from the wire's magnitude and its status bit; a value that is negative already (two's complement) stays so. */
const degrees = (raw: number, negative: boolean): number => (negative && raw > 0 ? -raw : raw) / 1e6;

/**
 * Reads a 0x0200 body at `offset` (0x0201 and 0x0704 contain one) without codecs: the gateway's fast path.
 * Throws CodecError below 28 bytes; skips an additional item that does not fit.
 */
export const readLocation = (body: Uint8Array, offset = 0, length = body.length - offset): LocationReading => {
  if (length < LOCATION_BYTES || offset + length > body.length) {
    throw new CodecError(`location: needs ${LOCATION_BYTES} bytes, ${Math.min(length, body.length - offset)} left`, offset);
  }
  const end = offset + length;
  const statusBits = int32(body, offset + 4) >>> 0;
  const reading: LocationReading = {
    deviceAt: timeOfBytes(body, offset + 22),
    lng: degrees(int32(body, offset + 12), (statusBits & WEST) !== 0),
    lat: degrees(int32(body, offset + 8), (statusBits & SOUTH) !== 0),
    altitudeM: (uint16(body, offset + 16) << 16) >> 16,
    speedKmh: uint16(body, offset + 18) / 10,
    heading: uint16(body, offset + 20),
    alarmBits: int32(body, offset) >>> 0,
    statusBits,
    odometerKm: null,
    recorderKmh: null,
    fuelL: null,
    ioBits: null,
    signal: null,
    satellites: null,
    extra: null,
  };
  let at = offset + LOCATION_BYTES;
  if (at < end) reading.extra = body.slice(at, end);
  while (at + 2 <= end) {
    const id = body[at]!;
    const size = body[at + 1]!;
    at += 2;
    if (at + size > end) break;
    if (id === 0x01) {
      if (size === 4) reading.odometerKm = (int32(body, at) >>> 0) / 10;
    } else if (id === 0x02) {
      if (size === 2 && (body[at]! & 0x80) === 0) reading.fuelL = uint16(body, at) / 10;
    } else if (id === 0x03) {
      if (size === 2) reading.recorderKmh = uint16(body, at) / 10;
    } else if (id === 0x2a) {
      if (size === 2) reading.ioBits = uint16(body, at);
    } else if (id === 0x30) {
      if (size === 1) reading.signal = body[at]!;
    } else if (id === 0x31) {
      if (size === 1) reading.satellites = body[at]!;
    }
    at += size;
  }
  return reading;
};

/** Result of readLocationBatch: the readings, and the errors. */
export type LocationBatchReading = {
  /** True for type 1: sent later from a blind zone. */
  readonly backfill: boolean;
  readonly locations: readonly LocationReading[];
  /** Items too short to be a location, and a cut tail. */
  readonly bad: readonly Uint8Array[];
};

/** Reads a 0x0704 body. One bad item costs no other; the stated count is not believed. Throws CodecError under 3 bytes. */
export const readLocationBatch = (body: Uint8Array): LocationBatchReading => {
  if (body.length < 3) throw new CodecError(`locationBatch: needs 3 bytes, ${body.length} left`, 0);
  const locations: LocationReading[] = [];
  const bad: Uint8Array[] = [];
  let at = 3;
  while (at < body.length) {
    const size = at + 2 <= body.length ? uint16(body, at) : body.length;
    if (at + 2 + size > body.length) {
      bad.push(body.slice(at));
      break;
    }
    if (size < LOCATION_BYTES) bad.push(body.slice(at + 2, at + 2 + size));
    else locations.push(readLocation(body, at + 2, size));
    at += 2 + size;
  }
  return { backfill: body[2] === 1, locations, bad };
};

/** Input of writeLocation; absent values are written as 0 or left out. */
export type LocationInput = Pick<LocationReading, 'deviceAt' | 'lng' | 'lat'> & Partial<LocationReading>;

/**
 * A 0x0200 body. Signs of the coordinates go to the status bits; `extra` is written as it is, then those of the named
 * items it does not hold already, so writing what readLocation read gives the same bytes.
 * Throws CodecError for a coordinate beyond what 32 bits hold or a time that is not in 2000 to 2099.
 */
export const writeLocation = (location: LocationInput): Uint8Array => {
  const w = new Writer(0, LOCATION_BYTES + (location.extra?.length ?? 0) + 32);
  let status = (location.statusBits ?? 0) & ~(SOUTH | WEST);
  if (location.lat < 0) status |= SOUTH;
  if (location.lng < 0) status |= WEST;
  w.reserve(22);
  const view = new DataView(w.bytes.buffer);
  view.setUint32(0, location.alarmBits ?? 0);
  view.setUint32(4, status >>> 0);
  view.setUint32(8, micro(location.lat, 'lat'));
  view.setUint32(12, micro(location.lng, 'lng'));
  view.setInt16(16, Math.round(location.altitudeM ?? 0));
  view.setUint16(18, Math.round((location.speedKmh ?? 0) * 10));
  view.setUint16(20, Math.round(location.heading ?? 0));
  putDigits(w, digitsOfTime(location.deviceAt), 6);
  const extra = location.extra ?? null;
  if (extra !== null) w.append(extra);
  const item = (id: number, size: 1 | 2 | 4, value: number | null | undefined): void => {
    if (value === null || value === undefined || holds(extra, id)) return;
    const at = w.reserve(2 + size);
    w.bytes[at] = id;
    w.bytes[at + 1] = size;
    for (let i = 0; i < size; i++) w.bytes[at + 2 + i] = Math.floor(value / 256 ** (size - 1 - i)) & 0xff;
  };
  const tenths = (value: number | null | undefined): number | null | undefined =>
    value == null ? value : Math.round(value * 10);
  item(0x01, 4, tenths(location.odometerKm));
  item(0x02, 2, tenths(location.fuelL));
  item(0x03, 2, tenths(location.recorderKmh));
  item(0x2a, 2, location.ioBits);
  item(0x30, 1, location.signal);
  item(0x31, 1, location.satellites);
  return w.done();
};

const micro = (value: number, name: string): number => {
  const raw = Math.abs(Math.round(value * 1e6));
  if (!(raw <= 0x7fffffff)) throw new CodecError(`location.${name}: ${value} is no coordinate`);
  return raw;
};

/** True if an item of this id is among raw additional items. */
const holds = (extra: Uint8Array | null, id: number): boolean => {
  if (extra === null) return false;
  for (let at = 0; at + 2 <= extra.length; at += 2 + extra[at + 1]!) if (extra[at] === id) return true;
  return false;
};
