import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteRanges } from './byte-ranges.ts';

it('finds the bytes that no chunk covered, in any order and with overlaps', () => {
  const chunk = fc.tuple(fc.nat(40), fc.nat(12));
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 30 }), fc.integer({ min: 0, max: 50 }), (chunks, size) => {
      const ranges = new ByteRanges();
      const covered = new Set<number>();
      for (const [offset, length] of chunks) {
        ranges.add(offset, offset + length);
        for (let at = offset; at < offset + length; at++) covered.add(at);
      }
      const missing = ranges.findGaps(size, 255).flatMap(({ offset, length }) => Array.from({ length }, (_, i) => offset + i));
      expect(missing).toEqual(Array.from({ length: size }, (_, at) => at).filter((at) => !covered.has(at)));
      expect(ranges.findGaps(size, 1).length).toBeLessThanOrEqual(1);
    }),
  );
});
