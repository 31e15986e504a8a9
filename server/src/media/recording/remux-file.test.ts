import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadClip } from '@fleetwarden/simulator/video/clip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARAMETER_SETS } from '../../../test/support/media/stream-terminal.ts';
import { MEDIA_AT, type Mp4Index, readIndexBox } from './mp4-index.ts';
import { type RemuxRequest, remuxFile } from './remux-file.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const annexB = (nals: readonly Uint8Array[]) => Buffer.concat(nals.flatMap((nal) => [hex('00000001'), nal]));
const [AUD, SEI, KEY, OTHER, SECOND_SLICE] = ['0910', '0605aa', '6588aa', '419aaa', '411aaa'].map(hex) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const H265 = ['40010c01ffff01', '420101016000000300900000030000030078a003c08010e5965925ae491b3a90', '4401c172b462', '2601aa'].map(
  hex,
);
const STARTED = Date.UTC(2026, 10, 27, 4);

let folder = '';
let path = '';
let target = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remux-'));
  [path, target] = [join(folder, 'raw'), join(folder, 'mp4')];
});
afterAll(() => rm(folder, { recursive: true }));

async function remux(content: Uint8Array, more: Partial<RemuxRequest> = {}) {
  await writeFile(path, content);
  await rm(target, { force: true });
  const file = await remuxFile({ path, target, codec: 'h264', startedAt: STARTED, ...more });
  if (!file) return undefined;
  const bytes = await readFile(target);
  expect(bytes.length).toBe(file.bytes);
  const index = readIndexBox(bytes.subarray(bytes.length - bytes.readUInt32BE(bytes.length - 4)))!;
  return { ...file, index, content: bytes };
}
const durations = ({ samples }: Mp4Index) => samples.map(({ duration }) => duration);

it('writes the pictures of a raw stream with joined slices, without delimiters and parameter sets', async () => {
  const written = (await remux(annexB([AUD, ...PARAMETER_SETS.cif, SEI, KEY, AUD, OTHER, SECOND_SLICE, OTHER, KEY])))!;
  expect(written).toMatchObject({ width: 352, height: 288 });
  const { index, content } = written;
  expect(index.header).toMatchObject({ startedAt: STARTED, codec: 'avc1.42c01e' });
  expect(index.samples.map(({ isKey }) => isKey)).toEqual([true, false, false, true]);
  expect(durations(index)).toEqual([40, 40, 40, 40]);
  const media = Buffer.concat(
    [SEI, KEY, OTHER, SECOND_SLICE, OTHER, KEY].flatMap((nal) => [Buffer.of(0, 0, 0, nal.length), nal]),
  );
  expect(content.subarray(MEDIA_AT, MEDIA_AT + media.length)).toEqual(media);
  expect(content.toString('latin1', MEDIA_AT + media.length + 4, MEDIA_AT + media.length + 8)).toBe('moov');
});

it('reads the picture duration from the stream, or derives it from the known length', async () => {
  const pictures = [KEY, OTHER, OTHER, OTHER, OTHER, OTHER];
  expect(durations((await remux(annexB([...PARAMETER_SETS.fullHd, ...pictures]), { spanMs: 600 }))!.index)).toEqual(
    Array(6).fill(40),
  );
  const spread = (await remux(annexB([...PARAMETER_SETS.cif, ...pictures]), { spanMs: 500 }))!;
  expect(durations(spread.index)).toEqual([83, 84, 83, 83, 84, 83]);
  expect(durations((await remux(annexB([...PARAMETER_SETS.cif, ...pictures]), { spanMs: 60_000 }))!.index)).toEqual(
    Array(6).fill(40),
  );
});

it('reads a stream that is larger than its buffers', async () => {
  const noise = (bytes: number) => Buffer.alloc(bytes, 0xa5);
  const pictures = Array.from({ length: 3_000 }, (_, i) => Buffer.concat([i % 25 === 0 ? KEY : OTHER, noise(i % 1_500)]));
  const { index } = (await remux(annexB(pictures.flatMap((nal, i) => (i % 25 === 0 ? [...PARAMETER_SETS.cif, nal] : [nal])))))!;
  expect(index.samples.map(({ bytes }) => bytes)).toEqual(pictures.map(({ length }) => length + 4));
});

it('writes a camera clip and H.265', async () => {
  const frames = loadClip(1, 'sub');
  const clip = (await remux(Buffer.concat(frames.map(({ data }) => data))))!;
  expect(clip).toMatchObject({ width: 176, height: 144 });
  expect(clip.index.samples.length).toBe(frames.length);
  const { index } = (await remux(annexB(H265), { codec: 'h265' }))!;
  expect([index.header.codec, index.samples.length]).toEqual(['hvc1.1.6.L120.90', 1]);
});

it('stops at a change of the resolution', async () => {
  const { index } = (await remux(annexB([...PARAMETER_SETS.cif, KEY, OTHER, ...PARAMETER_SETS.fullHd, KEY, OTHER])))!;
  expect(index.samples.length).toBe(2);
});

it.each([
  ['an empty input', Buffer.alloc(0)],
  ['noise', Buffer.alloc(100_000, 7)],
  ['no key frame', annexB([OTHER, OTHER])],
  ['no parameter sets', annexB([KEY, OTHER])],
  [
    'a NAL unit without an end',
    Buffer.concat([annexB(PARAMETER_SETS.cif), hex('00000165'), Buffer.alloc(9 * 1024 * 1024, 0x88)]),
  ],
  ['a broken SPS', annexB([hex('67'), hex('68'), KEY])],
])('leaves no file for %s', async (_, content) => {
  expect(await remux(content)).toBeUndefined();
  expect(await readdir(folder)).toEqual(['raw']);
});
