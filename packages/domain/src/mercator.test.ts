import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Camera, computeZoom, mercatorX, mercatorY, screenX, screenY, toLat, toLng, worldSizeAt } from './mercator.ts';

const cameraAt = (lng: number, lat: number, zoom: number): Camera => ({
  x: mercatorX(lng),
  y: mercatorY(lat),
  worldSize: worldSizeAt(zoom),
  width: 1_000,
  height: 800,
  pixelRatio: 1,
});

describe('Web Mercator', () => {
  it('has its centre at longitude 0 and latitude 0, with north at the top', () => {
    expect([mercatorX(0), mercatorY(0)]).toEqual([0.5, 0.5]);
    expect(mercatorY(85.051129)).toBeCloseTo(0, 7);
    expect(mercatorY(90)).toBeCloseTo(0, 7);
  });

  it('is inverted to the same degrees', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -85, max: 85, noNaN: true }), (lng, lat) => {
        expect(toLng(mercatorX(lng))).toBeCloseTo(lng, 9);
        expect(toLat(mercatorY(lat))).toBeCloseTo(lat, 9);
      }),
    );
  });

  it('shows the centre in the middle of the screen, and places at their nearest copy of the world', () => {
    const camera = cameraAt(179, 0, 5);
    expect(screenX(camera, mercatorX(179))).toBe(500);
    expect(screenY(camera, mercatorY(0))).toBe(400);
    expect(screenX(camera, mercatorX(-179)) - 500).toBeCloseTo((2 / 360) * worldSizeAt(5), 6);
    expect(computeZoom(camera)).toBe(5);
  });
});
