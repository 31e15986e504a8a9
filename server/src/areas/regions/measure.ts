import { METRES_A_DEGREE, mercatorLat } from '@fleetwarden/domain/geometry';
import type { Region } from '@fleetwarden/domain/region';
import { type Sql, sql } from '../../platform/db/database.ts';

/** What the database asks of a region, of places made by `pointOf` and their latitudes. */
type Measure = {
  /** How far a place is outside, m; 0 or less: it lies inside. */
  readonly outside: (place: Sql, lat: Sql) => Sql;
  /** Whether the straight way between two places outside touches it. */
  readonly crossed: (from: Sql, to: Sql, lat: Sql) => Sql;
};

/** A place on a Mercator map whose unit is a degree of longitude. */
export const pointOf = (lng: Sql, lat: Sql): Sql =>
  sql`point(${lng}, degrees(ln(tan(pi() / 4 + radians(least(greatest(${lat}, -85), 85)) / 2))))`;

const metres = (degrees: Sql, lat: Sql): Sql => sql`((${degrees}) * ${METRES_A_DEGREE}::float8 * cos(radians(${lat})))`;

/** The way between two places as a path; PostgreSQL has no other way to make one of values. */
const wayOf = (from: Sql, to: Sql): Sql => sql`(('[' || (${from})::text || ',' || (${to})::text || ']')::path)`;

const textOf = ([lng, lat]: readonly [number, number]): string => `(${lng},${mercatorLat(lat)})`;

/**
 * The geometry of PostgreSQL, which is flat, on a Mercator map, which keeps shapes: edges are straight as they were drawn, and a
 * distance is true within its own neighbourhood, by the cosine of its latitude.
 */
export function measureOf(region: Region): Measure {
  if (region.mode === 4) {
    const { centre, radiusM } = region;
    const centrePoint = sql`${textOf(centre)}::point`;
    // between a place and the centre the scale changes: half way it is right for both
    const between = (lat: Sql) => sql`((${lat} + ${centre[1]}::float8) / 2)`;
    return {
      outside: (place, lat) => sql`(${metres(sql`${place} <-> ${centrePoint}`, between(lat))} - ${radiusM}::float8)`,
      crossed: (from, to, lat) =>
        sql`${metres(sql`${centrePoint} <-> lseg(${from}, ${to})`, between(lat))} <= ${radiusM}::float8`,
    };
  }
  if (region.mode === 3) {
    const line = sql`${`[${region.points.map(textOf).join(',')}]`}::path`;
    return {
      outside: (place, lat) => sql`(${metres(sql`${place} <-> ${line}`, lat)} - ${region.bufferM}::float8)`,
      crossed: (from, to, lat) => sql`${metres(sql`${wayOf(from, to)} <-> ${line}`, lat)} <= ${region.bufferM}::float8`,
    };
  }
  const ring = region.mode === 2 ? region.ring : ringOf(region.bounds);
  const area = sql`${`(${ring.map(textOf).join(',')})`}::polygon`;
  return {
    outside: (place, lat) => metres(sql`${place} <-> ${area}`, lat),
    crossed: (from, to) => sql`${wayOf(from, to)} ?# ${area}::path`,
  };
}

const ringOf = ([west, south, east, north]: readonly [number, number, number, number]): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
