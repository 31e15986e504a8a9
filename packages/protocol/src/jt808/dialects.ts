/**
 * Deviations of known terminals from the standard. Some are detected from the bytes, without a setting: see header.ts,
 * messages/connection.ts (revision by length) and messages/location.ts. The others are a `Dialect`, passed to Framer, readHeader,
 * decodeFrame and encodeMessage.
 */

/** A framing other than 7E with 7D 01 / 7D 02. */
export type Wire = {
  /** The flag before and after a frame. */
  readonly flag: number;
  /** The first byte of a two-byte escape; followed by 01 it means itself, by 02 the flag. */
  readonly escape: number;
};

export const STANDARD_WIRE: Wire = { flag: 0x7e, escape: 0x7d };

/** Differences of one terminal. */
export type Dialect = {
  readonly wire?: Wire;
  /** The 17-byte header of 2019 under a properties word whose version bit is 0. */
  readonly wideHeader?: boolean;
};

/** Rows by name, for a terminal's settings. */
export const DIALECTS = {
  /** SmallChi issue 26: 17-byte header, bit 14 clear, and a declared length that may be five off. */
  wideHeader: { wideHeader: true },
  /** Terminals that frame with E7 and E6 01 / E6 02. */
  e7: { wire: { flag: 0xe7, escape: 0xe6 } },
} as const satisfies Record<string, Dialect>;

/** The dialect with this flag byte; undefined for the standard's flag or garbage. */
export const findDialect = (firstByte: number | undefined): Dialect | undefined =>
  Object.values<Dialect>(DIALECTS).find(({ wire }) => wire !== undefined && wire.flag === firstByte);

/** Messages of an electronic lock whose header has a one-byte serial number, detected by the declared length. */
export const SHORT_SERIAL_IDS: ReadonlySet<number> = new Set([0x5501, 0x5502]);
