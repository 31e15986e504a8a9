import { readSps, splitNals } from '@fleetwarden/protocol/jt1078';
import { describe, expect, it } from 'vitest';
import { drawCamera } from './camera-picture.ts';
import { CHROMA_DC, LUMA_DC, RUN_BEFORE } from './cavlc.ts';
import { CLIP_FRAMES, FRAME_RATE, KEY_FRAME_INTERVAL, loadClip, SIZES } from './clip.ts';
import { CELL_PIXELS, type CellPicture, createH264Encoder } from './h264-encoder.ts';

const draw = (frame: number, channel = 1) => drawCamera({ channel, frame, frames: CLIP_FRAMES, frameRate: FRAME_RATE }, 88, 72);
const furthest = (a: Uint8Array, b: Uint8Array) => Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
const typesOf = (data: Uint8Array) => splitNals(data).map((nal) => nal[0]! & 0x1f);

describe('the code tables', () => {
  const groups = [
    ['luma coefficients', LUMA_DC.coeffToken.flat()],
    ['chroma coefficients', CHROMA_DC.coeffToken.flat()],
    ...[...LUMA_DC.totalZeros, ...CHROMA_DC.totalZeros, ...RUN_BEFORE].map((row, i) => [`zeros and runs ${i}`, row] as const),
  ] as const;
  it.each(groups)('no code of %s is a prefix of another', (_, codes) => {
    for (const code of codes) expect(codes.filter((other) => other.startsWith(code))).toEqual([code]);
  });

  it('has a code for each number of coefficients, of trailing ones and of zeros', () => {
    for (const [codes, most] of [[LUMA_DC, 16] as const, [CHROMA_DC, 4] as const]) {
      expect(codes.coeffToken.map((row) => row.length)).toEqual(
        Array.from({ length: most + 1 }, (_, coefficients) => Math.min(coefficients, 3) + 1),
      );
      expect(codes.totalZeros.map((row) => row.length)).toEqual(Array.from({ length: most - 1 }, (_, i) => most - i));
    }
  });
});

describe('an encoder for pictures made of cells', () => {
  it('reproduces every cell within six grey levels, in key frames and predicted frames', () => {
    const encoder = createH264Encoder(88, 72);
    for (let frame = 0; frame < 2 * KEY_FRAME_INTERVAL; frame++) {
      const picture: CellPicture = draw(frame);
      encoder.encode(picture, frame % KEY_FRAME_INTERVAL === 0);
      const decoded = encoder.decoded();
      expect(furthest(decoded.luma, picture.luma)).toBeLessThanOrEqual(6);
      expect(furthest(decoded.cb, picture.cb)).toBeLessThanOrEqual(2);
      expect(furthest(decoded.cr, picture.cr)).toBeLessThanOrEqual(2);
    }
  });

  it('needs a few bytes for a still picture', () => {
    const encoder = createH264Encoder(88, 72);
    encoder.encode(draw(0), true);
    expect(encoder.encode(draw(0), false).data.length).toBeLessThan(16);
  });

  it('escapes zeros that look like a start code', () => {
    for (const { data } of loadClip(1, 'main'))
      for (const nal of splitNals(data))
        for (const code of [0, 1, 2]) expect(Buffer.from(nal).includes(Buffer.of(0, 0, code))).toBe(false);
  });
});

describe('the clip of a camera', () => {
  it.each(['main', 'sub'] as const)('has a key frame with parameter sets every second: %s', (kind) => {
    const clip = loadClip(2, kind);
    expect(clip).toHaveLength(4 * FRAME_RATE);
    for (const [i, { isKey, data }] of clip.entries()) {
      expect(isKey).toBe(i % FRAME_RATE === 0);
      expect(typesOf(data)).toEqual(isKey ? [7, 8, 5] : [1]);
    }
    const [sps] = splitNals(clip[0]!.data);
    expect(readSps(sps!)).toMatchObject({ ...SIZES[kind], codecString: 'avc1.42e01e' });
    expect(SIZES[kind].width % (4 * CELL_PIXELS)).toBe(0);
  });

  it('shows movement, and differs by channel', () => {
    expect(draw(0).luma).not.toEqual(draw(1).luma);
    const tints = [1, 2, 3, 4].map((channel) => `${draw(0, channel).cb[0]} ${draw(0, channel).cr[0]}`);
    expect(new Set(tints).size).toBe(4);
    expect(loadClip(1, 'main')).toBe(loadClip(1, 'main'));
  });
});
