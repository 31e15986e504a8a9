import { isTimeZone } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Media } from '../media/schemas.ts';
import { Instant } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_TRACK_MS, trackFormats, trackIntervals } from './track-rules.ts';

const integers = z.array(z.number().int());
const nullable = z.array(z.number().nullable());
/** Words that seldom change: [place of the first point it holds for, word]. */
const words = z.array(z.tuple([z.number().int(), z.number().int()]));

/**
 * Points by column, in time order; a column has one element per point. `t` epoch ms, `x` and `y` millionths of a degree (WGS-84):
 * first value, then differences. `sp` and `rs` (recorder) km/h, `d` heading, `h` metres above sea level, `km` odometer; null: unknown.
 * `s` and `a`: the status and alarm words of 0x0200, where they change. `unpackTrack` reads it.
 */
export const TrackPoints = z.object({
  t: integers,
  x: integers,
  y: integers,
  sp: z.array(z.number()),
  rs: nullable,
  d: integers,
  h: integers,
  km: nullable,
  s: words,
  a: words,
});
export type TrackPoints = z.infer<typeof TrackPoints>;

const place = { x: z.number(), y: z.number() };

export const TrackTrip = z.object({
  start: z.number(),
  end: z.number(),
  startX: z.number(),
  startY: z.number(),
  endX: z.number(),
  endY: z.number(),
  km: z.number(),
  /** Highest speed, km/h. */
  sp: z.number(),
});
export type TrackTrip = z.infer<typeof TrackTrip>;

export const TrackStop = z.object({
  start: z.number(),
  end: z.number(),
  ...place,
  /** Time with ignition on, s. */
  idle: z.number(),
});
export type TrackStop = z.infer<typeof TrackStop>;

/**
 * An alarm on the way: an alarm bit of 0x0200 from where it was set to where it was cleared (or the track ended), or one of a rule,
 * camera or sensor. `bit` is its row of ALARM_TYPES, which is the number of the bit below 32.
 */
export const TrackAlarm = z.object({
  bit: z.number().int(),
  start: z.number(),
  end: z.number(),
  ...place,
  /** Speed where it began, km/h. */
  sp: z.number(),
});
export type TrackAlarm = z.infer<typeof TrackAlarm>;

/** A vehicle's way through a geofence bound to it, from the first to the last point inside; null if the range cuts it off. */
export const TrackCrossing = z.object({
  areaId: z.string(),
  areaName: z.string(),
  /** AREA_USE. */
  useFor: z.number().int(),
  /** Epoch ms. */
  start: z.number(),
  end: z.number(),
  /** Whether entering and leaving were observed. */
  entered: z.boolean(),
  left: z.boolean(),
  ...place,
  km: z.number(),
  /** Highest speed, km/h. */
  sp: z.number(),
  /** It stayed for longer than the area allows. */
  tooLong: z.boolean(),
});
export type TrackCrossing = z.infer<typeof TrackCrossing>;

export const Track = z.object({
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  /** JT/T 697.7 vehicle type. */
  vehicleType: z.number(),
  points: TrackPoints,
  /** Stored positions of the range, including those left out here. */
  stored: z.number(),
  /** How many have no fix or impossible coordinates, and how many are drift. */
  unfixed: z.number(),
  drift: z.number(),
  /** Thinned: points within this distance of the interpolated line are left out; null: no thinning. */
  thinnedM: z.number().nullable(),
  /** Adopted kilometres of the range; of whole business days those of the reports. */
  km: z.number(),
  trips: z.array(TrackTrip),
  stops: z.array(TrackStop),
  alarms: z.array(TrackAlarm),
  /** Ways through the areas whose comings and goings the platform judges. */
  crossings: z.array(TrackCrossing),
  /** Media of its terminal; files without a position are placed where the vehicle was. */
  media: z.array(Media),
});
export type Track = z.infer<typeof Track>;

const range = z
  .object({ targId: RecordId, start: Instant, end: Instant })
  .refine(({ start, end }) => start < end, { path: ['end'], params: { key: 'rule.order', texts: {} } })
  .refine(({ start, end }) => end - start <= MAX_TRACK_MS, {
    path: ['end'],
    params: { key: 'track.tooLong', texts: { days: 30 } },
  });

export const tracksSchemas = {
  listTrack: {
    summary:
      'Returns the track of one vehicle, up to 30 days, with trips, stops, alarms, geofence crossings and media of its terminal. A track above 50,000 points is thinned, and the reply shows this. Ends, stops, ignition changes, alarm changes and gaps always remain.',
    data: range.safeExtend({
      /** One point per this many seconds; 0: all. */
      interval: z.literal(trackIntervals).default(0),
      /** Leaves out drift. */
      filterDrift: z.boolean().default(true),
    }),
    reply: Track,
  },
  listTrackDay: {
    summary:
      'Lists the days of a month that have positions of a vehicle, with their kilometres. For business days, these are the kilometres of the reports; for other days, those of the trips.',
    data: z.object({
      targId: RecordId,
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
      /** Time zone of the reader's days. Default: business days. */
      timeZone: z.string().max(64).refine(isTimeZone).optional(),
    }),
    reply: z.object({ list: z.array(z.object({ day: z.string(), km: z.number() })) }),
  },
  exportTrack: {
    summary: 'Starts a task that exports a track with every point as a file: a table, or lines for other maps.',
    data: range.safeExtend({ filterDrift: z.boolean().default(true), format: z.enum(trackFormats) }),
    reply: z.object({ taskId: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
