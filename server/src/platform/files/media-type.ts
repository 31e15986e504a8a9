/** What a file is by how it begins: how its name ends, and its kind in the numbers of 0x0801, or 3 for other files. */
export type MediaType = { readonly extension: string; readonly kind: 0 | 1 | 2 | 3 };

const [IMAGE, AUDIO, VIDEO, OTHER] = [0, 1, 2, 3] as const;
const OTHER_FILE: MediaType = { extension: 'bin', kind: OTHER };

type Start = { readonly at?: number; readonly bytes: readonly number[] };
const text = (ascii: string, at = 0): Start => ({ at, bytes: [...ascii].map((each) => each.charCodeAt(0)) });

/** NAL units that begin a key frame in Annex B form: H.264 SPS or delimiter, H.265 VPS or delimiter. */
const NAL_STARTS = [
  ['h264', [0x67, 0x27, 0x09]],
  ['h265', [0x40, 0x46]],
] as const;
const START_CODES = [
  [0, 0, 0, 1],
  [0, 0, 1],
];

/** The first row whose bytes all stand where they should. */
const STARTS: readonly (MediaType & { readonly starts: readonly Start[] })[] = [
  { extension: 'jpg', kind: IMAGE, starts: [{ bytes: [0xff, 0xd8, 0xff] }] },
  { extension: 'png', kind: IMAGE, starts: [{ bytes: [0x89, 0x50, 0x4e, 0x47] }] },
  { extension: 'tif', kind: IMAGE, starts: [{ bytes: [0x49, 0x49, 0x2a, 0x00] }] },
  { extension: 'tif', kind: IMAGE, starts: [{ bytes: [0x4d, 0x4d, 0x00, 0x2a] }] },
  { extension: 'wav', kind: AUDIO, starts: [text('RIFF'), text('WAVE', 8)] },
  { extension: 'mp3', kind: AUDIO, starts: [text('ID3')] },
  ...[0xfb, 0xfa, 0xf3, 0xf2].map((layer) => ({
    extension: 'mp3',
    kind: AUDIO,
    starts: [{ bytes: [0xff, layer] }],
  })),
  { extension: 'amr', kind: AUDIO, starts: [text('#!AMR')] },
  { extension: 'wmv', kind: VIDEO, starts: [{ bytes: [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11] }] },
  { extension: 'mp4', kind: VIDEO, starts: [text('ftyp', 4)] },
  ...NAL_STARTS.flatMap(([extension, headers]) =>
    headers.flatMap((header) => START_CODES.map((code) => ({ extension, kind: VIDEO, starts: [{ bytes: [...code, header] }] }))),
  ),
];

/** The type of a file by its content. Terminals upload files of other types too; they can be downloaded. */
export const detectMediaType = (data: Uint8Array): MediaType =>
  STARTS.find(({ starts }) => starts.every(({ at = 0, bytes }) => bytes.every((byte, i) => data[at + i] === byte))) ?? OTHER_FILE;
