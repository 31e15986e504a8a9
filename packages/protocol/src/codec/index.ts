export {
  type Codec,
  codec,
  decode,
  encode,
  map,
  NO_PARENT,
  type Of,
  type OptionalCodec,
  optionalCodec,
  type Parent,
} from './codec.ts';
export { Reader, type TextEncoding, Writer } from './cursor.ts';
export { CodecError, under } from './error.ts';
export { decodeGbk, decodeText, encodeGbk, encodeText, isUtf8 } from './gbk.ts';
export { type Flags, flags, i16, i32, scaled, signMagnitude16, u8, u16, u32 } from './numbers.ts';
export { lengthPrefixed, list } from './sequence.ts';
export { byVersion, optional, type Shape, struct, when } from './struct.ts';
export { bcd, bytes, gbk, hexDigits, putDigits } from './text.ts';
export { type Item, type Items, type ItemTable, tlv } from './tlv.ts';
