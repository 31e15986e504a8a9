import iconv from 'iconv-lite';

// The only file that imports the converter: its types need Buffer, which this pure package lacks.

/** Decodes GBK or GB18030 text. ASCII, the usual case, skips the converter. */
export const decodeGbk = (bytes: Uint8Array, from: number, to: number): string => {
  let text = '';
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    if (b > 0x7f) return text + iconv.decode(bytes.subarray(i, to), 'gb18030');
    text += String.fromCharCode(b);
  }
  return text;
};

/** GBK bytes of a text; characters GBK has not become a question mark. */
export const encodeGbk = (text: string): Uint8Array => {
  const ascii = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x7f) {
      const all: Uint8Array = iconv.encode(text, 'gbk');
      return new Uint8Array(all.buffer, all.byteOffset, all.byteLength);
    }
    ascii[i] = c;
  }
  return ascii;
};
