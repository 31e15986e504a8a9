import { CodecError } from '../codec/index.ts';
import { BitReader, toRbsp } from './bit-reader.ts';
import { H264_NAL, H265_NAL, h264NalType, h265NalType } from './nal.ts';

/** `codecString`: for MSE and WebCodecs, as in RFC 6381: `avc1.42e01e`, `hvc1.1.6.L93.B0`. */
export type SpsInfo = {
  readonly width: number;
  readonly height: number;
  readonly codecString: string;
  /** Time of a frame, ms; undefined: the SPS does not name it, as that of most terminals. Read of H.264 only. */
  readonly frameMs?: number | undefined;
};

/** Largest side of H.264 level 6.2 and H.265 level 6.2. */
const MAX_SIDE_PX = 16_888;
/** Parameter sets are read up to here; real ones have below 200 bytes. */
const MAX_SPS_BYTES = 1024;
const MAX_POC_CYCLE = 255;
const MAX_SUB_LAYERS = 6;

/** Profiles whose SPS names the chroma format, H.264 7.3.2.1.1. */
const WITH_CHROMA: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const YUV_444 = 3;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Reads an SPS of H.264 or H.265, told by its NAL type. Throws CodecError. */
export function readSps(nal: Uint8Array): SpsInfo {
  const bytes = nal.subarray(0, MAX_SPS_BYTES);
  const info =
    h264NalType(bytes) === H264_NAL.sps
      ? readH264(toRbsp(bytes.subarray(1)))
      : h265NalType(bytes) === H265_NAL.sps
        ? readH265(toRbsp(bytes.subarray(2)))
        : null;
  if (info === null) throw new CodecError('is not a sequence parameter set', 0);
  for (const side of [info.width, info.height]) {
    if (side <= 0 || side > MAX_SIDE_PX) throw new CodecError(`${side} pixels is not a size`);
  }
  return info;
}

type Crop = { readonly x: number; readonly y: number };

/** Pixels that the offsets cut off, in units of the chroma format. */
function readCrop(r: BitReader, unitX: number, unitY: number): Crop {
  if (!r.flag()) return { x: 0, y: 0 };
  const [left, right, top, bottom] = [r.unsigned(), r.unsigned(), r.unsigned(), r.unsigned()];
  return { x: (left + right) * unitX, y: (top + bottom) * unitY };
}

function readH264(rbsp: Uint8Array): SpsInfo {
  const r = new BitReader(rbsp);
  const [profile, constraints, level] = [r.bits(8), r.bits(8), r.bits(8)];
  r.unsigned(); // seq_parameter_set_id
  let chroma = 1;
  let isSeparate = false;
  if (WITH_CHROMA.has(profile)) {
    chroma = r.unsigned();
    if (chroma === YUV_444) isSeparate = r.flag();
    r.unsigned(); // bit_depth_luma_minus8
    r.unsigned(); // bit_depth_chroma_minus8
    r.skip(1);
    if (r.flag()) skipScalingLists(r, chroma === YUV_444 ? 12 : 8);
  }
  r.unsigned(); // log2_max_frame_num_minus4
  const pocType = r.unsigned();
  if (pocType === 0) r.unsigned();
  else if (pocType === 1) {
    r.skip(1);
    r.signed();
    r.signed();
    const cycle = r.unsigned();
    if (cycle > MAX_POC_CYCLE) throw new CodecError(`${cycle} frames in a picture order cycle`);
    for (let i = 0; i < cycle; i++) r.signed();
  }
  r.unsigned(); // max_num_ref_frames
  r.skip(1);
  const widthMbs = r.unsigned() + 1;
  const heightUnits = r.unsigned() + 1;
  const isFrameOnly = r.flag();
  if (!isFrameOnly) r.skip(1);
  r.skip(1);
  const fields = isFrameOnly ? 1 : 2;
  const isSubsampled = chroma !== 0 && !isSeparate;
  const crop = readCrop(r, isSubsampled && chroma !== YUV_444 ? 2 : 1, (isSubsampled && chroma === 1 ? 2 : 1) * fields);
  return {
    width: widthMbs * 16 - crop.x,
    height: heightUnits * 16 * fields - crop.y,
    codecString: `avc1.${hex(profile)}${hex(constraints)}${hex(level)}`,
    frameMs: readFrameMs(r),
  };
}

const EXTENDED_ASPECT = 255;

/** The frame time of the VUI parameters, H.264 E.1.1. */
function readFrameMs(r: BitReader): number | undefined {
  try {
    if (!r.flag()) return undefined;
    if (r.flag() && r.bits(8) === EXTENDED_ASPECT) r.skip(32);
    if (r.flag()) r.skip(1); // overscan
    if (r.flag()) {
      r.skip(4); // video_format, video_full_range_flag
      if (r.flag()) r.skip(24);
    }
    if (r.flag()) for (let field = 0; field < 2; field++) r.unsigned(); // chroma location
    if (!r.flag()) return undefined;
    const [ticks, scale] = [r.bits(32), r.bits(32)];
    return scale > 0 && ticks > 0 ? (ticks * 2 * 1000) / scale : undefined;
  } catch (error) {
    // cut off; the picture is known all the same
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function skipScalingLists(r: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (!r.flag()) continue;
    let next = 8;
    for (let i = 0, last = 8; i < (list < 6 ? 16 : 64) && next !== 0; i++) {
      next = (last + r.signed() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

function readH265(rbsp: Uint8Array): SpsInfo {
  const r = new BitReader(rbsp);
  r.skip(4); // sps_video_parameter_set_id
  const subLayers = r.bits(3);
  if (subLayers > MAX_SUB_LAYERS) throw new CodecError(`${subLayers} sub-layers`);
  r.skip(1);
  const codecString = readProfileTierLevel(r, subLayers);
  r.unsigned(); // sps_seq_parameter_set_id
  const chroma = r.unsigned();
  const isSeparate = chroma === YUV_444 && r.flag();
  const [width, height] = [r.unsigned(), r.unsigned()];
  const isSubsampled = chroma !== 0 && !isSeparate;
  const crop = readCrop(r, isSubsampled && chroma !== YUV_444 ? 2 : 1, isSubsampled && chroma === 1 ? 2 : 1);
  return { width: width - crop.x, height: height - crop.y, codecString };
}

/** H.265 7.3.3, as the codec string of ISO/IEC 14496-15 E.3. */
function readProfileTierLevel(r: BitReader, subLayers: number): string {
  const space = ['', 'A', 'B', 'C'][r.bits(2)]!;
  const tier = r.flag() ? 'H' : 'L';
  const profile = r.bits(5);
  let compatibility = 0;
  for (let i = 0; i < 32; i++) compatibility += r.bits(1) * 2 ** i;
  const constraints = Array.from({ length: 6 }, () => r.bits(8));
  while (constraints.at(-1) === 0) constraints.pop();
  const level = r.bits(8);
  const present = Array.from({ length: subLayers }, () => [r.flag(), r.flag()] as const);
  if (subLayers > 0) r.skip(2 * (8 - subLayers));
  for (const [hasProfile, hasLevel] of present) r.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0));
  const parts = [`hvc1.${space}${profile}`, compatibility.toString(16).toUpperCase(), `${tier}${level}`];
  return [...parts, ...constraints.map((byte) => byte.toString(16).toUpperCase())].join('.');
}
