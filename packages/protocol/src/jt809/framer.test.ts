import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import { crc16 } from './crc.ts';
import { encodeFrame, Framer, type Wire } from './index.ts';

const WIRE: Wire = { revision: 2011, keys: null };
/** Bodies with all that is escaped, empty and full ones. */
const BODIES = ['', '5b5a5d5e', '5a015a025e015e02', '00'.repeat(200), '5b'.repeat(60)].map((hex) => Buffer.from(hex, 'hex'));
const GOOD = BODIES.map((body, serial) => encodeFrame({ serial, id: 0x1200, accessCode: 0x5b5d5a5e }, body, WIRE));
const ALL = BODIES.map((body, serial) => `${serial} ${toHex(body)}`);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const run = (chunks: readonly Uint8Array[], max?: number) => {
  const framer = new Framer(WIRE, max);
  const frames: string[] = [];
  const bad: string[] = [];
  for (const chunk of chunks)
    framer.push(
      chunk,
      ({ header, body }) => frames.push(`${header.serial} ${toHex(body)}`),
      (reason, bytes) => {
        expect(bytes.length).toBeLessThanOrEqual(1024);
        bad.push(reason);
      },
    );
  return { frames, bad, pending: framer.pending };
};

describe('the framer of JT/T 809', () => {
  it('reads consecutive frames, with escapes at any position', () => {
    expect(run([joined(...GOOD)])).toEqual({ frames: ALL, bad: [], pending: 0 });
    expect(toHex(GOOD[1]!)).toContain('5a015a025e015e02');
  });

  it('does not depend on chunk boundaries, and retains no chunk', () => {
    const stream = joined(...GOOD);
    expect(run([...stream].map((byte) => Uint8Array.of(byte)))).toEqual({ frames: ALL, bad: [], pending: 0 });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
        expect(run(at.slice(1).map((end, i) => stream.subarray(at[i], end)))).toEqual({ frames: ALL, bad: [], pending: 0 });
      }),
    );
    const framer = new Framer(WIRE);
    const chunk = GOOD[1]!.slice(0, 10);
    const heard: number[] = [];
    const take = () =>
      framer.push(
        chunk,
        ({ header }) => heard.push(header.serial),
        () => heard.push(-1),
      );
    take();
    chunk.fill(0);
    framer.push(
      GOOD[1]!.subarray(10),
      ({ header }) => heard.push(header.serial),
      () => heard.push(-1),
    );
    expect(heard).toEqual([1]);
  });

  it('discards garbage between frames, reports it once, and continues with the next frame', () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => i % 0x50);
    const { frames, bad } = run([joined(noise, GOOD[0]!, noise.subarray(0, 9), noise, GOOD[1]!, GOOD[2]!)]);
    expect(frames).toEqual(ALL.slice(0, 3));
    expect(bad).toEqual(['garbage', 'garbage']);
  });

  it('restarts at a start flag, so that a missing end flag costs only one frame', () => {
    const cut = GOOD[3]!.subarray(0, 50);
    expect(run([joined(cut, GOOD[1]!)])).toEqual({ frames: [ALL[1]], bad: ['short'], pending: 0 });
  });

  it('drops a frame that is too long, without buffering it', () => {
    const long = joined(Uint8Array.of(0x5b), new Uint8Array(400).fill(1));
    const max = GOOD[3]!.length;
    const { frames, bad, pending } = run([long, new Uint8Array(1000).fill(2), Uint8Array.of(0x5d), GOOD[0]!], max);
    expect({ frames, pending }).toEqual({ frames: [ALL[0]], pending: 0 });
    expect(bad).toEqual(['oversized']);
    expect(run([GOOD[3]!], max).frames).toEqual([ALL[3]]);
  });

  it('refuses wrong checksums, escapes and lengths, and non-frames', () => {
    const wrong = GOOD[3]!.slice();
    wrong[40]! ^= 1;
    const misused = joined(GOOD[0]!.subarray(0, 5), Uint8Array.of(0x5a, 0x07), GOOD[0]!.subarray(7));
    const atEnd = Uint8Array.of(0x5b, 1, 2, 3, 0x5a, 0x5d);
    expect(run([joined(wrong, misused, atEnd, Uint8Array.of(0x5b, 1, 2, 0x5d), GOOD[0]!)])).toEqual({
      frames: [ALL[0]],
      bad: ['checksum', 'escape', 'escape', 'short'],
      pending: 0,
    });
    // a sound checksum over a header that states another length
    const plain = encodeFrame({ serial: 9, id: 0x1005, accessCode: 1 }, new Uint8Array(), WIRE).slice(1, -1);
    plain[3]! += 1;
    const crc = crc16(plain, 0, plain.length - 2);
    plain.set([crc >> 8, crc & 0xff], plain.length - 2);
    expect(run([joined(Uint8Array.of(0x5b), plain, Uint8Array.of(0x5d))])).toEqual({ frames: [], bad: ['length'], pending: 0 });
  });

  it('never throws on any bytes, and always reads the frame after them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const { frames } = run([noise, GOOD[1]!]);
        expect(frames.at(-1)).toBe(ALL[1]);
      }),
    );
  });
});
