import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, decodeFrame, Reassembler } from './index.ts';

// A real photo in ten sub-packages with other messages in between; outside the repository, not committed.
const FILE = new URL('../../../../../shared/vectors/smallchi-0801-photo-subpackages.json', import.meta.url);
const present = existsSync(FILE);
type Said = {
  readonly [name in 'multimediaId' | 'type' | 'format' | 'event' | 'channel' | 'payloadBytes']: number;
} & { readonly locationHex: string };
type Photo = {
  readonly reassembledBodyHex: string;
  readonly fields: Said;
  readonly frames: readonly { readonly hexChecksumCorrected: string }[];
};

describe.skipIf(!present)('smallchi-0801-photo-subpackages.json', () => {
  it('is reassembled to one body, in forward and reverse order', () => {
    const photo = JSON.parse(readFileSync(FILE, 'utf8')) as Photo;
    const parts = photo.frames.map((frame) => decodeFrame(fromHex(frame.hexChecksumCorrected)));
    for (const order of [parts, parts.toReversed()]) {
      const reassembler = new Reassembler();
      const last = order.map(({ header, body }, i) => reassembler.accept(header, body, i)).at(-1)!;
      if (last.state !== 'complete') throw new Error(last.state);
      expect(toHex(last.body)).toBe(photo.reassembledBodyHex);
      expect(last.header.serial).toBe(parts[0]!.header.serial);
      const message = decodeBody(last.header, last.body);
      if (message.type !== 'mediaUpload') throw new Error(message.type);
      const { multimediaId: mediaId, type, format, event, channel, locationHex, payloadBytes } = photo.fields;
      expect(message.body).toMatchObject({ mediaId, kind: type, format, event, channel });
      expect(toHex(message.body.location!)).toBe(locationHex);
      expect([message.body.data.length, toHex(message.body.data.subarray(0, 2))]).toEqual([payloadBytes, 'ffd8']);
    }
  });
});
