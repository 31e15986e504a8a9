import { AREA_BITS, SEGMENT_BITS } from './messages/areas.ts';
import type { BodyOf } from './messages/table.ts';
import { digitsOfTime } from './time.ts';

/** Areas in the core's units (signed degrees, epoch ms, km/h, s), as bodies of the messages that set them. */

type AreaSpeed = {
  readonly maxSpeed: number;
  readonly overDuration: number;
  readonly nightMaxSpeed?: number | undefined;
};
/** 1: from one instant to another; 2: from one time of day, 'HH:mm' in GMT+8, to another, every day. */
type AreaTimes =
  | { readonly mode: 1; readonly start: number; readonly end: number }
  | { readonly mode: 2; readonly start: string; readonly end: string };
type AreaPoint = { readonly lng: number; readonly lat: number };

type Named = {
  readonly areaNo: number;
  readonly name: string;
  readonly times?: AreaTimes | undefined;
  readonly inDriver: boolean;
  readonly inPlat: boolean;
  readonly outDriver: boolean;
  readonly outPlat: boolean;
};
type Inside = {
  readonly speed?: AreaSpeed | undefined;
  readonly forbidDoor: boolean;
  readonly closeComm: boolean;
  readonly collectGnss: boolean;
};
export type CircleInput = Named & Inside & AreaPoint & { readonly radius: number };
export type RectangleInput = Named &
  Inside & { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
export type PolygonInput = Named & Inside & { readonly points: readonly AreaPoint[] };
export type RouteInput = Named & {
  readonly corners: readonly (AreaPoint & {
    readonly width: number;
    readonly minSec?: number | undefined;
    readonly maxSec?: number | undefined;
    readonly speed?: AreaSpeed | undefined;
  })[];
};

const bits = (...rows: readonly (readonly [bit: number, set: boolean])[]): number =>
  rows.reduce((sum, [bit, set]) => (set ? sum + bit : sum), 0);

const EVERY_DAY = '000000';
const toDigits = (at: number | string): string =>
  typeof at === 'number' ? digitsOfTime(at) : `${EVERY_DAY}${at.replace(':', '')}00`;

const encodeTimes = (times: AreaTimes | undefined) =>
  times === undefined ? {} : { startTime: toDigits(times.start), endTime: toDigits(times.end) };

const encodeLimits = (speed: AreaSpeed | undefined) =>
  speed === undefined
    ? {}
    : {
        maxSpeedKmh: speed.maxSpeed,
        overspeedS: speed.overDuration,
        // 2019 always has the field, also without a separate limit at night
        nightMaxSpeedKmh: speed.nightMaxSpeed ?? speed.maxSpeed,
      };

const namedBits = ({ times, inDriver, inPlat, outDriver, outPlat }: Named): number =>
  bits(
    [AREA_BITS.timed, times !== undefined],
    [AREA_BITS.inToDriver, inDriver],
    [AREA_BITS.inToPlatform, inPlat],
    [AREA_BITS.outToDriver, outDriver],
    [AREA_BITS.outToPlatform, outPlat],
  );

/** `within`: points of the area, all in one hemisphere each way. */
const encodeAttributes = (area: Named & Inside, within: readonly AreaPoint[]): number =>
  namedBits(area) +
  bits(
    [AREA_BITS.speedLimited, area.speed !== undefined],
    [AREA_BITS.south, within.some(({ lat }) => lat < 0)],
    [AREA_BITS.west, within.some(({ lng }) => lng < 0)],
    [AREA_BITS.doorForbidden, area.forbidDoor],
    [AREA_BITS.offAir, area.closeComm],
    [AREA_BITS.detailed, area.collectGnss],
  );

const common = (area: Named & Inside, within: readonly AreaPoint[]) => ({
  id: area.areaNo,
  attributes: encodeAttributes(area, within),
  ...encodeTimes(area.times),
  ...encodeLimits(area.speed),
  name: area.name,
});
const placed = ({ lng, lat }: AreaPoint) => ({ latitude: Math.abs(lat), longitude: Math.abs(lng) });

/** The item of a 0x8600. */
export const encodeCircle = (area: CircleInput): BodyOf<0x8600>['items'][number] => ({
  ...common(area, [area]),
  ...placed(area),
  radiusM: area.radius,
});

/** The item of a 0x8602. */
export const encodeRectangle = (area: RectangleInput): BodyOf<0x8602>['items'][number] => ({
  ...common(area, [
    { lng: area.west, lat: area.south },
    { lng: area.east, lat: area.north },
  ]),
  top: Math.abs(area.north),
  left: Math.abs(area.west),
  bottom: Math.abs(area.south),
  right: Math.abs(area.east),
});

/** The body of a 0x8604. */
export const encodePolygon = (area: PolygonInput): BodyOf<0x8604> => ({
  ...common(area, area.points),
  vertices: area.points.map(placed),
});

/** The body of a 0x8606. Corners and segments are numbered from 1. */
export const encodeRoute = (route: RouteInput): BodyOf<0x8606> => ({
  id: route.areaNo,
  attributes: namedBits(route),
  ...encodeTimes(route.times),
  corners: route.corners.map((corner, i) => {
    const { minSec, maxSec, speed, width } = corner;
    const driving = minSec !== undefined || maxSec !== undefined;
    return {
      id: i + 1,
      segmentId: i + 1,
      ...placed(corner),
      widthM: width,
      attributes: bits(
        [SEGMENT_BITS.drivingTime, driving],
        [SEGMENT_BITS.speedLimited, speed !== undefined],
        [SEGMENT_BITS.south, corner.lat < 0],
        [SEGMENT_BITS.west, corner.lng < 0],
      ),
      // an absent limit is written as one that is never reached
      ...(driving ? { tooLongS: maxSec ?? 0xffff, tooShortS: minSec ?? 0 } : {}),
      ...encodeLimits(speed),
    };
  }),
  name: route.name,
});
