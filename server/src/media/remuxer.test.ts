import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FrameAssembler, type MediaFrame, PacketFramer, splitNals } from '@fleetwarden/protocol/jt1078';
import { describe, expect, it } from 'vitest';
import { PARAMETER_SETS } from '../../test/support/media/stream-terminal.ts';
import { type Segment, VideoRemuxer } from './remuxer.ts';

const START_CODE = Buffer.from('00000001', 'hex');
const annexB = (nals: readonly Uint8Array[]) => Buffer.concat(nals.flatMap((nal) => [START_CODE, nal]));
const [KEY, OTHER] = [Buffer.from('6588aa', 'hex'), Buffer.from('419aaa', 'hex')];
/** Parameter sets of H.265 for 1920x1080, and a key frame. */
const H265 = ['40010c01ffff01', '420101016000000300900000030000030078a003c08010e5965925ae491b3a90', '4401c172b462', '2601aa'];

const frame = (nals: readonly Uint8Array[], timestampMs: number, more: Partial<MediaFrame> = {}): MediaFrame => ({
  kind: 'video',
  codec: 'h264',
  isKey: nals.includes(KEY),
  timestampMs,
  data: annexB(nals),
  isDamaged: false,
  ...more,
});
const keyFrame = (timestampMs: number) => frame([...PARAMETER_SETS.cif, KEY], timestampMs);

/** Decode time, duration and NAL units of a segment. */
function read({ bytes }: Segment) {
  const [decodeAt, durationAt, mdatAt] = [1 + 8 + 16 + 8 + 16 + 12, 1 + 8 + 16 + 8 + 16 + 20 + 20, 1 + 100];
  const nals: string[] = [];
  for (let at = mdatAt + 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    nals.push(bytes.toString('hex', at + 4, at + 4 + length));
    at += 4 + length;
  }
  expect(bytes.toString('latin1', 5, 9)).toBe('moof');
  expect(bytes.readUInt32BE(mdatAt)).toBe(bytes.length - mdatAt);
  return { decodeMs: Number(bytes.readBigUInt64BE(decodeAt)), durationMs: bytes.readUInt32BE(durationAt), nals };
}

