import {
  bytes,
  type Codec,
  codec,
  gbk,
  lengthPrefixed,
  list,
  NO_PARENT,
  type Of,
  struct,
  u8,
  u16,
  u32,
  when,
} from '../../codec/index.ts';
import { identifier, longText, platformId, Source, utc } from '../fields.ts';
import { from2019, source2019, until2019 } from './fields.ts';

/** Bytes of 0x1201 with the short model of 2011. */
const SHORT_REGISTRATION = 49;

const RegistrationFields = struct({
  platform: platformId,
  maker: platformId,
  /** 8 bytes in 2011, 20 with the supplement of 2013, 30 in 2019. */
  model2011: when((_, version) => version < 2013, gbk(8)),
  model2013: when((_, version) => version === 2013, gbk(20)),
  model2019: from2019(gbk(30)),
  imei: from2019(gbk(15)),
  terminal2011: until2019(gbk(7)),
  terminal2019: from2019(gbk(30)),
  sim2011: until2019(identifier(12)),
  sim2019: from2019(identifier(13)),
});

type Registration = {
  readonly platform: string;
  /** Code of the terminal's maker. */
  readonly maker: string;
  readonly model: string;
  readonly imei?: string | undefined;
  readonly terminal: string;
  /** Phone of the terminal. */
  readonly sim: string;
};

/** 0x1201. Its length shows the revision before 2019. */
export const Register: Codec<Registration> = codec(
  -1,
  (r) => {
    if (r.version < 2019) r.version = r.left <= SHORT_REGISTRATION ? 2011 : 2013;
    const { platform, maker, imei, ...at } = RegistrationFields.read(r, NO_PARENT);
    const model = at.model2011 ?? at.model2013 ?? at.model2019!;
    return { platform, maker, model, imei, terminal: at.terminal2011 ?? at.terminal2019!, sim: at.sim2011 ?? at.sim2019! };
  },
  ({ platform, maker, model, imei, terminal, sim }, w) =>
    RegistrationFields.write(
      {
        platform,
        maker,
        imei: imei ?? '',
        model2011: model,
        model2013: model,
        model2019: model,
        terminal2011: terminal,
        terminal2019: terminal,
        sim2011: sim,
        sim2019: sim,
      },
      w,
      NO_PARENT,
    ),
);

/** The position of 2011: 36 bytes. Its date and time are of GMT+8, unlike every other time. */
export const Position2011 = struct({
  encrypted: u8,
  day: u8,
  month: u8,
  year: u16,
  hour: u8,
  minute: u8,
  second: u8,
  /** Millionths of a degree; longitude first. */
  lng: u32,
  lat: u32,
  /** km/h, also of the recorder. */
  speed: u16,
  recorderSpeed: u16,
  /** km */
  mileage: u32,
  direction: u16,
  /** m */
  altitude: u16,
  /** Status and alarm bits of JT/T 808. */
  status: u32,
  alarm: u32,
});

/** The position of 2019: the body of a 0x0200, and which of its alarms three platforms on its way have seen. */
const Position2019 = struct({
  encrypted: u8,
  location: lengthPrefixed(u32, bytes('rest')),
  platform: platformId,
  platformAlarm: u32,
  region: platformId,
  regionAlarm: u32,
  government: platformId,
  governmentAlarm: u32,
});

export type Position2011 = Of<typeof Position2011>;
export type Position2019 = Of<typeof Position2019>;

/** A position in the form of the printing. */
export const Position = struct({ at2011: until2019(Position2011), at2019: from2019(Position2019) });

/** 0x1203, 0x9203: positions of before. */
export const Positions = struct({ positions: list(Position, u8) });

/** 0x1205, 0x1206: an answer whose source comes before the length of its data, which is 0. */
export const MonitorReply = struct({ ...source2019, length: u32 });

/** 0x1207, 0x1209. */
export const Range = struct({ start: utc, end: utc });

const driver = {
  name: gbk(16),
  identity: gbk(20),
  licence: gbk(40),
  issuer: gbk(200),
  validUntil: from2019(utc),
} as const;

/** 0x120A: answer to 0x920A; 0x120C: unasked. */
export const DriverReply = struct({ ...source2019, ...driver });
export const Driver = struct(driver);

/** 0x120B: answer to 0x920B; 0x120D: unasked. */
export const WaybillReply = struct({ ...source2019, text: longText });
export const Waybill = struct({ text: longText });

/** 0x9201 (2019). */
export const RegisterReply = struct({ ...Source, result: u8 });

/** 0x9205, 0x9206: reason to start or stop an exchange of a vehicle's positions. */
export const ExchangeReason = struct({ reason: u8 });

/** 0x9207, 0x9208, 0x9209. */
export const SourceResult = struct({ ...source2019, result: u8 });

/** 0x9204: static data of a vehicle, as `NAME:=value;...`. */
export const Description = struct({ text: gbk('rest') });
