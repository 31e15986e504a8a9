import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';

/** Channels of JT/T 1076. */
const MAX_CHANNEL = 127;
/** Days of a list of views. */
const VIEW_LIST_DAYS = 31;

/** VIDEO_STREAM: 0 main, 1 sub. */
const StreamType = z.literal([0, 1]);
/** 0 video and sound, 1 video only. */
const DataType = z.literal([0, 1]);

const Channel = z.object({
  /** Logical number, as requests name it. */
  channel: z.number(),
  name: z.string(),
  /** CHANNEL_KIND. */
  kind: z.number(),
  /** ICON. */
  icon: z.number(),
});

const View = z.object({
  id: z.string(),
  channel: z.number(),
  streamType: StreamType,
  dataType: DataType,
  username: z.string(),
  peerIp: z.string(),
  /** Epoch ms. */
  startedAt: z.number(),
  /** null: still watching. */
  endedAt: z.number().nullable(),
  /** Since then the picture played; null: it never did. */
  playedAt: z.number().nullable(),
  bytes: z.number(),
  /** A key of viewReasons; null: the user closed the view, or still watches. */
  reason: z.string().nullable(),
});
export type View = z.infer<typeof View>;

export const videoSchemas = {
  realtime: {
    summary:
      'Requests live video of a channel. Opens with a WebSocket to `url`, once, within `lifeMs`, in the same session; closing it ends the view. Views end after `limitMs` unless the client keeps playing.',
    data: z.strictObject({
      targId: RecordId,
      channel: z.int().min(1).max(MAX_CHANNEL),
      streamType: StreamType.default(1),
      dataType: DataType.default(0),
    }),
    reply: z.object({ url: z.string(), sessionId: z.string(), lifeMs: z.number(), limitMs: z.number() }),
  },
  listChannel: {
    summary: 'The video channels of a vehicle as recorded, by their numbers; empty where none are.',
    data: z.strictObject({ targId: RecordId }),
    reply: z.object({ list: z.array(Channel) }),
  },
  listView: {
    summary: 'Who watched a vehicle, the newest first.',
    data: withinDays(
      z.strictObject({ targId: RecordId, startTime: Instant.optional(), endTime: Instant.optional() }),
      VIEW_LIST_DAYS,
    ),
    reply: z.object({ list: z.array(View) }),
  },
} satisfies Record<string, CallSchemas>;