describe('a remuxer', () => {
  it('restarts at a key frame after a jump, and continues by arrival time', () => {
    const remuxer = new VideoRemuxer();
    expect(read(remuxer.push(keyFrame(1_000), 5_000)!).decodeMs).toBe(0);
    remuxer.jump(false);
    expect(remuxer.push(frame([OTHER], 1_040), 5_040)).toBeUndefined();
    // 9 s on in the recording, 100 ms later
    expect(read(remuxer.push(keyFrame(10_000), 5_100)!).decodeMs).toBe(100);
    expect(read(remuxer.push(frame([OTHER], 10_040), 5_110)!).decodeMs).toBe(140);
    remuxer.jump(true);
    expect(read(remuxer.push(keyFrame(11_000), 5_200)!).decodeMs).toBe(230);
    expect(read(remuxer.push(frame([OTHER], 12_000), 5_260)!).decodeMs).toBe(290);
  });

  it('starts at a key frame, with the parameter sets in the init segment', () => {
    const remuxer = new VideoRemuxer();
    expect(remuxer.push(frame([OTHER], 0), 0)).toBeUndefined();
    const segment = remuxer.push(keyFrame(40), 40)!;
    expect(segment.init.config).toMatchObject({ mime: 'video/mp4; codecs="avc1.42c01e"', width: 352, height: 288 });
    expect(segment.init.bytes.includes(PARAMETER_SETS.cif[0]!)).toBe(true);
    expect(read(segment).nals).toEqual(['6588aa']);
  });

  it('needs no parameter sets before each key frame, and accepts them in a separate frame', () => {
    const remuxer = new VideoRemuxer();
    expect(remuxer.push(frame([KEY], 0), 0)).toBeUndefined();
    expect(remuxer.push(frame(PARAMETER_SETS.cif, 40), 40)).toBeUndefined();
    const [first, second] = [remuxer.push(frame([KEY], 80), 80)!, remuxer.push(frame([KEY], 120), 120)!];
    expect(second.init).toBe(first.init);
  });

  it('gives increasing times if timestamps stop, jump or go back', () => {
    const remuxer = new VideoRemuxer();
    const times = [1_000, 1_040, 1_080, 1_080, 9_000_000, 500, 540].map((timestampMs, i) => {
      const segment = remuxer.push(i === 0 ? keyFrame(timestampMs) : frame([OTHER], timestampMs), i * 50);
      return read(segment!).decodeMs;
    });
    expect(times).toEqual([0, 40, 80, 130, 180, 230, 270]);
  });

  it('waits for a key frame after damage', () => {
    const remuxer = new VideoRemuxer();
    remuxer.push(keyFrame(0), 0);
    expect(remuxer.push(frame([OTHER], 40, { isDamaged: true }), 40)).toBeUndefined();
    expect(remuxer.push(frame([OTHER], 80), 80)).toBeUndefined();
    expect(remuxer.push(keyFrame(120), 120)).toBeDefined();
    expect(remuxer.push(frame([OTHER], 160), 160)).toBeDefined();
  });

  it('switches the codec in mid-stream at a key frame', () => {
    const remuxer = new VideoRemuxer();
    const data = annexB(H265.map((nal) => Buffer.from(nal, 'hex')));
    const h265 = (timestampMs: number) => frame([], timestampMs, { codec: 'h265', isKey: true, data });
    const mimes = [keyFrame(0), h265(40), frame([OTHER], 80), keyFrame(120), frame([OTHER], 160)].map(
      (each, i) => remuxer.push(each, i * 40)?.init.config.mime,
    );
    const [avc, hevc] = ['video/mp4; codecs="avc1.42c01e"', 'video/mp4; codecs="hvc1.1.6.L120.90"'];
    expect(mimes).toEqual([avc, hevc, undefined, avc, avc]);
  });

  it('writes H.265, and refuses a codec without a format', () => {
    const remuxer = new VideoRemuxer();
    const data = annexB(H265.map((nal) => Buffer.from(nal, 'hex')));
    const segment = remuxer.push(frame([], 0, { codec: 'h265', isKey: true, data }), 0)!;
    expect(segment.init.config).toMatchObject({ mime: 'video/mp4; codecs="hvc1.1.6.L120.90"', width: 1920, height: 1080 });
    expect(Buffer.from(segment.init.config.record.subarray(0, 13)).toString('hex')).toBe('01016000000090000000000078');
    expect(read(segment).nals).toEqual(['2601aa']);
    expect(() => remuxer.push(frame([KEY], 40, { codec: 'avs' }), 40)).toThrow('avs is not supported');
  });
});

const RECORDED = join(import.meta.dirname, '../../../../shared/vectors/media/smallchi-jt1078_2.bin');

it.skipIf(!existsSync(RECORDED))('remuxes a recorded stream with each picture of its frames', () => {
  const [framer, assembler, remuxer] = [new PacketFramer(), new FrameAssembler(0), new VideoRemuxer()];
  const frames: MediaFrame[] = [];
  framer.push(
    readFileSync(RECORDED),
    (packet) => void frames.push(...assembler.push(packet)),
    () => undefined,
  );
  const pictures = frames.filter(({ kind }) => kind === 'video');
  const segments = pictures.flatMap((each, i) => remuxer.push(each, i * 40) ?? []);
  expect(segments.length).toBeGreaterThan(0);
  const sent = segments.flatMap((segment) => read(segment).nals);
  const first = pictures.findIndex(({ isKey }) => isKey);
  const expected = pictures
    .slice(first, first + segments.length)
    .flatMap(({ data }) => splitNals(data))
    .filter((nal) => ![7, 8, 9].includes(nal[0]! & 0x1f));
  expect(sent).toEqual(expected.map((nal) => Buffer.from(nal).toString('hex')));
});
