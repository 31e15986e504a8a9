import { type BitWriter, createBitWriter, writeNal } from './bit-writer.ts';
import { CHROMA_DC, LUMA_DC, writeBlock } from './cavlc.ts';

/** A picture of flat squares: luma 4x4 pixels each, and chroma 8x8. Row by row. */
export type CellPicture = {
  /** In luma cells, multiples of four. */
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
};

export type EncodedFrame = { readonly isKey: boolean; readonly data: Uint8Array };

export type H264Encoder = {
  /** The next frame in Annex B format; a key frame includes its parameter sets. */
  readonly encode: (picture: CellPicture, isKey: boolean) => EncodedFrame;
  /** The picture that a decoder shows after the last frame. */
  readonly decoded: () => CellPicture;
};

/** Luma pixels per cell, and luma cells per side of a macroblock. */
export const CELL_PIXELS = 4;
const MB_CELLS = 4;
const CHROMA_CELLS = 2;

/** NAL headers: an IDR slice, a slice of a reference picture, parameter sets. */
const NAL = { idr: 0x65, slice: 0x41, sps: 0x67, pps: 0x68 } as const;
/** Constrained baseline, level 3: avc1.42e01e. */
const [PROFILE, CONSTRAINTS, LEVEL] = [66, 0xe0, 30] as const;
const FRAME_NUM_BITS = 4;
const [P_SLICES, I_SLICES] = [5, 7] as const;
/** Intra_16x16 with DC prediction, without AC coefficients: without and with DC coefficients of chroma. In P slices five higher. */
const [MB_LUMA_ONLY, MB_WITH_CHROMA] = [3, 7] as const;
const INTRA_IN_P = 5;
/** At this quantiser, a luma coefficient is half a grey level, and one of chroma a whole one. */
const QP = 22;
const LUMA_STEPS = 2;
const MID_GREY = 128;

/** Zigzag scan of 4x4 coefficients, as row * 4 + column. */
const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const;
/**
 * Encodes pictures of cells as H.264 baseline. Macroblocks are Intra_16x16 with DC coefficients only, which makes cells flat and
 * prediction exact; in predicted frames, unchanged macroblocks are skipped. The loop filter is off.
 */
export function createH264Encoder(width: number, height: number): H264Encoder {
  const [columns, rows] = [width / MB_CELLS, height / MB_CELLS];
  let source = blankPicture(width, height);
  const decoded = blankPicture(width, height);
  let frameNum = 0;
  let keyFrames = 0;

  const writeMacroblock = (out: BitWriter, picture: CellPicture, x: number, y: number, isKey: boolean) => {
    const luma = codeLuma(picture, decoded, x, y);
    const chroma = (['cb', 'cr'] as const).map((plane) => codeChroma(picture[plane], decoded[plane], width / 2, x, y));
    const hasChroma = chroma.some((levels) => levels.some((level) => level !== 0));
    out.unsigned((hasChroma ? MB_WITH_CHROMA : MB_LUMA_ONLY) + (isKey ? 0 : INTRA_IN_P));
    out.unsigned(0); // intra_chroma_pred_mode: DC
    out.signed(0); // mb_qp_delta
    writeBlock(
      out,
      ZIGZAG.map((at) => luma[at]!),
      LUMA_DC,
    );
    if (hasChroma) for (const levels of chroma) writeBlock(out, levels, CHROMA_DC);
  };

  return {
    encode: (picture, isKey) => {
      if (isKey) frameNum = 0;
      const out = createBitWriter();
      writeSliceHeader(out, isKey, frameNum, keyFrames);
      let skipped = 0;
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) {
          if (!isKey && isUnchanged(picture, source, x, y)) {
            skipped++;
            continue;
          }
          if (!isKey) out.unsigned(skipped);
          skipped = 0;
          writeMacroblock(out, picture, x, y, isKey);
        }
      }
      if (skipped > 0) out.unsigned(skipped);
      source = picture;
      frameNum = (frameNum + 1) % (1 << FRAME_NUM_BITS);
      if (isKey) keyFrames++;
      const slice = writeNal(isKey ? NAL.idr : NAL.slice, out.finish());
      return { isKey, data: isKey ? concat(writeSps(columns, rows), writePps(), slice) : slice };
    },
    decoded: () => decoded,
  };
}

const blankPicture = (width: number, height: number): CellPicture => ({
  width,
  height,
  luma: new Uint8Array(width * height),
  cb: new Uint8Array((width * height) / 4),
  cr: new Uint8Array((width * height) / 4),
});

const concat = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** 7.3.2.1.1 */
function writeSps(columns: number, rows: number): Uint8Array {
  const out = createBitWriter();
  for (const byte of [PROFILE, CONSTRAINTS, LEVEL]) out.bits(byte, 8);
  out.unsigned(0); // seq_parameter_set_id
  out.unsigned(FRAME_NUM_BITS - 4);
  out.unsigned(2); // pic_order_cnt_type: output in decoding order
  out.unsigned(1); // max_num_ref_frames
  out.bits(0, 1); // gaps_in_frame_num_value_allowed_flag
  out.unsigned(columns - 1);
  out.unsigned(rows - 1);
  out.bits(0b1100, 4); // frames only, direct_8x8_inference, no cropping, no VUI
  return writeNal(NAL.sps, out.finish());
}

