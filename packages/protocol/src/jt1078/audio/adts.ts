/** ADTS (ISO/IEC 13818-7 6.2): AAC with its configuration before each frame. */

/** As in an AudioSpecificConfig of two bytes (ISO/IEC 14496-3 1.6.2.1). */
export type AacConfig = {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly rateHz: number;
  readonly channels: number;
};

/** Samples of a frame, for each channel. */
export const AAC_FRAME_SAMPLES = 1_024;

const RATES_HZ = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const HEADER_BYTES = 7;
const CRC_BYTES = 2;

/** The configuration as two bytes. */
export const aacConfigBits = ({ objectType, rateIndex, channels }: AacConfig): number =>
  (objectType << 11) | (rateIndex << 7) | (channels << 3);

/** The configuration of these bytes; undefined: it is none that this product writes. */
export function readAacConfig(bits: number): AacConfig | undefined {
  const [objectType, rateIndex, channels] = [bits >> 11, (bits >> 7) & 15, (bits >> 3) & 15];
  const rateHz = RATES_HZ[rateIndex];
  return rateHz === undefined || objectType === 0 || channels === 0 ? undefined : { objectType, rateIndex, rateHz, channels };
}

/** The frames at the start of some bytes, without their headers; undefined: there is none. */
export function readAdts(data: Uint8Array): { readonly config: AacConfig; readonly frames: readonly Uint8Array[] } | undefined {
  const frames: Uint8Array[] = [];
  let bits: number | undefined;
  for (let at = 0; at + HEADER_BYTES <= data.length; ) {
    const [sync, flags, format, more] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    if (sync !== 0xff || (flags & 0xf6) !== 0xf0) break;
    const config = (((format >> 6) + 1) << 11) | (((format >> 2) & 15) << 7) | ((((format & 1) << 2) | (more >> 6)) << 3);
    bits ??= config;
    const length = ((more & 3) << 11) | (data[at + 4]! << 3) | (data[at + 5]! >> 5);
    const header = HEADER_BYTES + (flags & 1 ? 0 : CRC_BYTES);
    // several blocks in a frame are not in use
    const isPlain = (data[at + 6]! & 3) === 0 && config === bits;
    if (!isPlain || length <= header || at + length > data.length) break;
    frames.push(data.subarray(at + header, at + length));
    at += length;
  }
  const config = bits === undefined || frames.length === 0 ? undefined : readAacConfig(bits);
  return config && { config, frames };
}

/** Silence of a frame, by the number of channels. */
const SILENCE: Readonly<Record<number, readonly number[]>> = {
  1: [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80],
  2: [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80],
};

/** A frame of silence; undefined for more than two channels. */
export function silentAacFrame({ channels }: Pick<AacConfig, 'channels'>): Uint8Array | undefined {
  const bytes = SILENCE[channels];
  return bytes && Uint8Array.from(bytes);
}
