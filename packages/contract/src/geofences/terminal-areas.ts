import { z } from 'zod';

/** Areas as they are sent to terminals (0x8600, 0x8602, 0x8604, 0x8606). WGS-84 degrees, metres, km/h, seconds. */

const Lng = z.number().min(-180).max(180);
const Lat = z.number().min(-90).max(90);
const Point = z.strictObject({ lng: Lng, lat: Lat });
const KMH = z.number().int().min(1).max(160);
const DURATION = z.number().int().min(1).max(255);
/** The id on the terminal. */
export const AreaNo = z.number().int().min(1).max(4_294_967_295);
/** Time of day, 'HH:mm'. */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** The frame has two digits for the year: later dates would mean another century. */
const Instant = z
  .number()
  .int()
  .min(Date.UTC(2000, 0, 1))
  .max(Date.UTC(2099, 11, 31));

/** When an area applies: in a range of days (epoch ms), or at hours of every day, which may cross midnight. */
const Times = z.discriminatedUnion('mode', [
  z
    .strictObject({ mode: z.literal(1), start: Instant, end: Instant })
    .refine(({ start, end }) => start < end, { path: ['end'], params: { key: 'rule.order', texts: {} } }),
  z.strictObject({ mode: z.literal(2), start: Clock, end: Clock }),
]);

const alarms = {
  inDriver: z.boolean().default(false),
  inPlat: z.boolean().default(false),
  outDriver: z.boolean().default(false),
  outPlat: z.boolean().default(false),
};
const named = { areaNo: AreaNo, name: z.string().trim().max(50).default(''), times: Times.optional(), ...alarms };
const SpeedLimit = z.strictObject({
  maxSpeed: KMH,
  overDuration: DURATION,
  /** 2019 only. */
  nightMaxSpeed: KMH.optional(),
});
const inside = {
  speed: SpeedLimit.optional(),
  forbidDoor: z.boolean().default(false),
  closeComm: z.boolean().default(false),
  collectGnss: z.boolean().default(false),
};

/** The hemisphere is one bit of the whole area, so an area that crosses the equator or a meridian of 0° or 180° cannot be sent. */
const oneHemisphere = (points: readonly { readonly lng: number; readonly lat: number }[]): boolean =>
  [points.map(({ lng }) => lng), points.map(({ lat }) => lat)].every(
    (values) => values.every((value) => value >= 0) || values.every((value) => value <= 0),
  );
const acrossHemispheres = { params: { key: 'command.acrossHemispheres', texts: {} } };

export const TerminalCircle = z.strictObject({
  ...named,
  ...inside,
  lng: Lng,
  lat: Lat,
  radius: z.number().int().min(20).max(50_000),
});
export type TerminalCircle = z.output<typeof TerminalCircle>;

export const TerminalRectangle = z
  .strictObject({ ...named, ...inside, west: Lng, south: Lat, east: Lng, north: Lat })
  .refine(({ west, east }) => west < east, { path: ['east'], params: { key: 'rule.order', texts: {} } })
  .refine(({ south, north }) => south < north, { path: ['north'], params: { key: 'rule.order', texts: {} } })
  .refine(
    ({ west, south, east, north }) =>
      oneHemisphere([
        { lng: west, lat: south },
        { lng: east, lat: north },
      ]),
    acrossHemispheres,
  );
export type TerminalRectangle = z.output<typeof TerminalRectangle>;

export const TerminalPolygon = z.strictObject({
  ...named,
  ...inside,
  points: z.array(Point).min(3).max(100).refine(oneHemisphere, acrossHemispheres),
});
export type TerminalPolygon = z.output<typeof TerminalPolygon>;

/** A segment starts at its corner and ends at the next; that of the last corner is ignored. Hemispheres belong to the segment. */
const Corner = z.strictObject({
  ...Point.shape,
  width: z.number().int().min(5).max(255),
  /** To drive through the segment: shorter is too fast, longer too slow. */
  minSec: z.number().int().min(0).max(65_535).optional(),
  maxSec: z.number().int().min(1).max(65_535).optional(),
  speed: SpeedLimit.optional(),
});

export const TerminalRoute = z.strictObject({ ...named, corners: z.array(Corner).min(2).max(200) });
export type TerminalRoute = z.output<typeof TerminalRoute>;
