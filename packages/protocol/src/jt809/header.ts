import { type Codec, CodecError, decode, type Of, struct, u8, u16, u32, type Writer, when } from '../codec/index.ts';
import { utc } from './fields.ts';
import type { Revision } from './revision.ts';

// JT/T 809-2011 table 2, 2019 table 3

const VersionNumber = struct({ major: u8, minor: u8, patch: u8 });

const HeaderFields = struct({
  /** Bytes of the frame as it is before escaping, both flags and the checksum among them. */
  length: u32,
  serial: u32,
  id: u16,
  /** MSG_GNSSCENTERID: the number the upper platform gave the lower one. */
  accessCode: u32,
  /** Does not show the revision: platforms of 2019 also send 1.0.0. */
  protocol: VersionNumber,
  /** 1: the body is encrypted. */
  encrypted: u8,
  key: u32,
  /** Send time, epoch seconds. */
  sentAt: when((_, version) => version >= 2019, utc),
});

/** A frame's header. */
export type Header = Of<typeof HeaderFields>;

/** Input of a written header; the length is computed. */
export type HeaderInput = Omit<Header, 'length' | 'protocol' | 'encrypted' | 'key'> & {
  readonly protocol?: Header['protocol'];
  readonly encrypted?: number;
  readonly key?: number;
};

/** Bytes of a header. */
export const headerBytes = (revision: Revision): number => (revision >= 2019 ? 30 : 22);

/** The header of an unescaped frame without flags. Throws CodecError for one too short. */
export const readHeader = (frame: Uint8Array, revision: Revision): Header => {
  if (frame.length < headerBytes(revision)) throw new CodecError(`header: ${frame.length} bytes are too few`, frame.length);
  return decode(HeaderFields, frame, revision);
};

const FIRST_PROTOCOL = { major: 1, minor: 0, patch: 0 };

/** Writes a header for a body of `bodyLength` bytes. Throws CodecError for a number that does not fit. */
export const writeHeader = (w: Writer, header: HeaderInput, bodyLength: number): void => {
  const around = headerBytes(w.version as Revision) + OUTSIDE;
  const { protocol = FIRST_PROTOCOL, encrypted = 0, key = 0, sentAt = 0, ...rest } = header;
  (HeaderFields as Codec<Header>).write({ length: around + bodyLength, ...rest, protocol, encrypted, key, sentAt }, w, {});
};

/** Two flags and the checksum. */
export const OUTSIDE = 4;
