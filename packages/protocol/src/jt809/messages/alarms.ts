import { gbk, optionalCodec, struct, u8, u16, u32 } from '../../codec/index.ts';
import { longText, platformId, Source, utc } from '../fields.ts';
import { from2019, source2019, until2019 } from './fields.ts';

/** 0x9401: an alarm has to be handled by a time. */
export const Urge = struct({
  /** 1 vehicle, 2 platform of an enterprise, 3 of the government, 9 other. */
  warnSource: until2019(u8),
  warnType: until2019(u16),
  platform: from2019(platformId),
  warnTime: utc,
  supervisionId: until2019(u32),
  ...source2019,
  deadline: utc,
  /** 0 urgent, 1 normal. */
  level: u8,
  supervisor: gbk(16),
  phone: gbk(20),
  mail: gbk(32),
});

/** Some platforms of 2019 put the supervision's number before the source. */
const strayNumber = optionalCodec<number>(
  (r, parent) => (r.version >= 2019 && r.left === 11 ? u32.read(r, parent) : undefined),
  (value, w, parent) => {
    if (value !== undefined && w.version >= 2019) u32.write(value, w, parent);
  },
);

/** 0x1401. 0 in progress, 1 done, 2 not handled, 3 will be later. */
export const UrgeReply = struct({
  stray: strayNumber,
  supervisionId: until2019(u32),
  ...source2019,
  result: u8,
});

/** Fields of all messages of 2019 about one alarm. */
const alarm2019 = {
  platform: from2019(platformId),
  warnType2019: from2019(u16),
  warnTime2019: from2019(utc),
  start: from2019(utc),
  end: from2019(utc),
  plate: from2019(gbk(21)),
  colour: from2019(u8),
  destination: from2019(platformId),
  lineId: from2019(u32),
} as const;

const alarm2011 = { warnSource: until2019(u8), warnType: until2019(u16), warnTime: until2019(utc) } as const;

/** 0x1402. */
export const Alarm = struct({ ...alarm2011, infoId: until2019(u32), ...alarm2019, text: longText });

/** 0x9402, 0x9403: a warning to the lower platform, one of its neighbour. */
export const Warning = struct({ ...alarm2011, ...alarm2019, text: longText });

/** 0x1403: handling result of an alarm; 2019 repeats the alarm's fields. */
export const AlarmHandled = struct({
  infoId: until2019(u32),
  result: until2019(u8),
  ...alarm2019,
  text: from2019(longText),
});

/** 0x1411, 0x1412 (2019). */
export const AlarmResult = struct({ ...Source, result: u8 });
