import {
  bcd,
  bytes,
  type Codec,
  CodecError,
  gbk,
  list,
  NO_PARENT,
  type OptionalCodec,
  type Parent,
  Reader,
  scaled,
  struct,
  u8,
  u16,
  u32,
  when,
} from '../../codec/index.ts';
import { since2019 } from './since.ts';

/** Bits of an area's `attributes` (JT/T 808-2019 table 59). A route has `timed` and the four alarms alone. */
export const AREA_BITS = {
  timed: 1 << 0,
  speedLimited: 1 << 1,
  inToDriver: 1 << 2,
  inToPlatform: 1 << 3,
  outToDriver: 1 << 4,
  outToPlatform: 1 << 5,
  south: 1 << 6,
  west: 1 << 7,
  doorForbidden: 1 << 8,
  offAir: 1 << 14,
  detailed: 1 << 15,
} as const;

/** Bits of a route segment's `attributes` (table 66). */
export const SEGMENT_BITS = { drivingTime: 1 << 0, speedLimited: 1 << 1, south: 1 << 2, west: 1 << 3 } as const;

const says = (bit: number) => (parent: Parent) => (Number(parent['attributes']) & bit) !== 0;
const timed = says(AREA_BITS.timed);
const speedLimited = says(AREA_BITS.speedLimited);

/** Magnitudes: the hemispheres are attribute bits. */
const degrees = scaled(u32, 1e6);
/** YYMMDDhhmmss, GMT+8; a date of zeros means every day. */
const times = { startTime: when(timed, bcd(6)), endTime: when(timed, bcd(6)) };
const limits = { maxSpeedKmh: when(speedLimited, u16), overspeedS: when(speedLimited, u8) };
/** A lower limit applies at night; limit and name were added in 2019. */
const night = (limited: (parent: Parent) => boolean): OptionalCodec<number> =>
  when((parent, version) => version >= 2019 && limited(parent), u16);
const added2019 = { nightMaxSpeedKmh: night(speedLimited), name: since2019(gbk(u16), '') };

const Circle = struct({
  id: u32,
  attributes: u16,
  latitude: degrees,
  longitude: degrees,
  radiusM: u32,
  ...times,
  ...limits,
  ...added2019,
});

/** Corners: top left, bottom right. */
const Rectangle = struct({
  id: u32,
  attributes: u16,
  top: degrees,
  left: degrees,
  bottom: degrees,
  right: degrees,
  ...times,
  ...limits,
  ...added2019,
});

/** `action`: 0 replace all areas, 1 add, 2 change. */
const several = <T>(item: Codec<T>) => struct({ action: u8, items: list(item, { stated: u8 }) });

/** 0x8600. */
export const SetCircles = several(Circle);
/** 0x8602. */
export const SetRectangles = several(Rectangle);

/** 0x8604: one at a time. */
export const SetPolygon = struct({
  id: u32,
  attributes: u16,
  ...times,
  ...limits,
  vertices: list(struct({ latitude: degrees, longitude: degrees }), u16),
  ...added2019,
});

const segmentTimed = says(SEGMENT_BITS.drivingTime);
const segmentLimited = says(SEGMENT_BITS.speedLimited);

/** 0x8606. Each corner starts the segment in the same item. */
export const SetRoute = struct({
  id: u32,
  attributes: u16,
  ...times,
  corners: list(
    struct({
      id: u32,
      segmentId: u32,
      latitude: degrees,
      longitude: degrees,
      widthM: u8,
      attributes: u8,
      tooLongS: when(segmentTimed, u16),
      tooShortS: when(segmentTimed, u16),
      maxSpeedKmh: when(segmentLimited, u16),
      overspeedS: when(segmentLimited, u8),
      nightMaxSpeedKmh: night(segmentLimited),
    }),
    u16,
  ),
  name: since2019(gbk(u16), ''),
});

/** 0x8601, 0x8603, 0x8605, 0x8607: none named means all. */
export const DeleteAreas = struct({ ids: list(u32, { stated: u8 }) });

/** 0x8608, 2019. Kind 1 circle, 2 rectangle, 3 polygon, 4 route; none named means all of the kind. */
export const QueryAreas = struct({ kind: u8, ids: list(u32, { stated: u32 }) });

/** 0x0608, 2019. `readAreas` reads `data`. */
export const AreasReply = struct({ kind: u8, count: u32, data: bytes('rest') });

const read = <T>(codec: Codec<T>, data: Uint8Array): T[] | null => {
  const r = new Reader(data, 2019);
  const out: T[] = [];
  try {
    while (r.left > 0) out.push(codec.read(r, NO_PARENT));
    return out;
  } catch (error) {
    if (error instanceof CodecError) return null;
    throw error;
  }
};

/** An area as stored by a terminal: fields as in the message that sets it. */
export type TerminalArea = Readonly<Record<string, unknown>> & { readonly id: number };

/** The reading whose number of areas matches the terminal's count. */
const fitting = (count: number, ...readings: readonly (readonly TerminalArea[] | null)[]): readonly TerminalArea[] | null =>
  readings.find((areas) => areas !== null && areas.length === count) ?? null;

/**
 * The areas of a 0x0608. The standard leaves open whether circles and rectangles are plain items or bodies with action and
 * count, so both forms are read. null for other data or another kind.
 */
export const readAreas = (kind: number, count: number, data: Uint8Array): readonly TerminalArea[] | null => {
  // a nested body counts its own items and does not reach to the end
  const bodies = <T extends TerminalArea>(item: Codec<T>) =>
    fitting(
      count,
      read(struct({ action: u8, items: list(item, u8) }), data)?.flatMap(({ items }) => items) ?? null,
      read(item, data),
    );
  if (kind === 1) return bodies(Circle);
  if (kind === 2) return bodies(Rectangle);
  if (kind === 3) return fitting(count, read(SetPolygon, data));
  return kind === 4 ? fitting(count, read(SetRoute, data)) : null;
};
