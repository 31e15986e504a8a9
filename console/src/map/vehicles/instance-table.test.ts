import { type Camera, mercatorX, mercatorY, screenX, screenY, worldSizeAt } from '@fleetwarden/domain/mercator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstanceTable } from './instance-table.ts';

const cameraAt = (lng: number, lat: number, zoom: number): Camera => ({
  x: mercatorX(lng),
  y: mercatorY(lat),
  worldSize: worldSizeAt(zoom),
  width: 1_000,
  height: 800,
  pixelRatio: 1,
});

describe('positions in two floats', () => {
  it('are accurate to a hundredth of a pixel at zoom 18', () => {
    const table = new InstanceTable();
    fc.assert(
      fc.property(
        fc.double({ min: 73, max: 135, noNaN: true }),
        fc.double({ min: 18, max: 53, noNaN: true }),
        fc.double({ min: -0.003, max: 0.003, noNaN: true }),
        (lng, lat, away) => {
          const camera = cameraAt(lng, lat, 18);
          const x = mercatorX(lng + away);
          const y = mercatorY(lat - away);
          table.clear();
          table.write(table.add(0), x, y, 0, 0, 0, 0, 0, 0, 0);
          const [xHigh, yHigh, xLow, yLow] = table.floatsAt(0) as unknown as [number, number, number, number];
          // The shader's computation in float precision.
          const relative = (high: number, low: number, centre: number) => {
            const centreHigh = Math.fround(centre);
            return Math.fround(Math.fround(high - centreHigh) + Math.fround(low - Math.fround(centre - centreHigh)));
          };
          expect(relative(xHigh, xLow, camera.x) * camera.worldSize + 500).toBeCloseTo(screenX(camera, x), 2);
          expect(relative(yHigh, yLow, camera.y) * camera.worldSize + 400).toBeCloseTo(screenY(camera, y), 2);
        },
      ),
    );
  });
});
