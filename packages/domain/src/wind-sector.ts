/** 0 north, then clockwise: 1 north-east, 2 east, 3 south-east, 4 south, 5 south-west, 6 west, 7 north-west. */
export type WindSector = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

const SECTOR = 45;

/**
 * The 45-degree sector around a heading (specification 9); an edge belongs to the clockwise sector. Accepts any number; NaN is
 * north.
 */
export function windSector(degrees: number): WindSector {
  if (!Number.isFinite(degrees)) return 0;
  const sector = Math.floor((degrees + SECTOR / 2) / SECTOR) % 8;
  return ((sector + 8) % 8) as WindSector;
}
