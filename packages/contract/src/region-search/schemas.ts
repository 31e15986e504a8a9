import { DAY_MS } from '@fleetwarden/domain/durations';
import { REGION_BUFFER_M } from '@fleetwarden/domain/region';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { MapRecord } from '../live/live.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';

/** Longest time a search of the past looks at (screen catalogue 3.2). */
const MAX_REGION_MS = DAY_MS;
/** Most vehicles in one result; a flag reports that there are more. */
export const MAX_FOUND = 5_000;
/** Most vehicles in one request. */
const MAX_NAMED = 5_000;
/** Longest stretch of the on/offline log of one call. */
const ONLINE_LOG_DAYS = 31;
export const MAX_ONLINE_LOG_MS = ONLINE_LOG_DAYS * DAY_MS;
/** Most corners in a request; above 100 the region is refused as too large. */
const MAX_CORNERS = 10_000;
const MAX_OUTLINE_RINGS = 2_000;

const lng = z.number().min(-180).max(180);
const lat = z.number().min(-85).max(85);
const place = z.tuple([lng, lat]);

/** Drawing modes 1-4 (specification 4); WGS-84 degrees and metres. */
const Region = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal(1),
    bounds: z
      .tuple([lng, lat, lng, lat])
      .refine(([west, south, east, north]) => west < east && south < north, { params: { key: 'rule.order', texts: {} } }),
  }),
  z.strictObject({ mode: z.literal(2), ring: z.array(place).min(3).max(MAX_CORNERS) }),
  z.strictObject({
    mode: z.literal(3),
    points: z.array(place).min(2).max(MAX_CORNERS),
    bufferM: z.number().min(REGION_BUFFER_M.least).max(REGION_BUFFER_M.most).default(REGION_BUFFER_M.usual),
  }),
  z.strictObject({ mode: z.literal(4), centre: place, radiusM: z.number().positive().max(10_000_000) }),
]);
export type RegionRequest = z.input<typeof Region>;

/** A vehicle as it is now, with where it belongs. */
const VehicleNow = MapRecord.extend({ deptId: z.string(), deptName: z.string(), drv: z.string(), phone: z.string() });
export type VehicleNow = z.infer<typeof VehicleNow>;

/** When a vehicle was in a region: first to last fix, number of visits, total time (s). */
const RegionStay = z.object({
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  firstTime: z.number(),
  lastTime: z.number(),
  stay: z.number(),
  times: z.number(),
});
export type RegionStay = z.infer<typeof RegionStay>;

/** Why a terminal went offline: timeout, its own close, a kick by a user, a new session, or server shutdown. */
export const offlineReasons = ['timeout', 'close', 'kick', 'relogin', 'server'] as const;
export type OfflineReason = (typeof offlineReasons)[number];

const OnlineEvent = z.object({
  id: z.string(),
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  online: z.boolean(),
  /** Epoch ms. */
  time: z.number(),
  /** null for going online. */
  reason: z.enum(offlineReasons).nullable(),
  /** For going offline: duration of the session, ms. */
  lasted: z.number().nullable(),
  transport: z.string(),
  protocolVersion: z.number().nullable(),
  peerIp: z.string(),
});
export type OnlineEvent = z.infer<typeof OnlineEvent>;

/** Which vehicles: those listed, or those of a department and its descendants, otherwise the followed ones; always within the scope. */
const which = { targIds: z.array(RecordId).max(MAX_NAMED).optional(), deptId: RecordId.optional() };

export const positionFormats = ['xlsx', 'csv'] as const;

export const regionSearchSchemas = {
  regionSearchTarg2: {
    summary:
      'Lists vehicles of the scope that are in a region now, by their newest fix. Refused as too large (区域过大) above 5,000 km² or 100 vertices. Use `outline` instead for a division of any size.',
    data: z
      .object({
        region: Region.optional(),
        outline: z.array(z.array(place).min(3)).min(1).max(MAX_OUTLINE_RINGS).optional(),
        deptId: RecordId.optional(),
      })
      .refine(({ region, outline }) => (region === undefined) !== (outline === undefined), {
        path: ['region'],
        params: { key: 'field.required', texts: {} },
      })
      .refine(({ outline = [] }) => outline.reduce((sum, ring) => sum + ring.length, 0) <= MAX_CORNERS, {
        path: ['outline'],
        params: { key: 'field.tooBig', texts: { max: MAX_CORNERS } },
      }),
    reply: z.object({ list: z.array(VehicleNow), total: z.number() }),
  },
  regionsearch: {
    summary:
      'Lists vehicles of the scope that were in a region within at most 24 h, with first time, last time and stay. Fails with 4029 if the search takes too long.',
    data: z
      .object({ region: Region, start: Instant, end: Instant, deptId: RecordId.optional() })
      .refine(({ start, end }) => start < end, { path: ['end'], params: { key: 'rule.order', texts: {} } })
      .refine(({ start, end }) => end - start <= MAX_REGION_MS, {
        path: ['end'],
        params: { key: 'regions.tooLong', texts: { hours: 24 } },
      }),
    reply: z.object({ list: z.array(RegionStay), total: z.number() }),
  },
  qrySelectedTarg: {
    summary: 'Returns the current state of vehicles: the listed ones, those of a department, or otherwise the followed ones.',
    data: z.object(which),
    reply: z.object({ list: z.array(VehicleNow) }),
  },
  listOnlineLog: {
    summary: 'Lists the times when terminals went online and offline, newest first. At most 31 days; the last 24 h by default.',
    data: withinDays(
      z.object({
        targIds: z.array(RecordId).max(MAX_NAMED).optional(),
        carNo: z.string().trim().max(32).optional(),
        /** 1 went online, 0 went offline. */
        online: z.union([z.literal(0), z.literal(1)]).optional(),
        startTime: Instant.optional(),
        endTime: Instant.optional(),
      }),
      ONLINE_LOG_DAYS,
    ),
    reply: z.object({ list: z.array(OnlineEvent) }),
  },
  exportCarPosition: {
    summary: 'Starts a task that exports the positions of vehicles to a file. Vehicles are selected as in car/qrySelectedTarg.',
    data: z.object({ ...which, format: z.enum(positionFormats).default('xlsx') }),
    reply: z.object({ taskId: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
