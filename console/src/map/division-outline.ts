import urls from 'virtual:boundaries';
import type { LngLat } from '@fleetwarden/domain/coordinates';

type Outlines = {
  readonly features: readonly {
    readonly properties: { readonly province: string; readonly name: string };
    readonly geometry: { readonly coordinates: readonly (readonly LngLat[])[] };
  }[];
};

/** A division in the server's lists: six-digit code (GB/T 2260) and full name. */
export type Division = { readonly areaId: string; readonly areaName: string };

let outlines: Promise<Outlines> | null = null;

/**
 * The rings of a division in WGS-84; null if unknown: the boundaries contain provinces, cities and districts of municipalities,
 * but no counties.
 */
export async function outlineOf({ areaId, areaName }: Division): Promise<readonly (readonly LngLat[])[] | null> {
  outlines ??= fetch(urls.outlines).then((reply) => reply.json() as Promise<Outlines>);
  // retries after a failed download
  outlines.catch(() => {
    outlines = null;
  });
  const { features } = await outlines;
  const name = areaId.endsWith('0000') ? '' : areaName;
  const rings = features
    .filter(({ properties }) => properties.province === areaId.slice(0, 2) && properties.name === name)
    .flatMap(({ geometry }) => geometry.coordinates);
  return rings.length > 0 ? rings : null;
}
