import { type Codec, codec, gbk, NO_PARENT, type Of, struct, u8, u32, when } from '../../codec/index.ts';
import { longText } from '../fields.ts';
import { from2019, leftOutBefore, peek32, source2019, until2019 } from './fields.ts';

const since2013 = <T>(c: Codec<T>) => when((_, version) => version >= 2013, c);

const PostCheckFields = struct({
  /** 1 the platform that is connected, 2 one operator under it, 3 all of them. */
  objectType: since2013(u8),
  object2013: when((_, version) => version === 2013, gbk(12)),
  object2019: from2019(gbk(20)),
  /** Time for the answer, seconds; some leave it out. */
  window: leftOutBefore(4, (version) => version >= 2019, u8),
  infoId: u32,
  text: longText,
});

type PostCheck = {
  readonly objectType?: number | undefined;
  readonly objectId?: string | undefined;
  readonly window?: number | undefined;
  readonly infoId: number;
  readonly text: string;
};

/** 0x9301: a question to a user of the subordinate platform. Before 2019 its length shows whether it names the user. */
export const PostCheck: Codec<PostCheck> = codec(
  -1,
  (r) => {
    if (r.version < 2019) {
      const length = peek32(r.bytes, r.at + 4, r.end);
      r.version = length !== null && r.left === 8 + length ? 2011 : 2013;
    }
    const { objectType, object2013, object2019, window, infoId, text } = PostCheckFields.read(r, NO_PARENT);
    return { objectType, objectId: object2013 ?? object2019, window, infoId, text };
  },
  ({ objectId, ...rest }, w) =>
    PostCheckFields.write(
      { ...rest, objectType: rest.objectType ?? 1, object2013: objectId ?? '', object2019: objectId ?? '' },
      w,
      NO_PARENT,
    ),
);

/** 0x1301. Before 2019 it repeats the number of the question; 2019 names its message, and who answers. */
export const PostCheckReply = struct({
  objectType: u8,
  responder: from2019(gbk(16)),
  responderPhone: from2019(gbk(20)),
  objectId2011: until2019(gbk(12)),
  objectId2019: from2019(gbk(20)),
  infoId: until2019(u32),
  ...source2019,
  text: longText,
});
export type PostCheckReply = Of<typeof PostCheckReply>;

/** 0x9302: a message between platforms. */
export const PlatformText = struct({ objectType: u8, objectId: gbk(12), infoId: u32, text: longText });

/** 0x1302. */
export const PlatformTextReply = struct({ infoId: until2019(u32), ...source2019 });
