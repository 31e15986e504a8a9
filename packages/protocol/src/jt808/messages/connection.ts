import {
  bcd,
  bytes,
  type Codec,
  codec,
  flags,
  gbk,
  lengthPrefixed,
  list,
  optional,
  type Reader,
  struct,
  u8,
  u16,
  u32,
  when,
} from '../../codec/index.ts';

/** 0x0001 and 0x8001: serial and id of the message that is answered. */
export const Ack = struct({
  serial: u16,
  id: u16,
  /** 0 ok, 1 failed, 2 malformed, 3 unsupported, 4 alarm handled (0x8001). */
  result: u8,
});

/** A message without a body. */
export const Empty = struct({});

/** 0x8004. In UTC, unlike every other time. */
export const TimeReply = struct({ time: bcd(6) });

const resend = (count: Codec<number>) => struct({ serial: u16, indexes: list(u16, { stated: count }) });
const resendShort = resend(u8);
const resendLong = resend(u16);

/**
 * 0x8003 and 0x0005: request sub-packages again; `serial` is that of the first. The count is a byte until 2013 and a
 * word in 2019; an odd length shows the byte form.
 */
export const Resend: typeof resendShort = codec(
  -1,
  (r, parent) => {
    const short = r.left % 2 === 1;
    r.version = short ? Math.min(r.version, 2013) : 2019;
    return (short ? resendShort : resendLong).read(r, parent);
  },
  (v, w, parent) => (w.version >= 2019 ? resendLong : resendShort).write(v, w, parent),
);

const register = (maker: number, model: number, terminal: number) =>
  struct({
    province: u16,
    city: u16,
    maker: gbk(maker),
    model: gbk(model),
    terminalId: gbk(terminal),
    /** JT/T 697.7; 0: not registered yet, and `plate` is the VIN. */
    plateColour: u8,
    plate: gbk('rest'),
  });
const register2011 = register(5, 8, 7);
const register2013 = register(5, 20, 7);
const register2019 = register(11, 30, 30);
/** Length up to and with the plate colour. */
const MIN_2011_BYTES = 25;
const MIN_2013_BYTES = 37;
const MIN_2019_BYTES = 76;

const isColour = (b: number): boolean => b <= 9 || (b >= 91 && b <= 94);

/** The revision whose widths fit: by length, and if two fit, by the position of a plate colour. */
const registerVersion = (r: Reader): number => {
  const colourAt = (offset: number): number => r.bytes[r.at + offset - 1]!;
  if (r.left >= MIN_2019_BYTES && (r.version >= 2019 || isColour(colourAt(MIN_2019_BYTES)))) return 2019;
  if (r.left < MIN_2013_BYTES) return 2011;
  if (isColour(colourAt(MIN_2013_BYTES)) || !isColour(colourAt(MIN_2011_BYTES))) return 2013;
  return 2011;
};
const registers = (version: number) => (version >= 2019 ? register2019 : version >= 2013 ? register2013 : register2011);

/** 0x0100. Widths of maker, model and id are 5/8/7 in 2011, 5/20/7 in 2013, 11/30/30 in 2019; the body decides. */
export const Register: typeof register2013 = codec(
  -1,
  (r, parent) => {
    r.version = registerVersion(r);
    return registers(r.version).read(r, parent);
  },
  (v, w, parent) => registers(w.version).write(v, w, parent),
);

/** 0x8100: 0 ok, 1 vehicle known already, 2 no such vehicle, 3 terminal known already, 4 no such terminal; the code only with 0. */
export const RegisterReply = struct({
  serial: u16,
  result: u8,
  code: when((p) => p['result'] === 0, gbk('rest')),
});

const IMEI_BYTES = 15;
const SOFTWARE_BYTES = 20;
const authenticate2013 = struct({ code: gbk('rest') });
const authenticate2019 = struct({ code: gbk(u8), imei: gbk(IMEI_BYTES), softwareVersion: gbk(SOFTWARE_BYTES) });

