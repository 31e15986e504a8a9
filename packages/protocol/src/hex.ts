import { CodecError, hexDigits } from './codec/index.ts';

/** Lower-case hex of bytes, for logs and tests. */
export const toHex = (bytes: Uint8Array): string => hexDigits(bytes, 0, bytes.length);

/** Bytes of hex digits; blanks between them are allowed. Throws CodecError for anything else. */
export const fromHex = (text: string): Uint8Array => {
  const digits = text.replace(/\s/g, '');
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits)) throw new CodecError(`"${text}" is not hex`);
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
};
