import type { BitWriter } from './bit-writer.ts';

/** Code words of ITU-T H.264, rows separated by spaces. */
const table = (...rows: readonly string[]): readonly (readonly string[])[] => rows.map((row) => row.split(' '));

/** The variable-length codes of a kind of block. */
export type BlockCodes = {
  /** By number of coefficients, then of trailing ones. */
  readonly coeffToken: readonly (readonly string[])[];
  /** By number of coefficients less one, then of zeros. */
  readonly totalZeros: readonly (readonly string[])[];
};

/** 16 coefficients whose neighbours have none: table 9-5 with nC = 0, tables 9-7 and 9-8. */
export const LUMA_DC: BlockCodes = {
  coeffToken: table(
    '1',
    '000101 01',
    '00000111 000100 001',
    '000000111 00000110 0000101 00011',
    '0000000111 000000110 00000101 000011',
    '00000000111 0000000110 000000101 0000100',
    '0000000001111 00000000110 0000000101 00000100',
    '0000000001011 0000000001110 00000000101 000000100',
    '0000000001000 0000000001010 0000000001101 0000000100',
    '00000000001111 00000000001110 0000000001001 00000000100',
    '00000000001011 00000000001010 00000000001101 0000000001100',
    '000000000001111 000000000001110 00000000001001 00000000001100',
    '000000000001011 000000000001010 000000000001101 00000000001000',
    '0000000000001111 000000000000001 000000000001001 000000000001100',
    '0000000000001011 0000000000001110 0000000000001101 000000000001000',
    '0000000000000111 0000000000001010 0000000000001001 0000000000001100',
    '0000000000000100 0000000000000110 0000000000000101 0000000000001000',
  ),
  totalZeros: table(
    '1 011 010 0011 0010 00011 00010 000011 000010 0000011 0000010 00000011 00000010 000000011 000000010 000000001',
    '111 110 101 100 011 0101 0100 0011 0010 00011 00010 000011 000010 000001 000000',
    '0101 111 110 101 0100 0011 100 011 0010 00011 00010 000001 00001 000000',
    '00011 111 0101 0100 110 101 100 0011 011 0010 00010 00001 00000',
    '0101 0100 0011 111 110 101 100 011 0010 00001 0001 00000',
    '000001 00001 111 110 101 100 011 010 0001 001 000000',
    '000001 00001 101 100 011 11 010 0001 001 000000',
    '000001 0001 00001 011 11 10 010 001 000000',
    '000001 000000 0001 11 10 001 01 00001',
    '00001 00000 001 11 10 01 0001',
    '0000 0001 001 010 1 011',
    '0000 0001 01 1 001',
    '000 001 1 01',
    '00 01 1',
    '0 1',
  ),
};

/** Four coefficients: table 9-5 with nC = -1, table 9-9 a. */
export const CHROMA_DC: BlockCodes = {
  coeffToken: table('01', '000111 1', '000100 000110 001', '000011 0000011 0000010 000101', '000010 00000011 00000010 0000000'),
  totalZeros: table('1 01 001 000', '1 01 00', '1 0'),
};

/** Table 9-10, by zeros left (more than six: the last row), then by run. */
export const RUN_BEFORE = table(
  '1 0',
  '1 01 00',
  '11 10 01 00',
  '11 10 01 001 000',
  '11 10 011 010 001 000',
  '11 000 001 011 010 101 100',
  '111 110 101 100 011 010 001 0001 00001 000001 0000001 00000001 000000001 0000000001 00000000001',
);

const MAX_TRAILING_ONES = 3;
const MAX_SUFFIX_BITS = 6;
/** Above this number, levels are long from the first on. */
const MANY_LEVELS = 10;
/** Prefixes of levels with a suffix of other lengths than usual. */
const [LONG_PREFIX, ESCAPE_PREFIX] = [14, 15] as const;
const ESCAPE_BITS = 12;

/** Writes a block of coefficients in scan order (9.2). */
export function writeBlock(out: BitWriter, coefficients: readonly number[], codes: BlockCodes): void {
  // nonzero coefficients, highest frequency first, with the zeros before each
  const levels: number[] = [];
  const runs: number[] = [];
  let zeros = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) {
    const level = coefficients[i]!;
    if (level !== 0) {
      levels.push(level);
      runs.push(0);
    } else if (levels.length > 0) {
      runs[runs.length - 1]!++;
      zeros++;
    }
  }
  let ones = 0;
  while (ones < MAX_TRAILING_ONES && Math.abs(levels[ones] ?? 0) === 1) ones++;

  out.code(codes.coeffToken[levels.length]![ones]!);
  if (levels.length === 0) return;
  for (let i = 0; i < ones; i++) out.bits(levels[i]! < 0 ? 1 : 0, 1);
  writeLevels(out, levels, ones);
  if (levels.length < coefficients.length) out.code(codes.totalZeros[levels.length - 1]![zeros]!);
  for (let i = 0; zeros > 0 && i < runs.length - 1; i++) {
    const run = runs[i]!;
    out.code(RUN_BEFORE[Math.min(zeros, RUN_BEFORE.length) - 1]![run]!);
    zeros -= run;
  }
}

/** 9.2.2.1: levels after the trailing ones, each a unary prefix and a suffix that grows with the levels. */
function writeLevels(out: BitWriter, levels: readonly number[], ones: number): void {
  let suffixBits = levels.length > MANY_LEVELS && ones < MAX_TRAILING_ONES ? 1 : 0;
  for (let i = ones; i < levels.length; i++) {
    const level = levels[i]!;
    // with fewer than three ones, the next level is larger than one
    const lower = i === ones && ones < MAX_TRAILING_ONES ? 2 : 0;
    writeLevel(out, (level > 0 ? 2 * level - 2 : -2 * level - 1) - lower, suffixBits);
    if (suffixBits === 0) suffixBits = 1;
    if (Math.abs(level) > 3 << (suffixBits - 1) && suffixBits < MAX_SUFFIX_BITS) suffixBits++;
  }
}

function writeLevel(out: BitWriter, code: number, suffixBits: number): void {
  const prefix = (length: number) => out.bits(1, length + 1);
  const escapeFrom = suffixBits === 0 ? 30 : ESCAPE_PREFIX << suffixBits;
  if (code >= escapeFrom) {
    prefix(ESCAPE_PREFIX);
    out.bits(code - escapeFrom, ESCAPE_BITS);
  } else if (suffixBits > 0) {
    prefix(code >> suffixBits);
    out.bits(code & ((1 << suffixBits) - 1), suffixBits);
  } else if (code < LONG_PREFIX) prefix(code);
  else {
    prefix(LONG_PREFIX);
    out.bits(code - LONG_PREFIX, 4);
  }
}