type AuthenticateBody = { code: string; imei?: string; softwareVersion?: string };

/** 0x0102. Until 2013 only the code; 2019 adds IMEI and software version. Some terminals send the old body with the new flag. */
export const Authenticate = codec<AuthenticateBody>(
  -1,
  (r, parent) => {
    const whole = r.version >= 2019 && r.left > 0 && 1 + r.bytes[r.at]! + IMEI_BYTES + SOFTWARE_BYTES === r.left;
    if (whole) return authenticate2019.read(r, parent);
    r.version = Math.min(r.version, 2013);
    return authenticate2013.read(r, parent);
  },
  (v, w, parent) => {
    if (w.version < 2019) authenticate2013.write(v, w, parent);
    else authenticate2019.write({ code: v.code, imei: v.imei ?? '', softwareVersion: v.softwareVersion ?? '' }, w, parent);
  },
);

const attributes = (maker: number, model: number, terminal: number) =>
  struct({
    typeBits: u16,
    maker: gbk(maker),
    model: gbk(model),
    terminalId: gbk(terminal),
    iccid: bcd(10),
    hardware: gbk(u8),
    firmware: gbk(u8),
    gnss: flags(u8, { gps: 0, beidou: 1, glonass: 2, galileo: 3 }),
    network: flags(u8, { gprs: 0, cdma: 1, tdScdma: 2, wcdma: 3, cdma2000: 4, tdLte: 5, other: 7 }),
  });
const ICCID_BYTES = 10;
/** The standard's widths, and 11 for the maker (SmallChi issues 43, 52, 60); see `dialects`. */
const ATTRIBUTE_WIDTHS = [
  { version: 2019, before: 2 + 5 + 30 + 30, fields: attributes(5, 30, 30) },
  { version: 2013, before: 2 + 5 + 20 + 7, fields: attributes(5, 20, 7) },
  { version: 2019, before: 2 + 11 + 30 + 30, fields: attributes(11, 30, 30) },
  { version: 2013, before: 2 + 11 + 20 + 7, fields: attributes(11, 20, 7) },
] as const;

/** 0x0107. The widths are those for which the two texts' length bytes end exactly before the last two bytes. */
export const Attributes: (typeof ATTRIBUTE_WIDTHS)[0]['fields'] = codec(
  -1,
  (r, parent) => {
    const fits = ({ before }: { before: number }): boolean => {
      const hardwareAt = r.at + before + ICCID_BYTES;
      if (hardwareAt >= r.end) return false;
      const firmwareAt = hardwareAt + 1 + r.bytes[hardwareAt]!;
      if (firmwareAt >= r.end) return false;
      return firmwareAt + 1 + r.bytes[firmwareAt]! + 2 === r.end;
    };
    const stated = ATTRIBUTE_WIDTHS.find((w) => w.version === r.version && fits(w));
    const found = stated ?? ATTRIBUTE_WIDTHS.find(fits);
    if (found !== undefined) r.version = found.version;
    return (found ?? ATTRIBUTE_WIDTHS[r.version >= 2019 ? 0 : 1]).fields.read(r, parent);
  },
  (v, w, parent) => ATTRIBUTE_WIDTHS[w.version >= 2019 ? 0 : 1].fields.write(v, w, parent),
);

/** 0x8900 and 0x0900. 0x00 GNSS, 0x0B IC card, 0x41 / 0x42 serial port, 0xF0-0xFF the maker's own. */
export const Transparent = struct({ kind: u8, data: bytes('rest') });

/** 0x0901: data that is compressed with gzip. */
export const Compressed = struct({ data: lengthPrefixed(u32, bytes('rest')) });

/** 0x8A00 and 0x0A00: RSA public key {e, n}; n should have 128 bytes, other lengths are preserved. */
export const RsaKey = struct({ e: u32, n: bytes('rest') });

/** 0x8105. The parameters are texts joined by ';'. */
export const TerminalControl = struct({ command: u8, parameters: optional(gbk('rest')) });
