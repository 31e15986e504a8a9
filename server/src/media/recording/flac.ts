/** FLAC (RFC 9639), 16 bit mono at 8 kHz: the only lossless sound that browsers play from MP4. */

export const FLAC_RATE_HZ = 8_000;
/** Samples of a frame; the last one of a stream is filled with silence. */
export const FLAC_FRAME_SAMPLES = 1_024;

const BITS = 16;
/** Block of 1,024 samples, 8 kHz; mono, 16 bit. */
const [BLOCK_AND_RATE, LAYOUT] = [0xa4, 0x08];
const MAX_ORDER = 3;
/** The largest Rice parameter of four bits. */
const MAX_RICE = 14;
const [VERBATIM, FIXED] = [1, 8];

const crcTable = (bits: number, polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (bits - 8);
    for (let i = 0; i < 8; i++) crc = ((crc << 1) ^ (crc & (1 << (bits - 1)) ? polynomial : 0)) & (2 ** bits - 1);
    return crc;
  });
const CRC8 = crcTable(8, 0x07);
const CRC16 = crcTable(16, 0x8005);
const crc8 = (bytes: Uint8Array): number => bytes.reduce((crc, byte) => CRC8[crc ^ byte]!, 0);
const crc16 = (bytes: Uint8Array): number => bytes.reduce((crc, byte) => ((crc << 8) & 0xff00) ^ CRC16[(crc >> 8) ^ byte]!, 0);

class BitWriter {
  readonly #bytes: number[] = [];
  #value = 0;
  #count = 0;

  /** At most 24 bits. */
  put(value: number, bits: number): void {
    this.#value = (this.#value << bits) | (value & (2 ** bits - 1));
    this.#count += bits;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#bytes.push((this.#value >>> this.#count) & 0xff);
    }
    this.#value &= 2 ** this.#count - 1;
  }

  putZeros(count: number): void {
    for (let left = count; left > 0; left -= 16) this.put(0, Math.min(left, 16));
  }

  /** Fills the last byte. */
  finish(): Uint8Array {
    if (this.#count > 0) this.put(0, 8 - this.#count);
    return Uint8Array.from(this.#bytes);
  }
}

/** A frame number in as many bytes as UTF-8 would take. */
function codedNumber(value: number): number[] {
  if (value < 0x80) return [value];
  const rest: number[] = [];
  let left = value;
  do {
    rest.unshift(0x80 | (left % 64));
    left = Math.floor(left / 64);
    // the first byte holds one bit less for each byte that follows
  } while (left >= 2 ** (6 - rest.length));
  return [((0xff << (7 - rest.length)) & 0xff) | left, ...rest];
}

/** Residuals of fixed predictors: of order n, the n-th difference. */
function* residuals(samples: Int16Array): Generator<Int32Array> {
  let current = Int32Array.from(samples);
  for (let order = 0; ; order++) {
    yield current;
    if (order === MAX_ORDER) return;
    const next = new Int32Array(current.length);
    for (let i = order + 1; i < current.length; i++) next[i] = current[i]! - current[i - 1]!;
    current = next;
  }
}

const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** The parameter that suits the mean, and the bits that residuals take with it. */
function riceCost(residual: Int32Array, order: number): { readonly rice: number; readonly bits: number } {
  let sum = 0;
  for (let i = order; i < residual.length; i++) sum += folded(residual[i]!);
  const count = residual.length - order;
  const rice = Math.min(Math.max(Math.floor(Math.log2(Math.max(sum / count, 1))), 0), MAX_RICE);
  let bits = count * (1 + rice);
  for (let i = order; i < residual.length; i++) bits += folded(residual[i]!) >>> rice;
  return { rice, bits };
}

/** Encodes FLAC_FRAME_SAMPLES samples. */
export function encodeFlacFrame(samples: Int16Array, frameNumber: number): Uint8Array {
  const head = [0xff, 0xf8, BLOCK_AND_RATE, LAYOUT, ...codedNumber(frameNumber)];
  const writer = new BitWriter();
  for (const byte of [...head, crc8(Uint8Array.from(head))]) writer.put(byte, 8);
  const choices = [...residuals(samples)].map((residual, order) => ({ residual, order, ...riceCost(residual, order) }));
  const best = choices.reduce((least, choice) =>
    choice.bits + choice.order * BITS < least.bits + least.order * BITS ? choice : least,
  );
  const { residual, order, rice, bits } = best;
  if (samples.every((sample) => sample === samples[0])) {
    writer.put(0, 8);
    writer.put(samples[0]!, BITS);
  } else if (bits + order * BITS >= samples.length * BITS) {
    writer.put(VERBATIM << 1, 8);
    for (const sample of samples) writer.put(sample, BITS);
  } else {
    writer.put((FIXED | order) << 1, 8);
    for (const sample of samples.subarray(0, order)) writer.put(sample, BITS);
    // one partition
    writer.put(rice, 10);
    for (let i = order; i < residual.length; i++) {
      const value = folded(residual[i]!);
      writer.putZeros(value >>> rice);
      writer.put(1, 1);
      writer.put(value & (2 ** rice - 1), rice);
    }
  }
  const frame = writer.finish();
  const crc = crc16(frame);
  return Buffer.concat([frame, Uint8Array.of(crc >> 8, crc & 0xff)]);
}

/** STREAMINFO, the last metadata block: total and checksum unknown. */
export function flacStreamInfo(): Uint8Array {
  const block = Buffer.alloc(4 + 34);
  block.writeUInt32BE(0x80000000 + 34, 0);
  block.writeUInt16BE(FLAC_FRAME_SAMPLES, 4);
  block.writeUInt16BE(FLAC_FRAME_SAMPLES, 6);
  // 20 bits rate, 3 bits channels - 1, 5 bits bits - 1
  block.writeUInt32BE(FLAC_RATE_HZ * 2 ** 12 + (BITS - 1) * 2 ** 4, 14);
  return block;
}
