import { createReadStream } from 'node:fs';
import { CodecError } from '@fleetwarden/protocol/codec';
import { splitNals } from '@fleetwarden/protocol/jt1078';
import { CODECS, type VideoCodec } from '../codec-config.ts';

/** A longer NAL unit is none of a real stream. */
const MAX_NAL_BYTES = 8 * 1024 * 1024;
const START_CODE = Buffer.of(0, 0, 1);

/** The NAL units of a file in Annex B form. Throws CodecError for one that is too long. */
async function* readNals(path: string): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    // the last NAL unit may go on in the next chunk
    const last = Math.max(bytes.lastIndexOf(START_CODE), 0);
    yield* splitNals(bytes.subarray(0, last), last);
    rest = bytes.subarray(last);
    if (rest.length > MAX_NAL_BYTES) throw new CodecError('a NAL unit is too long');
  }
  yield* splitNals(rest, rest.length);
}

/** NAL unit types that begin a picture when they follow one. */
const BEFORE_PICTURE: Readonly<Record<VideoCodec, (type: number) => boolean>> = {
  h264: (type) => (type >= 6 && type <= 9) || (type >= 14 && type <= 18),
  h265: (type) => (type >= 32 && type <= 35) || type === 39 || (type >= 41 && type <= 44) || (type >= 48 && type <= 55),
};
/** Where the slice header begins: its first bit says that a slice is the first of its picture. */
const SLICE_AT: Readonly<Record<VideoCodec, number>> = { h264: 1, h265: 2 };

/** The pictures of a file in Annex B form, each with the NAL units before it (H.264 7.4.1.2.3, H.265 7.4.2.4.4). */
export async function* readPictures(path: string, codec: VideoCodec): AsyncGenerator<Uint8Array[]> {
  const { nalType, isPicture } = CODECS[codec];
  let picture: Uint8Array[] = [];
  let hasSlice = false;
  for await (const nal of readNals(path)) {
    const type = nalType(nal);
    const isSlice = isPicture(type);
    const isFirst = isSlice && ((nal[SLICE_AT[codec]] ?? 0) & 0x80) !== 0;
    if (hasSlice && (isFirst || BEFORE_PICTURE[codec](type))) {
      yield picture;
      [picture, hasSlice] = [[], false];
    }
    picture.push(nal);
    hasSlice ||= isSlice;
  }
  if (hasSlice) yield picture;
}
