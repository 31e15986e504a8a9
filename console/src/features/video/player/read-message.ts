import type { ViewMessage } from '@fleetwarden/contract/video/live-video';

/** Bytes before the samples of a PCM message: its kind, and the timestamp. */
const PCM_HEADER_BYTES = 5;

/** A text message of the viewer's socket; null if it is not readable. */
export function readMessage(text: string): ViewMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && 'type' in message ? (message as ViewMessage) : null;
  } catch {
    return null;
  }
}

/** The samples of a PCM message: 16 bit, little-endian, mono. */
export function readSamples(message: ArrayBuffer): Int16Array {
  const view = new DataView(message, Math.min(PCM_HEADER_BYTES, message.byteLength));
  return Int16Array.from({ length: view.byteLength >> 1 }, (_, at) => view.getInt16(at * 2, true));
}

/** Names of codecs as people write them, by the start of their codec string. */
const CODEC_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(hvc1|hev1)/i, 'H.265'],
  [/\b(avc1|avc3)/i, 'H.264'],
];

/** The name of the video codec of a MIME type; the MIME type itself if it is unknown. */
export const codecName = (mime: string): string => CODEC_NAMES.find(([pattern]) => pattern.test(mime))?.[1] ?? mime;

/** Whether the browser plays this MIME type from a MediaSource. */
export const isPlayable = (mime: string): boolean => typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(mime);
