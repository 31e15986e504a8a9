import { open } from 'node:fs/promises';

/** What a file is by its content. `type` is its ending, and 'bin' if unknown. */
export type FileType = { readonly type: string; readonly isPlayable: boolean; readonly codec: string | null };

const HEAD_BYTES = 512;
/** The description of an mp4 file is at its start or at its end. */
const MP4_BYTES = 1024 * 1024;

type Row = { readonly type: string; readonly isSame: (head: Buffer) => boolean };

const has = (text: string, offset = 0) => {
  const bytes = Buffer.from(text, 'latin1');
  return (head: Buffer) => head.subarray(offset, offset + bytes.length).equals(bytes);
};
const TS_PACKET_BYTES = 188;

/** NAL units of a key frame in Annex B form: H.264 SPS or delimiter, H.265 VPS. */
const startsWithNal =
  (...headers: readonly number[]) =>
  (head: Buffer) => {
    const at = head.indexOf(Buffer.of(0, 0, 1));
    return (at === 0 || (at === 1 && head[0] === 0)) && headers.includes(head[at + 3]!);
  };

const ROWS: readonly Row[] = [
  { type: 'mp4', isSame: has('ftyp', 4) },
  { type: 'avi', isSame: (head) => has('RIFF')(head) && has('AVI ', 8)(head) },
  { type: 'wav', isSame: (head) => has('RIFF')(head) && has('WAVE', 8)(head) },
  { type: 'flv', isSame: has('FLV\x01') },
  { type: 'mkv', isSame: has('\x1a\x45\xdf\xa3') },
  { type: 'jpg', isSame: has('\xff\xd8\xff') },
  { type: 'mpg', isSame: has('\x00\x00\x01\xba') },
  { type: 'ts', isSame: (head) => head[0] === 0x47 && head[TS_PACKET_BYTES] === 0x47 && head[2 * TS_PACKET_BYTES] === 0x47 },
  // packets of JT/T 1078, as they are streamed
  { type: 'jt', isSame: has('01cd') },
  { type: 'h264', isSame: startsWithNal(0x67, 0x27, 0x09) },
  { type: 'h265', isSame: startsWithNal(0x40, 0x46) },
];

/** Sample entries of mp4 files, and whether all browsers play them. */
const MP4_CODECS: readonly (readonly [entry: string, isPlayable: boolean])[] = [
  ['avc1', true],
  ['avc3', true],
  ['hvc1', false],
  ['hev1', false],
];

/** Reads the type of a file. */
export async function readFileType(path: string): Promise<FileType> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (position: number, bytes: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, Math.max(0, position));
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, HEAD_BYTES);
    const type = ROWS.find(({ isSame }) => isSame(head))?.type ?? 'bin';
    if (type !== 'mp4') return { type, isPlayable: false, codec: null };
    const ends = [await read(0, MP4_BYTES), await read(size - MP4_BYTES, MP4_BYTES)];
    const [codec = null, isPlayable = false] = MP4_CODECS.find(([entry]) => ends.some((bytes) => bytes.includes(entry))) ?? [];
    return { type, isPlayable, codec };
  } finally {
    await file.close();
  }
}
