import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { CommandState, MAX_TARGETS } from '../commands/schemas.ts';
import { BoundCar, bindCarsCall, listCarsCall } from '../platforms/schemas.ts';
import { Geometry, inputSchema } from '../resources/field-schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { area } from './area-resource.ts';

/** Areas entered by one call; longer files are entered in lots. */
export const MAX_AREAS = 50;
/** Areas of one file. */
export const MAX_IN_FILE = 1_000;
/** Bytes of a file of areas. */
export const MAX_AREA_FILE_BYTES = 8 * 1_048_576;

const targIds = z.array(RecordId).min(1).max(MAX_TARGETS);

const resultCode = z.number().nullable();
const Sent = z.object({ targId: z.string(), seqId: z.string(), state: CommandState, resultCode });
const sent = z.object({ list: z.array(Sent) });

/** What is known of an area and one vehicle's terminal. */
export const AreaSent = BoundCar.extend({
  /** Whether the area is meant for the vehicle. */
  bound: z.boolean(),
  /** Of what the terminal was asked last: 1 to keep the area, 2 to forget it; null: nothing so far. */
  action: z.literal([1, 2]).nullable(),
  /** What became of that, as of any command. */
  state: CommandState.nullable(),
  resultCode,
  seqId: z.string().nullable(),
  /** Epoch ms. */
  askedAt: z.number().nullable(),
  /** The terminal has said that it keeps the area. */
  held: z.boolean(),
  /** It does, or nobody knows: it has not answered. */
  mayHold: z.boolean(),
  /** What it was sent is no longer how the area is. */
  outdated: z.boolean(),
});
export type AreaSent = z.infer<typeof AreaSent>;

const Shape = z.object({
  areaName: z.string(),
  /** RRGGBB; '' where the file says none. */
  color: z.string(),
  /** Null where it cannot be taken. */
  geo: z.custom<AreaGeometry>().nullable(),
  /** Why it cannot, in the caller's language; '' where it can. */
  problem: z.string(),
});
export type ReadShape = z.infer<typeof Shape>;

const ofArea = (key: keyof typeof area.fields) => inputSchema(area.fields[key]!);

/** Areas and routes, beyond what every resource has. */
export const geofencesCalls = defineCalls({
  nextAreaNo: {
    method: 'POST',
    path: 'area/nextAreaNo',
    permission: '20302',
    read: true,
    summary: 'A number no area of a department has: one more than its largest.',
    data: z.object({ deptId: RecordId }),
    reply: z.object({ areaNo: z.number() }),
  },
  // vehicles an area is meant for; nothing is sent to them by that
  bindAreaCar: bindCarsCall('area/bindCar', '20308'),
  listAreaCar: listCarsCall('area/listCar', '20301'),
  listSent: {
    method: 'POST',
    path: 'area/listSent',
    permission: '20301',
    read: true,
    paged: true,
    defaultLimit: 500,
    summary:
      "Vehicles an area is meant for and those whose terminals were told of it, in the caller's scope, by plate: what each terminal was asked last, what became of it, whether it keeps the area.",
    data: z.object({
      id: RecordId,
      /** Only those whose terminals keep it, or may. */
      mayHold: z.boolean().default(false),
    }),
    reply: z.object({ list: z.array(AreaSent) }),
  },
  sendArea: {
    method: 'POST',
    path: 'area/sendArea',
    permission: '20309',
    audited: true,
    summary:
      'Sends an area as it is to terminals (0x8600, 0x8602, 0x8604, 0x8606): to those named, or to all it is meant for. Results come as of any command.',
    data: z.object({ id: RecordId, targIds: targIds.optional(), queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  eraseArea: {
    method: 'POST',
    path: 'area/eraseArea',
    permission: '20310',
    audited: true,
    summary:
      'Has terminals forget an area (0x8601, 0x8603, 0x8605, 0x8607): those named, or all that keep it or may, by the number it was sent with.',
    data: z.object({ id: RecordId, targIds: targIds.optional(), queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  readShapes: {
    method: 'POST',
    path: 'area/readShapes',
    permission: '20305',
    audited: true,
    upload: { maxBytes: MAX_AREA_FILE_BYTES },
    summary:
      'Reads a file of areas (GeoJSON or KML, WGS-84) and changes nothing: what each of its shapes is, or why it cannot be taken.',
    data: z.object({}),
    reply: z.object({ list: z.array(Shape) }),
  },
  addShapes: {
    method: 'POST',
    path: 'area/addShapes',
    permission: '20305',
    audited: true,
    summary: 'Enters areas that were read of a file, all of them or none, with the next numbers of the department.',
    data: z.object({
      deptId: RecordId,
      useFor: ofArea('useFor'),
      areas: z
        .array(z.strictObject({ areaName: ofArea('areaName'), color: ofArea('color'), geo: Geometry }))
        .min(1)
        .max(MAX_AREAS),
    }),
    reply: z.object({ ids: z.array(z.string()) }),
  },
  exportShapes: {
    method: 'POST',
    path: 'area/exportShapes',
    permission: '20306',
    audited: true,
    summary: "Areas of the caller's scope as a file other maps read, all or those named; 5,000 at most.",
    data: z.object({ ids: z.array(RecordId).min(1).max(5_000).optional(), format: z.enum(['geojson', 'kml']) }),
    reply: z.object({ url: z.string() }),
  },
});
