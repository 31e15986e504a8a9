import { MAX_ROADS } from '@fleetwarden/contract/alarm-rules/schemas';
import { CallError } from '@fleetwarden/contract/errors';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { z } from 'zod';
import { parseInput } from '../../platform/http/validation.ts';
import { MAX_POINTS } from './limits.ts';

const kmh = z.number().int().min(1).max(160).nullable().default(null);
const Place = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
  .rest(z.number())
  .transform(([lng, lat]): LngLat => [lng, lat]);
const Line = z.object({ type: z.literal('LineString'), coordinates: z.array(Place).min(2).max(MAX_POINTS) });
const Point = z.object({ type: z.literal('Point'), coordinates: Place });
const name = z.string().trim().min(1).max(100);

/** A road: a line with its grade, and limits where it has its own. */
const RoadFeature = z.object({
  type: z.literal('Feature'),
  properties: z.object({
    name,
    grade: z.number().int().min(1).max(5),
    oneWay: z.boolean().default(false),
    limitPassenger: kmh,
    limitFreight: kmh,
    limitDangerous: kmh,
  }),
  geometry: Line,
});

/** A warning place: a point, or a line with its start. */
const SpotFeature = z.object({
  type: z.literal('Feature'),
  properties: z.object({
    name,
    kind: z.number().int().min(1).max(10),
    direction: z.number().int().min(0).max(359).nullable().default(null),
    lead: z.number().int().min(100).max(3000).default(500),
    radius: z.number().int().min(1).max(3000).nullable().default(null),
    limit: kmh,
    from: z.iso.date().nullable().default(null),
    to: z.iso.date().nullable().default(null),
    content: z.string().trim().min(1).max(250),
  }),
  geometry: z.union([Line, Point]),
});

export type RoadFeature = z.infer<typeof RoadFeature>;
export type SpotFeature = z.infer<typeof SpotFeature>;

const collection = <S extends z.ZodType>(feature: S) =>
  z.object({ type: z.literal('FeatureCollection'), features: z.array(feature).min(1).max(MAX_ROADS) });
const Roads = collection(RoadFeature);
const Spots = collection(SpotFeature);

/** Roads of a GeoJSON text. Throws CallError validation that names the invalid feature. */
export const readRoads = (text: string): RoadFeature[] => parseInput(Roads, parseJson(text)).features;
export const readSpots = (text: string): SpotFeature[] => parseInput(Spots, parseJson(text)).features;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CallError('validation', 'no GeoJSON', [{ path: 'file', key: 'geofences.noSuchFormat' }]);
  }
}
