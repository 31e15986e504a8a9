import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileType } from './file-type.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'types-'));
});
afterAll(() => rm(folder, { recursive: true }));

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const ts = Buffer.alloc(188 * 3);
for (const at of [0, 188, 376]) ts[at] = 0x47;

it.each<readonly [string, Buffer, string, boolean, string | null]>([
  ['mp4 of H.264', latin1('\0\0\0\x20ftypisom....stsdavc1'), 'mp4', true, 'avc1'],
  [
    'mp4 described at its end',
    Buffer.concat([latin1('\0\0\0\x20ftypisom'), Buffer.alloc(3_000_000), latin1('avc1')]),
    'mp4',
    true,
    'avc1',
  ],
  ['mp4 of H.265', latin1('\0\0\0\x20ftypisom....hvc1'), 'mp4', false, 'hvc1'],
  ['mp4 of something else', latin1('\0\0\0\x20ftypisom'), 'mp4', false, null],
  ['H.264', Buffer.of(0, 0, 0, 1, 0x67, 1), 'h264', false, null],
  ['H.264 with a short start code', Buffer.of(0, 0, 1, 0x27, 1), 'h264', false, null],
  ['H.265', Buffer.of(0, 0, 0, 1, 0x40, 1), 'h265', false, null],
  ['AVI', latin1('RIFF....AVI LIST'), 'avi', false, null],
  ['WAV', latin1('RIFF....WAVEfmt '), 'wav', false, null],
  ['FLV', latin1('FLV\x01'), 'flv', false, null],
  ['a programme stream', Buffer.of(0, 0, 1, 0xba), 'mpg', false, null],
  ['a transport stream', ts, 'ts', false, null],
  ['packets of JT/T 1078', latin1('01cd\x81\x62'), 'jt', false, null],
  ['something unknown', latin1('<html>'), 'bin', false, null],
  ['one byte', Buffer.of(0), 'bin', false, null],
])('the type of %s', async (name, content, type, isPlayable, codec) => {
  const path = join(folder, name.replaceAll(/\W/g, '_'));
  await writeFile(path, content);
  expect(await readFileType(path)).toEqual({ type, isPlayable, codec });
});
