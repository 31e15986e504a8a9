import type { DecodeAudio, EncodeAudio } from './decode-audio.ts';

/** Quantizer of one rate, ITU-T G.726 tables 7 to 14, for the codes without their sign. */
type Quantizer = { readonly log: readonly number[]; readonly scale: readonly number[]; readonly speed: readonly number[] };

/** By bits per sample: 16, 24, 32 and 40 kbit/s. */
const QUANTIZERS: Readonly<Record<number, Quantizer>> = {
  2: { log: [116, 365], scale: [-22, 439], speed: [0, 7] },
  3: { log: [-2048, 135, 273, 373], scale: [-4, 30, 137, 582], speed: [0, 1, 2, 7] },
  4: {
    log: [-2048, 4, 135, 213, 273, 323, 373, 425],
    scale: [-12, 18, 41, 64, 112, 198, 355, 1122],
    speed: [0, 0, 0, 1, 1, 1, 3, 7],
  },
  5: {
    log: [-2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566],
    scale: [14, 14, 24, 39, 40, 41, 58, 100, 141, 179, 219, 280, 358, 440, 529, 696],
    speed: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6],
  },
};

const ZEROS = 6;
const [MIN_STEP, MAX_STEP] = [544, 5120];
const MAX_POLE_2 = 12_288;
const POLE_1_LIMIT = 15_360;
const TONE_LIMIT = -11_776;
const NEGATIVE = 0x8000;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
const bitLength = (value: number): number => Math.min(32 - Math.clz32(value), 15);

/** A signed value as 4-bit exponent and 6-bit mantissa (FLOATA, FLOATB). */
const toFloat = (magnitude: number, isNegative: boolean): number => {
  const exponent = bitLength(magnitude);
  const float = magnitude === 0 ? 0x20 : (exponent << 6) + ((magnitude << 6) >> exponent);
  return isNegative ? float - 0x400 : float;
};

/** The product of a coefficient and a float (FMULT). */
function multiply(coefficient: number, float: number): number {
  const magnitude = coefficient > 0 ? coefficient : -coefficient & 0x1fff;
  const exponent = bitLength(magnitude) - 6;
  const mantissa = magnitude === 0 ? 32 : exponent >= 0 ? magnitude >> exponent : magnitude << -exponent;
  const shift = exponent + ((float >> 6) & 15) - 13;
  const product = (mantissa * (float & 63) + 0x30) >> 4;
  const value = shift >= 0 ? (product << shift) & 0x7fff : product >> -shift;
  return (coefficient ^ float) < 0 ? -value : value;
}

/** One sample: scale factor, code without its sign, difference, signal, and the difference from the two-pole predictor. */
type Step = {
  readonly step: number;
  readonly at: number;
  readonly magnitude: number;
  readonly isNegative: boolean;
  readonly signal: number;
  readonly fromPoles: number;
};

/** The state of ITU-T G.726 4.2; names of its blocks are in brackets. */
class G726State {
  readonly #bits: number;
  readonly #quantizer: Quantizer;
  /** Locked and unlocked scale factor (yl, yu). */
  #locked = 34_816;
  #unlocked = MIN_STEP;
  /** Short and long average of the speed (dms, dml), and its control (ap). */
  #short = 0;
  #long = 0;
  #control = 0;
  readonly #poles: [number, number] = [0, 0];
  readonly #zeros = new Int32Array(ZEROS);
  readonly #differences = new Int32Array(ZEROS).fill(0x20);
  readonly #signals: [number, number] = [0x20, 0x20];
  readonly #signs: [number, number] = [0, 0];
  #isTone = false;

  constructor(bits: number) {
    this.#bits = bits;
    this.#quantizer = QUANTIZERS[bits]!;
  }

  /** One code to a 16-bit sample. */
  decode(code: number): number {
    const next = this.#reconstruct(code);
    this.#adapt(next);
    return clamp(next.signal * 4, -0x8000, 0x7fff);
  }

