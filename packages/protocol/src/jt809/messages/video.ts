import { bytes, gbk, list, struct, u8, u16, u32 } from '../../codec/index.ts';
import { identifier, platformId, utc } from '../fields.ts';

// JT/T 1078-2016 chapter 9: extension of JT/T 809

/** Position of the vehicle as of 2011; platforms send any bytes here. */
const position = bytes(36);
const password = identifier(64);
/** Alarm bits of JT/T 1078, eight bytes. */
const alarms = bytes(8);

/** 0x1701: passwords for asking for video, within the platform's own region and from others. */
export const VideoPasswords = struct({ platform: platformId, own: password, others: password });

/** 0x1801: address of the requested video. */
export const LiveReply = struct({ result: u8, server: gbk(32), port: u16 });

const stored = { channel: u8, start: utc, end: utc, alarms, kind: u8, stream: u8, storage: u8 } as const;

const items = list(struct({ ...stored, bytes: u32 }), u32);

/** 0x1901: list of the terminal's recordings. */
export const StoredList = struct({ items });

/** 0x1902: the answer to 0x9902. */
export const StoredListReply = struct({ result: u8, items });

/** 0x1A01. */
export const PlaybackReply = struct({ server: gbk(32), port: u16, result: u8 });

/** 0x1B01. */
export const DownloadReply = struct({ result: u8, session: u16 });

/** 0x1B02. */
export const DownloadReady = struct({
  result: u8,
  session: u16,
  server: gbk(32),
  port: u16,
  user: gbk(49),
  password: gbk(22),
  path: gbk(200),
});

/** 0x9801. `kind` 0 both, 1 sound, 2 picture. */
export const LiveRequest = struct({ channel: u8, kind: u8, password, position });

/** 0x9802. `kind` as in 0x9801. */
export const LiveEnd = struct({ channel: u8, kind: u8 });

/** 0x9901. */
export const StoredListAck = struct({ result: u8, count: u8 });

/** 0x9902. */
export const StoredListRequest = struct({ ...stored, password, position });

/** 0x9A01. */
export const PlaybackRequest = struct({
  channel: u8,
  kind: u8,
  stream: u8,
  storage: u8,
  start: utc,
  end: utc,
  password,
  position,
});

/** 0x9A02: `control`, `speed` as in JT/T 1078 0x9202; `position`: where to go on. */
export const PlaybackControl = struct({ control: u8, speed: u8, position: utc });

/** 0x9B01. */
export const DownloadRequest = struct({ ...stored, bytes: u32, password, position });

/** 0x9B02: the answer to 0x1B02. */
export const DownloadReadyAck = struct({ result: u8, session: u16 });

/** 0x9B03: `control` 0 pause, 1 go on, 2 cancel. */
export const DownloadControl = struct({ session: u16, control: u8 });
