import { H264_NAL, H265_NAL, h264NalType, h265NalType, readSps } from '@fleetwarden/protocol/jt1078';

/** What an initialisation segment says about the video. */
export type VideoConfig = {
  /** For MediaSource.isTypeSupported. */
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly format: 'avc1' | 'hvc1';
  readonly recordBox: 'avcC' | 'hvcC';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord. */
  readonly record: Uint8Array;
};

export type VideoCodec = 'h264' | 'h265';

type CodecRow = {
  readonly nalType: (nal: Uint8Array) => number;
  /** Types of parameter sets, in the order of the record; all are required. */
  readonly sets: readonly number[];
  readonly sps: number;
  /** Whether a NAL unit has picture data. */
  readonly isPicture: (type: number) => boolean;
  /** NAL units that samples leave out, besides the parameter sets: delimiters, ends and filler. */
  readonly dropped: readonly number[];
  readonly toConfig: (sets: readonly (readonly Uint8Array[])[]) => Omit<VideoConfig, 'mime' | 'width' | 'height'>;
};

const length16 = (nal: Uint8Array): number[] => [nal.length >> 8, nal.length & 0xff];

/** ISO/IEC 14496-15 5.3.3.1: lengths of four bytes. */
function writeAvcRecord([spss = [], ppss = []]: readonly (readonly Uint8Array[])[]): Buffer {
  const sps = spss[0]!;
  return Buffer.concat([
    Uint8Array.of(1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe0 | spss.length),
    ...spss.flatMap((nal) => [Uint8Array.from(length16(nal)), nal]),
    Uint8Array.of(ppss.length),
    ...ppss.flatMap((nal) => [Uint8Array.from(length16(nal)), nal]),
  ]);
}

/** Bytes of an SPS of H.265 that begin with profile, tier and level, without emulation prevention. */
const PROFILE_AT = 3;
const PROFILE_BYTES = 12;

function withoutEmulation(nal: Uint8Array): number[] {
  const bytes: number[] = [];
  for (let i = 0; i < nal.length; i++) if (!(nal[i] === 3 && i >= 2 && nal[i - 1] === 0 && nal[i - 2] === 0)) bytes.push(nal[i]!);
  return bytes;
}

/** ISO/IEC 14496-15 8.3.3.1: 4:2:0 with 8 bits, as terminals have; the decoder reads the SPS. */
function writeHevcRecord(sets: readonly (readonly Uint8Array[])[]): Buffer {
  const sps = withoutEmulation(sets[1]![0]!);
  const subLayers = ((sps[2]! >> 1) & 7) + 1;
  return Buffer.concat([
    Uint8Array.of(1, ...sps.slice(PROFILE_AT, PROFILE_AT + PROFILE_BYTES), 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0),
    Uint8Array.of((subLayers << 3) | 4 | 3, sets.length),
    ...sets.flatMap((nals, i) => [
      Uint8Array.of(0x80 | CODECS.h265.sets[i]!, 0, nals.length),
      ...nals.flatMap((nal) => [Uint8Array.from(length16(nal)), nal]),
    ]),
  ]);
}

const FIRST_NON_PICTURE_H265 = 32;

export const CODECS: Readonly<Record<VideoCodec, CodecRow>> = {
  h264: {
    nalType: h264NalType,
    sets: [H264_NAL.sps, H264_NAL.pps],
    sps: H264_NAL.sps,
    isPicture: (type) => type >= 1 && type <= 5,
    dropped: [9, 10, 11, 12],
    toConfig: (sets) => ({ format: 'avc1', recordBox: 'avcC', record: writeAvcRecord(sets) }),
  },
  h265: {
    nalType: h265NalType,
    sets: [H265_NAL.vps, H265_NAL.sps, H265_NAL.pps],
    sps: H265_NAL.sps,
    isPicture: (type) => type < FIRST_NON_PICTURE_H265,
    dropped: [35, 36, 37, 38],
    toConfig: (sets) => ({ format: 'hvc1', recordBox: 'hvcC', record: writeHevcRecord(sets) }),
  },
};

/** Throws CodecError for an SPS that cannot be read. */
export function makeConfig(codec: VideoCodec, sets: readonly (readonly Uint8Array[])[]): VideoConfig {
  const row = CODECS[codec];
  const { width, height, codecString } = readSps(sets[row.sets.indexOf(row.sps)]![0]!);
  return { ...row.toConfig(sets), mime: `video/mp4; codecs="${codecString}"`, width, height };
}
