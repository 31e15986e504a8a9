/** Codecs of payloads; those without a decoder or player are told apart for messages to users. */
export type Codec =
  | 'h264'
  | 'h265'
  | 'avs'
  | 'svac'
  | 'g711a'
  | 'g711u'
  | 'g721'
  | 'g722'
  | 'g723'
  | 'g726'
  | 'g728'
  | 'g729'
  | 'adpcm'
  | 'dvi4'
  | 'lpc'
  | 'pcm'
  | 'aac'
  | 'mp3'
  | 'wma'
  | 'amr'
  | 'transparent'
  | 'unknown';

export type MediaKind = 'video' | 'audio' | 'data';

type Row = { readonly kind: MediaKind; readonly codec: Codec };

const video = (codec: Codec): Row => ({ kind: 'video', codec });
const audio = (codec: Codec): Row => ({ kind: 'audio', codec });

/** Payload types of JT/T 1078-2016 table 12. */
export const PAYLOAD_TYPES: ReadonlyMap<number, Row> = new Map([
  [1, audio('g721')],
  [2, audio('g722')],
  [3, audio('g723')],
  [4, audio('g728')],
  [5, audio('g729')],
  [6, audio('g711a')],
  [7, audio('g711u')],
  [8, audio('g726')],
  [9, audio('g729')],
  [10, audio('dvi4')],
  [11, audio('dvi4')],
  [12, audio('dvi4')],
  [13, audio('dvi4')],
  [14, audio('lpc')],
  [15, audio('pcm')],
  [16, audio('pcm')],
  [17, audio('mp3')],
  [18, audio('pcm')],
  [19, audio('aac')],
  [20, audio('wma')],
  [21, audio('aac')],
  [22, audio('pcm')],
  [23, audio('pcm')],
  [24, audio('aac')],
  [25, audio('mp3')],
  [26, audio('adpcm')],
  [27, audio('aac')],
  [28, audio('amr')],
  [91, { kind: 'data', codec: 'transparent' }],
  [98, video('h264')],
  [99, video('h265')],
  [100, video('avs')],
  [101, video('svac')],
]);