/** 7.3.2.2 */
function writePps(): Uint8Array {
  const out = createBitWriter();
  out.unsigned(0); // pic_parameter_set_id
  out.unsigned(0); // seq_parameter_set_id
  out.bits(0, 2); // CAVLC; bottom_field_pic_order_in_frame_present_flag
  out.unsigned(0); // one slice group
  out.unsigned(0); // num_ref_idx_l0_default_active_minus1
  out.unsigned(0); // num_ref_idx_l1_default_active_minus1
  out.bits(0, 3); // no weighted prediction
  out.signed(QP - 26);
  out.signed(0); // pic_init_qs_minus26
  out.signed(0); // chroma_qp_index_offset
  out.bits(0b100, 3); // deblocking_filter_control_present_flag
  return writeNal(NAL.pps, out.finish());
}

/** 7.3.3 */
function writeSliceHeader(out: BitWriter, isKey: boolean, frameNum: number, keyFrames: number): void {
  out.unsigned(0); // first_mb_in_slice
  out.unsigned(isKey ? I_SLICES : P_SLICES);
  out.unsigned(0); // pic_parameter_set_id
  out.bits(frameNum, FRAME_NUM_BITS);
  if (isKey) {
    out.unsigned(keyFrames % 2); // idr_pic_id differs from the previous one
    out.bits(0, 2); // no_output_of_prior_pics_flag, long_term_reference_flag
  } else out.bits(0, 3); // no override, no list modification, sliding window
  out.signed(0); // slice_qp_delta
  out.unsigned(1); // loop filter off
}

function isUnchanged(picture: CellPicture, source: CellPicture, x: number, y: number): boolean {
  const equal = (plane: 'luma' | 'cb' | 'cr', stride: number, cells: number) => {
    for (let row = y * cells; row < (y + 1) * cells; row++)
      for (let at = row * stride + x * cells; at < row * stride + (x + 1) * cells; at++)
        if (picture[plane][at] !== source[plane][at]) return false;
    return true;
  };
  const { width } = picture;
  return equal('luma', width, MB_CELLS) && equal('cb', width / 2, CHROMA_CELLS) && equal('cr', width / 2, CHROMA_CELLS);
}

const clip = (value: number): number => Math.min(255, Math.max(0, value));

/** Rows and columns of a 4x4 block: the first place, and the distance of the next. */
const LINES = [...[0, 4, 8, 12].map((from) => [from, 1] as const), ...[0, 1, 2, 3].map((from) => [from, 4] as const)];

/** Hadamard transform of 4x4 values, its own inverse but for a factor of 16. */
function hadamard(values: readonly number[]): number[] {
  const m = [...values];
  for (const [from, step] of LINES) {
    const [a, b, c, d] = [m[from]!, m[from + step]!, m[from + 2 * step]!, m[from + 3 * step]!];
    m[from] = a + b + c + d;
    m[from + step] = a + b - c - d;
    m[from + 2 * step] = a - b - c + d;
    m[from + 3 * step] = a - b + c - d;
  }
  return m;
}

const sum4 = (term: (i: number) => number): number => term(0) + term(1) + term(2) + term(3);

/** Coefficients of a macroblock's luma, row by row. Updates the decoded picture. */
function codeLuma(picture: CellPicture, decoded: CellPicture, x: number, y: number): number[] {
  const { width } = picture;
  const origin = y * MB_CELLS * width + x * MB_CELLS;
  const at = (i: number) => origin + (i >> 2) * width + (i & 3);
  const above = y > 0 ? sum4((i) => decoded.luma[origin - width + i]!) : undefined;
  const left = x > 0 ? sum4((i) => decoded.luma[origin + i * width - 1]!) : undefined;
  const prediction = predict(above, left, 4);
  const levels = hadamard(Array.from({ length: 16 }, (_, i) => picture.luma[at(i)]! - prediction)).map((value) =>
    Math.round((value * LUMA_STEPS) / 16),
  );
  for (const [i, value] of hadamard(levels).entries()) decoded.luma[at(i)] = clip(prediction + ((value + 1) >> 1));
  return levels;
}

/** DC prediction (8.3.3.3, 8.3.4): the mean of the edges that exist. Sums of `cells` cells each. */
function predict(above: number | undefined, left: number | undefined, cells: number): number {
  if (above !== undefined && left !== undefined) return (above + left + cells) >> Math.log2(2 * cells);
  const edge = above ?? left;
  return edge === undefined ? MID_GREY : (edge + cells / 2) >> Math.log2(cells);
}

/** Coefficients of a macroblock's four cells of one chroma plane. Updates the decoded plane. */
function codeChroma(plane: Uint8Array, decoded: Uint8Array, stride: number, x: number, y: number): number[] {
  const origin = y * CHROMA_CELLS * stride + x * CHROMA_CELLS;
  const at = (i: number) => origin + (i >> 1) * stride + (i & 1);
  const above = (column: number) => (y > 0 ? decoded[origin - stride + column] : undefined);
  const left = (row: number) => (x > 0 ? decoded[origin + row * stride - 1] : undefined);
  // cells off the diagonal prefer one edge
  const predictions = [
    predict(above(0), left(0), 1),
    predict(above(1) ?? left(0), undefined, 1),
    predict(left(1) ?? above(0), undefined, 1),
    predict(above(1), left(1), 1),
  ];
  const levels = hadamard2(predictions.map((prediction, i) => plane[at(i)]! - prediction)).map((value) => Math.round(value / 4));
  for (const [i, value] of hadamard2(levels).entries()) decoded[at(i)] = clip(predictions[i]! + value);
  return levels;
}

const hadamard2 = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number[] => [
  a + b + c + d,
  a - b + c - d,
  a + b - c - d,
  a - b - c + d,
];
