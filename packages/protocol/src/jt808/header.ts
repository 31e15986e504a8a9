import { CodecError, hexDigits, putDigits, type Writer } from '../codec/index.ts';
import { type Dialect, SHORT_SERIAL_IDS } from './dialects.ts';
import type { Version } from './version.ts';

// JT/T 808-2019 table 2 and 3, JT/T 808-2011 table 2

const LENGTH_MASK = 0x03ff;
const SUBPACKAGE_BIT = 0x2000;
const VERSION_BIT = 0x4000;
/** Bytes before the body without sub-package words: 12 in 2011 and 2013, 17 in 2019. */
const NARROW = 12;
const WIDE = 17;
/** Revisions of the 2019 header that exist or may follow; greater numbers are no header. */
const MAX_PROTOCOL_VERSION = 9;

/** A frame's header. */
export type Header = {
  readonly id: number;
  /** 2019 by bit 14 or by the length of a 17-byte header; 2013 for a 12-byte header. Some bodies then show 2011. */
  readonly version: Version;
  /** The 2019 header's own revision byte; null in a 12-byte header. */
  readonly protocolVersion: number | null;
  /** The nibbles as on the wire, lower-case hex: 12 of them, or 20 in 2019. */
  readonly phone: string;
  readonly serial: number;
  /** Bits 10-12: 0 none, 1 RSA. */
  readonly encryption: number;
  /** Number of sub-packages; 0 if not sub-packaged. */
  readonly total: number;
  /** Index of this sub-package, from 1; 0 if not sub-packaged. */
  readonly index: number;
  /** Declared length of this frame's body. */
  readonly bodyLength: number;
  /** Offset of the body in the frame. */
  readonly bodyAt: number;
};

/** Error of a header: too few bytes, or a declared body length that does not match. */
export type HeaderFault = 'short' | 'length';

type Layout = { readonly wide: boolean; readonly serialBytes: 1 | 2 };
const WIDE_LAYOUT: Layout = { wide: true, serialBytes: 2 };
const NARROW_LAYOUT: Layout = { wide: false, serialBytes: 2 };
const SHORT_LAYOUT: Layout = { wide: false, serialBytes: 1 };

/** The layout of a header, or the reason why it is invalid. */
const readLayout = (frame: Uint8Array, dialect: Dialect | undefined, length = frame.length): Layout | HeaderFault => {
  if (length < NARROW) return 'short';
  const properties = (frame[2]! << 8) | frame[3]!;
  const words = properties & SUBPACKAGE_BIT ? 4 : 0;
  const declared = properties & LENGTH_MASK;
  const flagged = (properties & VERSION_BIT) !== 0;
  const narrow = length - NARROW - words;
  const wide = length - WIDE - words;
  if (flagged || dialect?.wideHeader) {
    if (wide === declared) return WIDE_LAYOUT;
    // Some count the five bytes the header grew by into the body, others take five off.
    if (dialect?.wideHeader && wide >= 0 && (wide === declared + 5 || wide + 5 === declared)) return WIDE_LAYOUT;
    // A 12-byte header under the 2019 flag.
    if (flagged && narrow === declared) return NARROW_LAYOUT;
    return wide < 0 ? 'short' : 'length';
  }
  if (narrow < 0) return 'short';
  if (narrow === declared) return NARROW_LAYOUT;
  // A 17-byte header whose version bit is 0, detected by the length.
  if (wide === declared && frame[4]! >= 1 && frame[4]! <= MAX_PROTOCOL_VERSION) return WIDE_LAYOUT;
  if (narrow + 1 === declared && SHORT_SERIAL_IDS.has((frame[0]! << 8) | frame[1]!)) return SHORT_LAYOUT;
  return 'length';
};

/** Why the header of a frame cannot be read, or null when it can. `length`: bytes of the frame, if others follow. */
export const headerFault = (frame: Uint8Array, dialect?: Dialect, length?: number): HeaderFault | null => {
  const layout = readLayout(frame, dialect, length);
  return typeof layout === 'string' ? layout : null;
};

/**
 * The header of an unescaped frame without flags and checksum, as Framer and decodeFrame give it.
 * Throws CodecError for a frame that `headerFault` names a reason for; Framer passes none such on.
 */
