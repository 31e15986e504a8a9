import { z } from 'zod';
import { SuperviseTask } from '../regulators/regulator-questions.ts';

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
  /** When the server received it, epoch ms: the later one wins. */
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
  /** The id of the terminal, if it has one. */
  term: z.string().optional(),
  followed: z.boolean(),
  /** RUN_STATE where it is another than 1, in operation. */
  run: z.number().optional(),
});
export type InitRecord = z.infer<typeof InitRecord>;

/** `init`: pieces of the scope's vehicles, then the text `bye`. */
export const InitMessage = z.object({ data: z.array(InitRecord), total: z.number() });
export type InitMessage = z.infer<typeof InitMessage>;

/** State of an alarm. Times are epoch ms, the place WGS-84 degrees, speeds km/h. */
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
  /** Number of reports of this alarm. */
  alarmOften: z.number(),
  /** Separates alarms of one type: the terminal's own number, or that of a geofence; '0': none. */
  behaviorId: z.string(),
  /** The rule that raised it; null: the terminal. */
  schemeId: z.string().nullable(),
  /** True in the first message of an alarm. */
  raised: z.boolean(),
  /** null: it lasts. */
  endDate: z.number().nullable(),
  /** The most that was measured, and what was allowed, in the kind's unit. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** Part of an alarm storm: no popup. */
  storm: z.boolean(),
  drv: z.string(),
  deptId: z.string(),
  /** Number of photos and videos of the terminal. */
  files: z.number(),
  /** Rules want nothing to pop up, or nothing to sound, for it; it is listed all the same. */
  popup: z.literal(false).optional(),
  sound: z.literal(false).optional(),
});
export type AlarmResult = z.infer<typeof AlarmResult>;

/** A vehicle entered a risk area. */
export const FyAlarmResult = z.object({
  tid: z.string(),
  cno: z.string(),
  /** Time of entry, epoch ms. */
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
   * Clusters in place of records when the view holds too many vehicles; null: individual vehicles again.
   * A cell is [x, y, vehicles by status 0-6, tids]; x and y are its centre in WGS-84 degrees.
   * Only small cells list their vehicles, and those also have records.
   */
  cells: z
    .array(z.tuple([z.number(), z.number(), z.array(z.number()), z.array(z.string())]))
    .nullable()
    .optional(),
  /** The snapshot of the view with this number is complete with this message. */
  view: z.number().optional(),
  /** Alarms of the whole scope, live, in separate messages; none is ever dropped. */
  alarmResult: z.array(AlarmResult).optional(),
  /** Vehicles of the whole scope that entered risk areas. */
  fyAlarmResult: z.array(FyAlarmResult).optional(),
  /** Supervisions of superior platforms, to users who may list them; `commonmsg` sends the same. */
  warnSuperviseMessage: z.array(SuperviseTask).optional(),
  /** Sequence number of the last alarm sent; the client returns it as `alarmSeq` after a reconnect. */
  alarmSeq: z.number().optional(),
  /** More alarms occurred while disconnected than can be sent again: reload the alarm list. */
  alarmGap: z.literal(1).optional(),
  /** Server time, epoch ms; sent back as `since` after a cut. */
  at: z.number(),
});
export type GpsMessage = z.infer<typeof GpsMessage>;

/** Messages of a console on `gpsmsg` besides heartbeats. */
export const GpsRequest = z.object({
  /** After a cut: send what changed since this `at`. */
  since: z.number().optional(),
  /** After a reconnect: send the alarms after this sequence number. */
  alarmSeq: z.number().int().min(0).optional(),
  /**
   * Narrow to [west, south, east, north] degrees and/or these vehicles; null: all followed again. With a `zoom` (512 px tiles) below
   * UNCLUSTERED_ZOOM, vehicles within the bounds may come as `cells`. `n`: number of the
   * subscription; the server names it when the selection is complete.
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
  /** 1: the page is hidden, send nothing; 0: resume with the latest state of all changes. */
  paused: z.union([z.literal(0), z.literal(1)]).optional(),
});
export type GpsRequest = z.infer<typeof GpsRequest>;

/** `commonmsg`: everything that is not a position. */
export const CommonMessage = z.object({ type: z.string(), data: z.unknown() });
export type CommonMessage = z.infer<typeof CommonMessage>;
