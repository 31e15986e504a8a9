import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/property-runs.ts';
import { shiftToBd09, shiftToGcj02 } from './coordinate-shift.ts';
import { wgs84ToBd09, wgs84ToGcj02 } from './coordinates.ts';

const anywhere = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -85, max: 85, noNaN: true }));
const inChina = fc.tuple(fc.double({ min: 72, max: 138, noNaN: true }), fc.double({ min: 0.8, max: 56, noNaN: true }));

it.each([
  ['GCJ-02', shiftToGcj02, wgs84ToGcj02],
  ['BD-09', shiftToBd09, wgs84ToBd09],
] as const)('the fast shift to %s equals the exact conversion everywhere', (_, shift, exact) => {
  const into = new Float64Array(2);
  fc.assert(
    fc.property(fc.oneof(anywhere, inChina), ([lng, lat]) => {
      shift(lng, lat, into);
      const [x, y] = exact([lng, lat]);
      expect(Math.abs(into[0]! - x)).toBeLessThan(1e-9);
      expect(Math.abs(into[1]! - y)).toBeLessThan(1e-9);
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
