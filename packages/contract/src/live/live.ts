import { z } from 'zod';

/** Vehicle map record: position in WGS-84 degrees, `d` heading, `sp` km/h, `status` '0'-'6', `color` plate colour code. */
export const MapRecord = z.object({
  tid: z.string(),
  cid: z.string(),
  cno: z.string(),
  /** null until the vehicle has been seen somewhere. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  d: z.number(),
  status: z.string(),
  color: z.number(),
  sp: z.number(),
  /** Icon set 1 coach, 2 truck, 3 special. */
  type: z.number(),
  /** JT/T 697.7 vehicle type. */
  vmt: z.number(),
  /** Time of the fix, epoch ms. */
  t: z.number().nullable(),
  /** When the server got it, epoch ms: a later one wins. */
  r: z.number(),
  /** Since when `status` holds, epoch ms. */
  st: z.number(),
  /** 0x0200 status and alarm bits. */
  s: z.number(),
  a: z.number(),
  /** Kilometres of the business day. */
  km: z.number(),
  /** 1: the time is impossible or very old. */
  stale: z.number(),
  alarmStrs: z.array(z.string()).optional(),
});
export type MapRecord = z.infer<typeof MapRecord>;

/** One vehicle of the initial list: the map record with where it belongs. */
export const InitRecord = MapRecord.extend({
  deptId: z.string(),
  drv: z.string(),
  phone: z.string(),
  /** The terminal's own id, where it has one. */
  term: z.string().optional(),
  followed: z.boolean(),
  /** RUN_STATE where it is another than 1, in operation. */
  run: z.number().optional(),
});
export type InitRecord = z.infer<typeof InitRecord>;

/** `init`: pieces of the scope's vehicles, then the text `bye`. */
export const InitMessage = z.object({ data: z.array(InitRecord), total: z.number() });
export type InitMessage = z.infer<typeof InitMessage>;

/** What has become of an alarm. Times are epoch ms, the place WGS-84 degrees, speeds km/h. */
export const AlarmResult = z.object({
  tid: z.string(),
  cid: z.string(),
  cno: z.string(),
  alarmGid: z.string(),
  /** Row of ALARM_TYPES: its number on the wire. */
  warnId: z.number(),
  /** Level: 1 notice, 2 alarm, 3 serious. */
  warnType: z.number(),
  /** The last report in which it was so, and the first. */
  warnDate: z.number(),
  warnStartDate: z.number(),
  /** Numbers of the alarms it is about, with commas. */
  alarms: z.string(),
  speed: z.number(),
  originalLongitude: z.number(),
  originalLatitude: z.number(),
  /** How often it was told. */
  alarmOften: z.number(),
  /** Which of several that raise this kind: the terminal's own number, an area's; '0': none. */
  behaviorId: z.string(),
  /** The rule that raised it; null: the terminal. */
  schemeId: z.string().nullable(),
  /** Told for the first time. */
  raised: z.boolean(),
  /** null: it lasts. */
  endDate: z.number().nullable(),
  /** The most that was measured, and what was allowed, in the kind's unit. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** One of so many that came too quickly one after the other: it pops up nowhere. */
  storm: z.boolean(),
  drv: z.string(),
  deptId: z.string(),
  /** How many pictures and films the terminal has of it. */
  files: z.number(),
  /** Rules want nothing to pop up, or nothing to sound, for it; it is listed all the same. */
  popup: z.literal(false).optional(),
  sound: z.literal(false).optional(),
});
export type AlarmResult = z.infer<typeof AlarmResult>;

/** A vehicle came into an area of risk. */
export const FyAlarmResult = z.object({
  tid: z.string(),
  cno: z.string(),
  /** When, epoch ms. */
  intDate: z.number(),
  areaName: z.string(),
});
export type FyAlarmResult = z.infer<typeof FyAlarmResult>;

/**
 * `gpsmsg`, once a second at the most: latest record of each followed vehicle that changed. A heartbeat is answered with a
 * message whose `data` is empty.
 */
export const GpsMessage = z.object({
  data: z.array(MapRecord),
  /** Status changes of all vehicles of the scope, followed or not, for tree and counts: [tid, status, since]. */
  states: z.array(z.tuple([z.string(), z.string(), z.number()])).optional(),
  /** Vehicles or departments were added, moved or removed: read `init` again. */
  reload: z.literal(1).optional(),
  /**
   * Where the view holds too many to be told one by one: how many vehicles stand where, in place of their records; null: one by one
   * again. A cell is [x, y, vehicles by status 0-6, tids], x and y their middle in WGS-84 degrees; only cells of few vehicles name
   * them, and those have records of their own.
   */
  cells: z
    .array(z.tuple([z.number(), z.number(), z.array(z.number()), z.array(z.string())]))
    .nullable()
    .optional(),
  /** All that lies in the view of this number was told, up to and including this message. */
  view: z.number().optional(),
  /** Alarms of the whole scope, as they come, in messages of their own; none is ever left out. */
  alarmResult: z.array(AlarmResult).optional(),
  /** Vehicles of the whole scope that came into areas of risk. */
  fyAlarmResult: z.array(FyAlarmResult).optional(),
  /** All alarms up to this number were told; sent back as `alarmSeq` after a cut. */
  alarmSeq: z.number().optional(),
  /** More alarms came during a cut than are told again: read the list of alarms. */
  alarmGap: z.literal(1).optional(),
  /** Server time, epoch ms; sent back as `since` after a cut. */
  at: z.number(),
});
export type GpsMessage = z.infer<typeof GpsMessage>;

/** What a console may say on `gpsmsg` besides heartbeats. */
export const GpsRequest = z.object({
  /** After a cut: send what changed since this `at`. */
  since: z.number().optional(),
  /** After a cut: tell the alarms that came after this number. */
  alarmSeq: z.number().int().min(0).optional(),
  /**
   * Narrow to [west, south, east, north] degrees and/or these vehicles; null: all followed again. With a `zoom` (512 px tiles) below
   * UNCLUSTERED_ZOOM, vehicles within the bounds may come as `cells`. `n`: its number, named when all of it was told.
   */
  view: z
    .object({
      bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
      zoom: z.number().min(0).max(30).optional(),
      tids: z.array(z.string()).max(5_000).optional(),
      n: z.number().int().optional(),
    })
    .nullable()
    .optional(),
  /** 1: nobody looks, send nothing; 0: go on, with the latest of all that changed. */
  paused: z.union([z.literal(0), z.literal(1)]).optional(),
});
export type GpsRequest = z.infer<typeof GpsRequest>;

/** `commonmsg`: everything that is not a position. */
export const CommonMessage = z.object({ type: z.string(), data: z.unknown() });
export type CommonMessage = z.infer<typeof CommonMessage>;
