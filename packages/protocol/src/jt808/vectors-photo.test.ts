import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeFrame, Reassembler } from './index.ts';

// A real photo in ten sub-packages, other messages sent in between; beside the repository, not committed.
const FILE = new URL('../../../../../shared/vectors/smallchi-0801-photo-subpackages.json', import.meta.url);
const present = existsSync(FILE);
type Photo = { readonly reassembledBodyHex: string; readonly frames: readonly { readonly hexChecksumCorrected: string }[] };

describe.skipIf(!present)('smallchi-0801-photo-subpackages.json', () => {
  it('becomes one body, in order or backwards', () => {
    const photo = JSON.parse(readFileSync(FILE, 'utf8')) as Photo;
    const parts = photo.frames.map((frame) => decodeFrame(fromHex(frame.hexChecksumCorrected)));
    for (const order of [parts, parts.toReversed()]) {
      const reassembler = new Reassembler();
      const last = order.map(({ header, body }, i) => reassembler.accept(header, body, i)).at(-1)!;
      if (last.state !== 'complete') throw new Error(last.state);
      expect(toHex(last.body)).toBe(photo.reassembledBodyHex);
      expect(last.header.serial).toBe(parts[0]!.header.serial);
    }
  });
});
