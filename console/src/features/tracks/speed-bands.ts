import type { MapPalette } from '../../map/palette.ts';

/** Status colours used for speeds (screen catalogue 3.6): green, blue, orange, red. */
const [BLUE, GREEN, ORANGE, RED] = [1, 2, 4, 5] as const;

/** Speeds up to and including `to`, km/h, and the status with their colour. */
export const SPEED_BANDS = [
  { from: 0, to: 30, status: GREEN },
  { from: 30, to: 60, status: BLUE },
  { from: 60, to: 80, status: ORANGE },
  { from: 80, to: Number.POSITIVE_INFINITY, status: RED },
] as const;

/** The colour of a speed, #RRGGBB. */
export function speedColour(palette: Pick<MapPalette, 'status'>, speedKmh: number): string {
  const band = SPEED_BANDS.find(({ to }) => speedKmh <= to) ?? SPEED_BANDS[0];
  return palette.status[band.status]!.mark;
}
