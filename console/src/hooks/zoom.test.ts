import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SCALE, NO_ZOOM, pan, type Zoom, zoomAt, zoomByKey } from './zoom.ts';

/** Where a point of the picture is in the tile. */
const placeOf = ({ scale, x }: Zoom, content: number) => x + content * scale;

describe('digital zoom', () => {
  it('leaves the point under the pointer in place', () => {
    const zoomed = zoomAt(NO_ZOOM, 2, { x: 0.25, y: -0.5 });
    expect(zoomed).toEqual({ scale: 2, x: -0.25, y: 0.5 });
    expect(placeOf(zoomed, 0.25)).toBe(0.25);
    expect(zoomAt(zoomed, 0.5, { x: 0.25, y: -0.5 })).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it('magnifies 8 times at most, and never below the original size', () => {
    expect(zoomAt(NO_ZOOM, 100, { x: 0, y: 0 }).scale).toBe(MAX_SCALE);
    expect(zoomAt(NO_ZOOM, 0.1, { x: 0.3, y: 0 }).scale).toBe(1);
  });

  it('leaves no gap at the edges of a tile', () => {
    const part = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const step = fc.record({ factor: fc.double({ min: 0.2, max: 5, noNaN: true }), x: part, y: part });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { scale, x, y } = steps.reduce((zoom, { factor, ...by }) => pan(zoomAt(zoom, factor, by), by), NO_ZOOM);
        for (const offset of [x, y]) expect(Math.abs(offset)).toBeLessThanOrEqual((scale - 1) / 2 + 1e-9);
      }),
    );
  });

  it.each([
    ['+', { scale: 2.5, x: 0, y: 0 }],
    ['=', { scale: 2.5, x: 0, y: 0 }],
    ['-', { scale: 1.6, x: 0, y: 0 }],
    ['0', NO_ZOOM],
    ['ArrowRight', { scale: 2, x: -0.1, y: 0 }],
    ['ArrowLeft', { scale: 2, x: 0.1, y: 0 }],
    ['ArrowDown', { scale: 2, x: 0, y: -0.1 }],
    ['ArrowUp', { scale: 2, x: 0, y: 0.1 }],
    ['Enter', undefined],
  ])('the key %s', (key, expected) => {
    expect(zoomByKey({ scale: 2, x: 0, y: 0 }, key)).toEqual(expected);
  });

  it('ignores the arrows while the picture is not magnified', () => {
    expect(zoomByKey(NO_ZOOM, 'ArrowLeft')).toBeUndefined();
  });
});
