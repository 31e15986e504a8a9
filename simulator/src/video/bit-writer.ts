/** Bits of an H.264 RBSP (ITU-T H.264, 7.2 and 9.1). */
export type BitWriter = {
  /** u(n), up to 24 bits. */
  readonly bits: (value: number, count: number) => void;
  /** A code word written as zeros and ones. */
  readonly code: (word: string) => void;
  /** ue(v) */
  readonly unsigned: (value: number) => void;
  /** se(v) */
  readonly signed: (value: number) => void;
  /** Appends the stop bit; the bytes of the RBSP. */
  readonly finish: () => Uint8Array;
};

export function createBitWriter(): BitWriter {
  const bytes: number[] = [];
  let current = 0;
  let used = 0;
  const bits = (value: number, count: number) => {
    current = (current << count) | value;
    used += count;
    while (used >= 8) {
      used -= 8;
      bytes.push((current >>> used) & 0xff);
    }
    current &= (1 << used) - 1;
  };
  const unsigned = (value: number) => {
    const length = 32 - Math.clz32(value + 1);
    bits(0, length - 1);
    bits(value + 1, length);
  };
  return {
    bits,
    code: (word) => bits(Number.parseInt(word, 2), word.length),
    unsigned,
    signed: (value) => unsigned(value > 0 ? 2 * value - 1 : -2 * value),
    finish: () => {
      bits(1, 1);
      if (used > 0) bits(0, 8 - used);
      return Uint8Array.from(bytes);
    },
  };
}

const START_CODE = [0, 0, 0, 1] as const;
const EMULATION_PREVENTION = 3;

/** A NAL unit in Annex B format. `header`: reference bits and type. */
export function writeNal(header: number, rbsp: Uint8Array): Uint8Array {
  const bytes: number[] = [...START_CODE, header];
  let zeros = 0;
  for (const byte of rbsp) {
    if (zeros >= 2 && byte <= EMULATION_PREVENTION) {
      bytes.push(EMULATION_PREVENTION);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}
