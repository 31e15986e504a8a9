import iconv from 'iconv-lite';
import type { TextEncoding } from './cursor.ts';

// The only file that imports the converter: its types need Buffer, which this pure package lacks.

/** Decodes a text; GBK as GB18030, which contains it. ASCII, the usual case, skips the converter. */
export const decodeText = (bytes: Uint8Array, from: number, to: number, encoding: TextEncoding): string => {
  let text = '';
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    if (b > 0x7f) return text + iconv.decode(bytes.subarray(i, to), encoding === 'gbk' ? 'gb18030' : 'utf8');
    text += String.fromCharCode(b);
  }
  return text;
};

export const decodeGbk = (bytes: Uint8Array, from: number, to: number): string => decodeText(bytes, from, to, 'gbk');

/**
 * Whether bytes are UTF-8 with a Chinese character. Chinese texts in GBK practically never are: the second byte of each third
 * character would have to be one that GB 2312 does not use.
 */
export const isUtf8 = (bytes: Uint8Array, from: number, to: number): boolean => {
  let found = false;
  for (let i = from; i < to; ) {
    const lead = bytes[i++]!;
    const more = lead < 0x80 ? 0 : lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : -1;
    if (more < 0 || i + more > to) return false;
    for (const end = i + more; i < end; i++) if ((bytes[i]! & 0xc0) !== 0x80) return false;
    if (more === 2) found = true;
  }
  return found;
};

/** Bytes of a text; characters that GBK lacks become a question mark. */
export const encodeText = (text: string, encoding: TextEncoding): Uint8Array => {
  const ascii = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x7f) {
      const all: Uint8Array = iconv.encode(text, encoding);
      return new Uint8Array(all.buffer, all.byteOffset, all.byteLength);
    }
    ascii[i] = c;
  }
  return ascii;
};

export const encodeGbk = (text: string): Uint8Array => encodeText(text, 'gbk');
