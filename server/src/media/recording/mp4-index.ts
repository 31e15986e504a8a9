import { ascii, box, u32 } from '../mp4-boxes.ts';

/**
 * The index of a recorded MP4: a header, then a row for each sample in the order of the file. While a recording grows, it stands in a
 * file beside it. Finished recordings hold it in a box at their end, so that a range can be cut without reading the tables of moov.
 */

/** Before the first sample: ftyp and the header of mdat. */
export const MEDIA_AT = 24 + 16;

export type IndexHeader = {
  /** Of the first picture, epoch ms. */
  readonly startedAt: number;
  readonly width: number;
  readonly height: number;
  /** As in RFC 6381. */
  readonly codec: string;
  /** Sample entry of the video, base64. */
  readonly entry: string;
};

export type IndexedSample = {
  readonly track: 'video' | 'audio';
  readonly isKey: boolean;
  readonly bytes: number;
  /** In the time scale of the track: ms, or samples of sound. */
  readonly duration: number;
  /** Sound: configuration of AAC, as two bytes; 0 or absent: FLAC. */
  readonly aac?: number;
};

const ROW_BYTES = 12;
const LENGTH_BYTES = 4;
/** Other readers skip the box. */
const BOX_TYPE = 'uuid';
const BOX_ID = ascii('fw-mp4-index-v01');
const BOX_HEADER_BYTES = 8 + BOX_ID.length;
/** At the end of the box: its length, so that it is found from the end of the file. */
export const TRAILER_BYTES = 4;

export function writeIndexHeader(header: IndexHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  return Buffer.concat([u32(text.length), text]);
}

export function writeIndexRows(samples: readonly IndexedSample[]): Buffer {
  const bytes = Buffer.alloc(samples.length * ROW_BYTES);
  samples.forEach(({ track, isKey, bytes: size, duration, aac = 0 }, i) => {
    bytes.writeUInt8(track === 'audio' ? 1 : 0, i * ROW_BYTES);
    bytes.writeUInt8(isKey ? 1 : 0, i * ROW_BYTES + 1);
    bytes.writeUInt16BE(aac, i * ROW_BYTES + 2);
    bytes.writeUInt32BE(size, i * ROW_BYTES + 4);
    bytes.writeUInt32BE(duration, i * ROW_BYTES + 8);
  });
  return bytes;
}

export type Mp4Index = { readonly header: IndexHeader; readonly samples: readonly IndexedSample[] };

/** The whole rows of an index; undefined if even its header is not whole. */
export function readIndex(bytes: Buffer): Mp4Index | undefined {
  const length = bytes.length < LENGTH_BYTES ? 0 : bytes.readUInt32BE(0);
  if (length === 0 || bytes.length < LENGTH_BYTES + length) return undefined;
  const header = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length)) as IndexHeader;
  const samples: IndexedSample[] = [];
  for (let at = LENGTH_BYTES + length; at + ROW_BYTES <= bytes.length; at += ROW_BYTES)
    samples.push({
      track: bytes[at] === 1 ? 'audio' : 'video',
      isKey: bytes[at + 1] === 1,
      bytes: bytes.readUInt32BE(at + 4),
      duration: bytes.readUInt32BE(at + 8),
      aac: bytes.readUInt16BE(at + 2),
    });
  return { header, samples };
}

/** The box of an index. */
export function writeIndexBox({ header, samples }: Mp4Index): Buffer {
  const content = [BOX_ID, writeIndexHeader(header), writeIndexRows(samples)];
  const length = 8 + content.reduce((sum, part) => sum + part.length, 0) + TRAILER_BYTES;
  return box(BOX_TYPE, ...content, u32(length));
}

/** The index of a box; undefined: it is none of this product. */
export function readIndexBox(bytes: Buffer): Mp4Index | undefined {
  const isOurs = bytes.length > BOX_HEADER_BYTES && bytes.subarray(8, BOX_HEADER_BYTES).equals(BOX_ID);
  return isOurs ? readIndex(bytes.subarray(BOX_HEADER_BYTES, bytes.length - TRAILER_BYTES)) : undefined;
}
