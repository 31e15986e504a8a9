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
    summary: 'Returns the next free geofence number of a department: its largest number plus one.',
    data: z.object({ deptId: RecordId }),
    reply: z.object({ areaNo: z.number() }),
  },
  bindAreaCar: bindCars,
  listAreaCar: listCars,
  listSent: {
    summary:
      'Lists vehicles in the caller’s scope that a geofence is assigned to or whose terminals received a command for it, sorted by plate. Shows the last command to each terminal, its result, and whether the terminal stores the geofence.',
    data: z.object({
      id: RecordId,
      /** Only those whose terminals keep it, or may. */
      mayHold: z.boolean().default(false),
    }),
    reply: z.object({ list: z.array(AreaSent) }),
  },
  sendArea: {
    summary:
      'Sends the current version of a geofence to terminals (0x8600, 0x8602, 0x8604, 0x8606): to the given vehicles, or to all assigned ones. Results arrive as for any command.',
    data: z.object({ id: RecordId, targIds: targIds.optional(), queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  eraseArea: {
    summary:
      'Deletes a geofence from terminals (0x8601, 0x8603, 0x8605, 0x8607), by the number it was sent with. Applies to the given vehicles, or to all whose terminals store it or may store it.',
    data: z.object({ id: RecordId, targIds: targIds.optional(), queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  readShapes: {
    summary:
      'Reads a file of geofences (GeoJSON or KML, WGS-84) without storing anything. Returns the geometry of each shape, or the reason why it cannot be imported.',
    data: z.object({}),
    reply: z.object({ list: z.array(Shape) }),
  },
  addShapes: {
    summary: 'Adds geofences that were read from a file, all of them or none, with the next free numbers of the department.',
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
    summary:
      'Exports geofences of the caller’s scope, all or the given ones, to a file that other map software can read; at most 5,000.',
    data: z.object({ ids: z.array(RecordId).min(1).max(5_000).optional(), format: z.enum(['geojson', 'kml']) }),
    reply: z.object({ url: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
