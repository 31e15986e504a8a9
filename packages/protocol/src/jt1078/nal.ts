import type { Codec } from './payload-types.ts';

/** Most NAL units read of one frame; a real one has about a dozen, and start codes alone must not fill the memory. */
const MAX_NALS = 1024;

/** H.264 table 7-1. */
export const H264_NAL = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8 } as const;
/** H.265 table 7-1; IRAP pictures are 16 to 23. */
export const H265_NAL = { vps: 32, sps: 33, pps: 34 } as const;
const [FIRST_IRAP, LAST_IRAP] = [16, 23];

export const h264NalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f;
export const h265NalType = (nal: Uint8Array): number => ((nal[0] ?? 0) >> 1) & 0x3f;

/** The place of the next 00 00 01, or the end. */
function findStartCode(b: Uint8Array, from: number): number {
  for (let i = from + 2; i < b.length; i++) {
    const byte = b[i]!;
    if (byte > 1) i += 2;
    else if (byte === 1 && b[i - 1] === 0 && b[i - 2] === 0) return i - 2;
  }
  return b.length;
}

/** The NAL units of an Annex B stream without start codes, `max` at most, as views into it. Bytes before the first start code are left out. */
export function splitNals(data: Uint8Array, max: number = MAX_NALS): Uint8Array[] {
  const nals: Uint8Array[] = [];
  for (let at = findStartCode(data, 0); at < data.length && nals.length < max; ) {
    const from = at + 3;
    at = findStartCode(data, from);
    let end = at;
    // zeros belong to the next start code
    while (end > from && data[end - 1] === 0) end--;
    if (end > from) nals.push(data.subarray(from, end));
  }
  return nals;
}

/**
 * Whether decoding can start at this frame. Terminals set the data type wrongly, so the NAL units decide. `isLabelled`: the packets say
 * key frame; it decides for codecs without NAL units, and for H.264 intra pictures that are not IDR but have their parameter sets.
 */
export function isKeyFrame(codec: Codec, data: Uint8Array, isLabelled: boolean): boolean {
  if (codec !== 'h264' && codec !== 'h265') return isLabelled;
  const nals = splitNals(data);
  if (codec === 'h265') return nals.some((nal) => h265NalType(nal) >= FIRST_IRAP && h265NalType(nal) <= LAST_IRAP);
  const types = new Set(nals.map(h264NalType));
  return types.has(H264_NAL.idr) || (isLabelled && types.has(H264_NAL.sps) && types.has(H264_NAL.slice));
}