export const readHeader = (frame: Uint8Array, dialect?: Dialect): Header => {
  const layout = readLayout(frame, dialect);
  if (layout === 'short') throw new CodecError(`header: ${frame.length} bytes are too few`, frame.length);
  if (layout === 'length') throw new CodecError('header: declared body length is not the actual one', 2);
  const word = (at: number): number => (frame[at]! << 8) | frame[at + 1]!;
  const properties = word(2);
  const wide = layout.wide;
  const phoneAt = wide ? 5 : 4;
  const serialAt = wide ? 15 : 10;
  const serialBytes = layout.serialBytes;
  const behind = serialAt + serialBytes;
  const split = (properties & SUBPACKAGE_BIT) !== 0;
  return {
    id: word(0),
    version: wide ? 2019 : 2013,
    protocolVersion: wide ? frame[4]! : null,
    phone: hexDigits(frame, phoneAt, serialAt),
    serial: serialBytes === 2 ? word(serialAt) : frame[serialAt]!,
    encryption: (properties >> 10) & 7,
    total: split ? word(behind) : 0,
    index: split ? word(behind + 2) : 0,
    bodyLength: properties & LENGTH_MASK,
    bodyAt: behind + (split ? 4 : 0),
  };
};

/**
 * A copy of a frame whose declared body length is wrong, with the actual one; null if no header fits. The flag of 2019
 * decides between the two headers.
 */
export const correctLength = (frame: Uint8Array, dialect?: Dialect): Uint8Array | null => {
  if (headerFault(frame, dialect) !== 'length') return null;
  const properties = (frame[2]! << 8) | frame[3]!;
  const words = properties & SUBPACKAGE_BIT ? 4 : 0;
  const isWide = (properties & VERSION_BIT) !== 0 || dialect?.wideHeader === true;
  const actual = frame.length - (isWide ? WIDE : NARROW) - words;
  if (actual < 0 || actual > LENGTH_MASK) return null;
  const corrected = frame.slice();
  corrected[2] = ((properties & ~LENGTH_MASK) | actual) >>> 8;
  corrected[3] = actual;
  return corrected;
};

/**
 * The phone of a frame as a 17-byte header would have it, if such a header is possible without the version bit; null otherwise.
 * Shows who terminals with that header are: their frames look like those of a 12-byte header too.
 */
export const wideHeaderPhone = (frame: Uint8Array): string | null => {
  if (frame.length < WIDE || ((frame[2]! << 8) & VERSION_BIT) !== 0) return null;
  if (frame[4]! < 1 || frame[4]! > MAX_PROTOCOL_VERSION) return null;
  const phone = hexDigits(frame, 5, 15);
  return /^\d+$/.test(phone) ? phone : null;
};

/** The phone of a frame as a 12-byte header has it. */
export const shortHeaderPhone = (frame: Uint8Array): string => hexDigits(frame, 4, 10);

/** The body behind a header: a view of the frame, valid as long as the frame is. */
export const sliceBody = (frame: Uint8Array, header: Header): Uint8Array => frame.subarray(header.bodyAt);

/** Input of a written header; the body's length is a separate argument. */
export type HeaderInput = {
  readonly id: number;
  readonly version: Version;
  readonly protocolVersion?: number | null;
  /** Digits in any length; padded with 0, or cut on the left where the cut digits are 0. */
  readonly phone: string;
  readonly serial: number;
  readonly encryption?: number;
  readonly total?: number;
  readonly index?: number;
};

/** Writes a header. Throws CodecError for a body over 1,023 bytes or a phone too long for the version. */
export const writeHeader = (w: Writer, header: HeaderInput, bodyLength: number, dialect?: Dialect): void => {
  if (bodyLength > LENGTH_MASK) throw new CodecError(`header: a body of ${bodyLength} bytes does not fit into one frame`);
  const wide = header.version === 2019;
  const total = header.total ?? 0;
  const word = (v: number): void => {
    const at = w.reserve(2);
    w.bytes[at] = v >>> 8;
    w.bytes[at + 1] = v;
  };
  word(header.id);
  word(
    bodyLength |
      (((header.encryption ?? 0) & 7) << 10) |
      (total > 0 ? SUBPACKAGE_BIT : 0) |
      (wide && !dialect?.wideHeader ? VERSION_BIT : 0),
  );
  if (wide) w.bytes[w.reserve(1)] = header.protocolVersion ?? 1;
  const digits = wide ? 20 : 12;
  const phone = header.phone.length > digits ? header.phone.replace(/^0+/, '').padStart(digits, '0') : header.phone;
  putDigits(w, phone, digits / 2);
  word(header.serial & 0xffff);
  if (total > 0) {
    word(total);
    word(header.index ?? 0);
  }
};

/** The identity for look-ups: leading zeros stripped, so the 12- and the 20-digit form of a phone are one. */
export const phoneKey = (rawPhone: string): string => {
  let at = 0;
  while (at < rawPhone.length - 1 && rawPhone.charCodeAt(at) === 48) at++;
  return at === 0 ? rawPhone : rawPhone.slice(at);
};
