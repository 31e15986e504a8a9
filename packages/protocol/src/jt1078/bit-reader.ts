import { CodecError } from '../codec/index.ts';

/** Longest Exp-Golomb prefix: values have at most 32 bits. */
const MAX_PREFIX_BITS = 31;

/** The RBSP of a NAL unit without emulation prevention (00 00 03). */
export function toRbsp(nal: Uint8Array): Uint8Array {
  const out = new Uint8Array(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

/** Reads bits, most significant first. Throws CodecError behind the end. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** u(n), n up to 32. */
  bits(n: number): number {
    if (this.#at + n > this.#bytes.length * 8) throw new CodecError(`needs ${n} bits`, this.#at >> 3);
    let value = 0;
    for (let i = 0; i < n; i++, this.#at++) {
      value = value * 2 + ((this.#bytes[this.#at >> 3]! >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  skip(n: number): void {
    if (this.#at + n > this.#bytes.length * 8) throw new CodecError(`needs ${n} bits`, this.#at >> 3);
    this.#at += n;
  }

  /** ue(v) */
  unsigned(): number {
    let zeros = 0;
    while (!this.flag()) {
      if (++zeros > MAX_PREFIX_BITS) throw new CodecError('Exp-Golomb code is too long', this.#at >> 3);
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v) */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}
