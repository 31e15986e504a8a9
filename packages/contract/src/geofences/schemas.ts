import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { CommandState, MAX_TARGETS } from '../commands/schemas.ts';
import { BoundCar, bindCars, listCars } from '../platforms/schemas.ts';
import { Geometry, inputSchema } from '../resources/field-schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { area } from './area-resource.ts';
import { MAX_AREAS } from './limits.ts';

const targIds = z.array(RecordId).min(1).max(MAX_TARGETS);

const resultCode = z.number().nullable();
const Sent = z.object({ targId: z.string(), seqId: z.string(), state: CommandState, resultCode });
const sent = z.object({ list: z.array(Sent) });

/** State of a geofence in the terminal of one vehicle. */
export const AreaSent = BoundCar.extend({
  /** Whether the area is meant for the vehicle. */
  bound: z.boolean(),
  /** The last command: 1 store the geofence, 2 delete it; null: none yet. */
  action: z.literal([1, 2]).nullable(),
  /** State of that command. */
  state: CommandState.nullable(),
  resultCode,
  seqId: z.string().nullable(),
  /** Epoch ms. */
  askedAt: z.number().nullable(),
  /** The terminal confirmed that it stores the geofence. */
  held: z.boolean(),
  /** It does, or its state is unknown because it did not answer. */
  mayHold: z.boolean(),
  /** The terminal has an older version of the geofence. */
  outdated: z.boolean(),
});
export type AreaSent = z.infer<typeof AreaSent>;

const Shape = z.object({
  areaName: z.string(),
  /** RRGGBB; '' if the file has none. */
  color: z.string(),
  /** Null if it cannot be imported. */
  geo: z.custom<AreaGeometry>().nullable(),
  /** Why it cannot, in the caller's language; '' where it can. */
  problem: z.string(),
});
export type ReadShape = z.infer<typeof Shape>;

const ofArea = (key: keyof typeof area.fields) => inputSchema(area.fields[key]!);

export const geofencesSchemas = {
  nextAreaNo: {
    summary: 'A number no area of a department has: one more than its largest.',
    data: z.object({ deptId: RecordId }),
    reply: z.object({ areaNo: z.number() }),
  },
  bindAreaCar: bindCars,
  listAreaCar: listCars,
  listSent: {
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
    summary:
      'Sends an area as it is to terminals (0x8600, 0x8602, 0x8604, 0x8606): to those named, or to all it is meant for. Results come as of any command.',
    data: z.object({ id: RecordId, targIds: targIds.optional(), queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  eraseArea: {
    summary:
      'Has terminals forget an area (0x8601, 0x8603, 0x8605, 0x8607): those named, or all that keep it or may, by the number it was sent with.',
    data: z.object({ id: RecordId, targIds: targIds.optional(), queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  readShapes: {
    summary:
      'Reads a file of areas (GeoJSON or KML, WGS-84) and changes nothing: what each of its shapes is, or why it cannot be taken.',
    data: z.object({}),
    reply: z.object({ list: z.array(Shape) }),
  },
  addShapes: {
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
    summary: "Areas of the caller's scope as a file other maps read, all or those named; 5,000 at most.",
    data: z.object({ ids: z.array(RecordId).min(1).max(5_000).optional(), format: z.enum(['geojson', 'kml']) }),
    reply: z.object({ url: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
