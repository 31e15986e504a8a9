import { bcd, bytes, type Codec, codec, list, optional, optionalCodec, struct, u8, u16, u32 } from '../../codec/index.ts';
import { LOCATION_BYTES } from '../location.ts';
import { timeOfBytes } from '../time.ts';

const about = {
  mediaId: u32,
  /** 0 image, 1 audio, 2 video. */
  kind: u8,
  /** 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV. */
  format: u8,
  /** 0 platform command, 1 timer, 2 robbery, 3 collision or rollover, 4 door opened, 5 door closed... */
  event: u8,
  channel: u8,
};

/** 0x0800: a media event; the platform requests the file separately. */
export const MediaEvent = struct(about);

const [JPEG_0, JPEG_1] = [0xff, 0xd8];
const TIME_AT = 22;

/**
 * 2011 has no position before the data, and no header shows this: a position ends with a time (or zeros), media data does not start with
 * one.
 */
function beginsWithPosition(b: Uint8Array, at: number, end: number): boolean {
  if (end - at < LOCATION_BYTES || (b[at] === JPEG_0 && b[at + 1] === JPEG_1)) return false;
  const time = b.subarray(at + TIME_AT, at + LOCATION_BYTES);
  return timeOfBytes(time, 0) !== null || time.every((byte) => byte === 0);
}

const position = bytes(LOCATION_BYTES);

/** 0x0801, reassembled. `location`: the 28 bytes of a 0x0200 body at the recording, since 2013. */
export const MediaUpload = struct({
  ...about,
  location: optionalCodec<Uint8Array>(
    (r, parent) => (beginsWithPosition(r.bytes, r.at, r.end) ? position.read(r, parent) : undefined),
    (v, w, parent) => {
      if (v !== undefined) position.write(v, w, parent);
    },
  ),
  data: bytes('rest'),
});

/** 0x8800: it is here; or these parts of it are not. */
export const MediaReply = struct({ mediaId: u32, missing: optional(list(u16, { stated: u8 })) });

/** Channel 0: all. Times are YYMMDDhhmmss in GMT+8; zeros: any. `event`: as in 0x0800. */
const search = { kind: u8, channel: u8, event: u8, startTime: bcd(6), endTime: bcd(6) };

/** 0x8802. */
export const SearchMedia = struct(search);

/** 0x8803: uploads what a search finds. `remove` 1 deletes it afterwards. */
export const UploadMedia = struct({ ...search, remove: u8 });

/** 0x8805. */
export const UploadOneMedia = struct({ mediaId: u32, remove: u8 });

const found = { kind: u8, channel: u8, event: u8, location: position };
const FOUND_2011_BYTES = 3 + LOCATION_BYTES;
const REPLY_HEAD_BYTES = 4;

type FoundMedia = { mediaId?: number; kind: number; channel: number; event: number; location: Uint8Array };
type SearchReply = { serial: number; count: number; items: FoundMedia[] };

const searchReply = (item: Codec<FoundMedia>): Codec<SearchReply> =>
  struct({ serial: u16, count: u16, items: list(item, 'rest') });
const searchReply2011 = searchReply(struct(found));
// the codec is used where each item has an id
const searchReply2013 = searchReply(struct({ mediaId: u32, ...found }) as Codec<FoundMedia>);

/** 0x0802. `count`: files found. 2011 has no ids, which the length shows. */
export const SearchReply: Codec<SearchReply> = codec<SearchReply>(
  -1,
  (r, parent) => {
    const bytes = r.left - REPLY_HEAD_BYTES;
    const stated = bytes < 0 ? 0 : (r.bytes[r.at + 2]! << 8) | r.bytes[r.at + 3]!;
    if (bytes > 0 && bytes === stated * FOUND_2011_BYTES) r.version = 2011;
    return (r.version === 2011 ? searchReply2011 : searchReply2013).read(r, parent);
  },
  (v, w, parent) => (w.version === 2011 ? searchReply2011 : searchReply2013).write(v, w, parent),
);
