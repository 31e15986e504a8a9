import {
  bcd,
  bytes,
  type Codec,
  codec,
  gbk,
  lengthPrefixed,
  type OptionalCodec,
  optionalCodec,
  struct,
  u8,
  u16,
  u32,
} from '../../codec/index.ts';
import { longText, utc } from '../fields.ts';
import { from2019, source2019, until2019 } from './fields.ts';
import { Position } from './vehicles.ts';

/** 0x9501: call this phone, so that it can listen. */
export const Listen = struct({ phone: gbk(20) });

/** 0x1501, 0x1505; 0x1503 of 2019. */
export const MonitorResult = struct({ ...source2019, result: u8 });

/** 0x9502. `size` 1 to 8 as in JT/T 808. */
export const PhotoRequest = struct({ channel: u8, size: u8 });

type Image = { readonly size: number; readonly format: number; readonly data: Uint8Array };

/** An image: its length comes before its size and format. */
const Image: Codec<Image> = codec(
  -1,
  (r, parent) => {
    const length = u32.read(r, parent);
    const [size, format] = [u8.read(r, parent), u8.read(r, parent)];
    const at = r.skip(length);
    return { size, format, data: r.bytes.slice(at, at + length) };
  },
  ({ size, format, data }, w, parent) => {
    u32.write(data.length, w, parent);
    u8.write(size, w, parent);
    u8.write(format, w, parent);
    w.append(data);
  },
);

/** 0x1502. `flag` 0 not supported, 1 success, 2 timeout, 3 later. `format` 1 JPEG, 2 GIF, 3 TIFF, 4 PNG. */
export const Photo = struct({ ...source2019, flag: u8, position: Position, channel: u8, image: Image });

/** 0x9503. `priority` 0 urgent, 1 normal. */
export const TextRequest = struct({ serial: u32, priority: u8, text: longText });

/** 0x1503. */
export const TextReply = struct({ serial: until2019(u32), ...source2019, result: u8 });

const Span = struct({ start: bcd(6), end: bcd(6), most: u16 });
/** Commands of 2011 that ask for a time carry it. */
const span: OptionalCodec<{ start: string; end: string; most: number }> = optionalCodec(
  (r, parent) => (r.version < 2019 && r.left >= 14 ? Span.read(r, parent) : undefined),
  (value, w, parent) => {
    if (value !== undefined && w.version < 2019) Span.write(value, w, parent);
  },
);

/** 0x9504: data of the recorder (GB/T 19056). */
export const RecorderRequest = struct({
  start: from2019(utc),
  end: from2019(utc),
  command: u8,
  span,
});

/** 0x1504. */
export const RecorderReply = struct({ ...source2019, command: u8, data: lengthPrefixed(u32, bytes('rest')) });

/** 0x9505: in an emergency the vehicle is to connect to another server. */
export const EmergencyLink = struct({
  authCode: bcd(10),
  accessPoint: gbk(20),
  user: gbk(49),
  password: gbk(22),
  server: gbk(32),
  tcpPort: u16,
  udpPort: u16,
  end: utc,
});