  /** The code whose sample comes nearest to a 16-bit sample. */
  encode(sample: number): number {
    const wanted = (sample >> 2) - this.#predict().estimate;
    const step = this.#stepSize();
    const { log } = this.#quantizer;
    let [at, least] = [0, Number.POSITIVE_INFINITY];
    for (const [i, value] of log.entries()) {
      const error = Math.abs(reconstruct(value, step) - Math.abs(wanted));
      if (error < least) [at, least] = [i, error];
    }
    const code = wanted < 0 ? log.length * 2 - 1 - at : at;
    this.decode(code);
    return code;
  }

  #predict(): { readonly estimate: number; readonly zeroSum: number } {
    let zeroSum = 0;
    for (let i = 0; i < ZEROS; i++) zeroSum += multiply(this.#zeros[i]! >> 2, this.#differences[i]!);
    const poleSum = multiply(this.#poles[1] >> 2, this.#signals[1]) + multiply(this.#poles[0] >> 2, this.#signals[0]);
    return { estimate: (zeroSum + poleSum) >> 1, zeroSum };
  }

  #reconstruct(code: number): Step {
    const half = 1 << (this.#bits - 1);
    const isNegative = (code & half) !== 0;
    const at = isNegative ? half * 2 - 1 - code : code;
    const { estimate, zeroSum } = this.#predict();
    const step = this.#stepSize();
    const magnitude = reconstruct(this.#quantizer.log[at]!, step);
    const difference = isNegative ? -magnitude : magnitude;
    return { step, at, magnitude, isNegative, signal: estimate + difference, fromPoles: difference + (zeroSum >> 1) };
  }

  /** [MIX] */
  #stepSize(): number {
    if (this.#control >= 256) return this.#unlocked;
    const locked = this.#locked >> 6;
    const difference = this.#unlocked - locked;
    const weight = this.#control >> 2;
    return locked + ((difference * weight + (difference < 0 ? 0x3f : 0)) >> 6);
  }

  #adapt({ step, at, magnitude, isNegative, signal, fromPoles }: Step): void {
    const isTransition = this.#isTone && magnitude > this.#transitionLimit();
    this.#unlocked = clamp(step + ((this.#quantizer.scale[at]! * 32 - step) >> 5), MIN_STEP, MAX_STEP);
    this.#locked += this.#unlocked + (-this.#locked >> 6);
    const sign = fromPoles < 0 ? 1 : 0;
    const pole2 = isTransition ? this.#resetPredictor() : this.#adaptPoles(sign, fromPoles);
    if (!isTransition) this.#adaptZeros(magnitude, isNegative);
    this.#differences.copyWithin(1, 0, ZEROS - 1);
    this.#differences[0] = toFloat(magnitude, isNegative);
    this.#signals[1] = this.#signals[0];
    this.#signals[0] = signal <= -0x8000 ? -0x3e0 : toFloat(Math.abs(signal), signal < 0);
    this.#signs[1] = this.#signs[0];
    this.#signs[0] = sign;
    this.#isTone = !isTransition && pole2 < TONE_LIMIT;
    this.#adaptSpeed(step, this.#quantizer.speed[at]! << 9, isTransition);
  }

  /** [TRANS] */
  #transitionLimit(): number {
    const exponent = this.#locked >> 15;
    const limit = exponent > 9 ? 31 << 10 : (32 + ((this.#locked >> 10) & 31)) << exponent;
    return (limit + (limit >> 1)) >> 1;
  }

  #resetPredictor(): number {
    this.#poles.fill(0);
    this.#zeros.fill(0);
    return 0;
  }

  /** [UPA1, UPA2, LIMC, LIMD] Returns the second pole. */
  #adaptPoles(sign: number, fromPoles: number): number {
    const isOther = sign !== this.#signs[0];
    let second = this.#poles[1] - (this.#poles[1] >> 7);
    if (fromPoles !== 0) {
      const first = isOther ? this.#poles[0] : -this.#poles[0];
      second += first < -8191 ? -0x100 : first > 8191 ? 0xff : first >> 5;
      second = clamp(second + (sign !== this.#signs[1] ? -0x80 : 0x80), -MAX_POLE_2, MAX_POLE_2);
    }
    this.#poles[1] = second;
    const first = this.#poles[0] - (this.#poles[0] >> 8) + (fromPoles === 0 ? 0 : isOther ? -192 : 192);
    const limit = POLE_1_LIMIT - second;
    this.#poles[0] = clamp(first, -limit, limit);
    return second;
  }

  /** [UPB] */
  #adaptZeros(magnitude: number, isNegative: boolean): void {
    for (let i = 0; i < ZEROS; i++) {
      const zero = this.#zeros[i]!;
      const change = magnitude === 0 ? 0 : isNegative === this.#differences[i]! < 0 ? 128 : -128;
      this.#zeros[i] = zero - (zero >> (this.#bits === 5 ? 9 : 8)) + change;
    }
  }

  /** [FILTA, FILTB, SUBTC, FILTC] */
  #adaptSpeed(step: number, speed: number, isTransition: boolean): void {
    this.#short += (speed - this.#short) >> 5;
    this.#long += ((speed << 2) - this.#long) >> 7;
    const isFast = step < 1536 || this.#isTone || Math.abs((this.#short << 2) - this.#long) >= this.#long >> 3;
    if (isTransition) this.#control = 256;
    else this.#control += ((isFast ? 0x200 : 0) - this.#control) >> 4;
  }
}

/** The difference of a code in the linear domain [ADDA, ANTILOG]. */
function reconstruct(log: number, step: number): number {
  const sum = log + (step >> 2);
  if (sum < 0) return 0;
  return (((128 + (sum & 127)) << 7) >> (14 - ((sum >> 7) & 15))) & (NEGATIVE - 1);
}

/** Samples per frame that terminals use at 8 kHz, the most frequent first. */
const FRAME_SAMPLES: readonly number[] = [320, 160, 640, 480, 240];
const DEFAULT_BITS = 5;

/** The rate is nowhere on the wire: the length of a frame tells it. */
export function g726Bits(bytes: number): number {
  for (const samples of FRAME_SAMPLES) {
    const bits = (bytes * 8) / samples;
    if (bits in QUANTIZERS) return bits;
  }
  return DEFAULT_BITS;
}

/** RFC 3551 order: the first sample is in the lowest bits of a byte. */
export function createG726Decoder(): DecodeAudio {
  let bits = 0;
  let state = new G726State(DEFAULT_BITS);
  return (data) => {
    const frameBits = g726Bits(data.length);
    if (frameBits !== bits) {
      bits = frameBits;
      state = new G726State(bits);
    }
    const samples = new Int16Array(Math.floor((data.length * 8) / bits));
    let buffer = 0;
    let available = 0;
    let at = 0;
    for (let i = 0; i < samples.length; i++) {
      if (available < bits) {
        buffer |= data[at++]! << available;
        available += 8;
      }
      samples[i] = state.decode(buffer & ((1 << bits) - 1));
      buffer >>= bits;
      available -= bits;
    }
    return samples;
  };
}

/** An encoder with the state of one stream, in the same order. */
export function createG726Encoder(bits: number): EncodeAudio {
  const state = new G726State(bits);
  return (samples) => {
    const data = new Uint8Array(Math.ceil((samples.length * bits) / 8));
    let buffer = 0;
    let available = 0;
    let at = 0;
    for (const sample of samples) {
      buffer |= state.encode(sample) << available;
      available += bits;
      for (; available >= 8; available -= 8, buffer >>= 8) data[at++] = buffer & 0xff;
    }
    if (available > 0) data[at] = buffer;
    return data;
  };
}
