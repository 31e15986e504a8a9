import type { Camera } from '@fleetwarden/domain/mercator';
import type { MapPalette } from '../palette.ts';
import type { Paint } from './paint.ts';
import type { WorldPath } from './path.ts';
import type { HeatShape } from './shapes.ts';

/** Radius of a spot by its weight, px. */
const [MIN_RADIUS, MAX_RADIUS] = [8, 26] as const;
/** Discs of a spot from the outside in: together they fade towards the edge. */
const RINGS = [1, 0.78, 0.56, 0.34] as const;
const OPACITY = 0.16;
/** From here on a spot is red, below orange: the colours of vehicle statuses. */
const HOT = 0.5;
const [ALARM, EMERGENCY] = [4, 5] as const;

/** Draws spots that glow; where they overlap, it glows more. */
export function paintHeat(paint: Paint, camera: Camera, path: WorldPath, { spots }: HeatShape, palette: MapPalette): void {
  paint.globalAlpha = OPACITY;
  for (const [nth, { weight }] of spots.entries()) {
    const { x, y } = path.at(camera, nth);
    const radius = MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(weight);
    if (x < -radius || y < -radius || x > camera.width + radius || y > camera.height + radius) continue;
    paint.fillStyle = palette.status[weight >= HOT ? EMERGENCY : ALARM]!.mark;
    for (const ring of RINGS) {
      paint.beginPath();
      paint.arc(x, y, radius * ring, 0, Math.PI * 2);
      paint.fill();
    }
  }
  paint.globalAlpha = 1;
}
