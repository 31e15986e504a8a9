import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { Channel as ChannelNumber, StreamType } from './channels.ts';
import { liveControls, type ViewKind, viewKinds } from './live-video.ts';
import { OpenedPictures } from './opened-view.ts';
import { recordingSchemas } from './recording-schemas.ts';
import { replaySchemas } from './replay-schemas.ts';
import { MAX_ROTATION_CHANNELS } from './rotation-limits.ts';
import { talkSchemas } from './talk-schemas.ts';
import { uploadSchemas } from './upload-schemas.ts';

/** Days of a list of views. */
const VIEW_LIST_DAYS = 31;

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
  /** The camera can be moved. */
  yuntai: z.boolean(),
  /** A privacy rule closes it now. */
  closed: z.boolean(),
});

const MAX_COUNTED = 500;
const ChannelCount = z.object({ total: z.number(), online: z.number() });

const View = z.object({
  id: z.string(),
  channel: z.number(),
  kind: z.enum(Object.keys(viewKinds) as [ViewKind, ...ViewKind[]]),
  streamType: StreamType,
  /** As 0x9101: 0 video and sound, 1 video, 2 talk, 4 broadcast. */
  dataType: z.number(),
  username: z.string(),
  peerIp: z.string(),
  /** Epoch ms. */
  startedAt: z.number(),
  /** null: still watching. */
  endedAt: z.number().nullable(),
  /** Since then it played; null: it never did. */
  playedAt: z.number().nullable(),
  bytes: z.number(),
  /** A key of viewReasons; null: the user closed the view, or still watches. */
  reason: z.string().nullable(),
});
export type View = z.infer<typeof View>;

export const videoSchemas = {
  realtime: {
    summary:
      'Requests live video of a channel. The client opens a WebSocket to `url`, once, within `lifeMs`, in the same session. The view ends when the WebSocket closes, or after `limitMs` unless the client requests to continue.',
    data: z.strictObject({
      targId: RecordId,
      channel: ChannelNumber,
      streamType: StreamType.default(1),
      dataType: DataType.default(0),
      /** A rotation shows it. */
      patrol: z.boolean().default(false),
    }),
    reply: OpenedPictures.extend({
      /** Video traffic of the vehicle in this month; null: it has no budget. */
      traffic: z.object({ usedBytes: z.number(), limitBytes: z.number() }).nullable(),
    }),
  },
  controlRealtime: {
    summary:
      'Pauses or resumes a live view of the caller, or switches it to the other stream of its channel. `applied` false: others use the stream, so the other stream needs a separate view.',
    data: z.strictObject({
      sessionId: z.string().min(1).max(64),
      control: z.enum(liveControls),
      /** The wished stream of a switch. */
      streamType: StreamType.default(1),
    }),
    reply: z.object({ applied: z.boolean() }),
  },
  listChannel: {
    summary:
      'Lists the configured video channels of a vehicle, by channel number. The list is empty if no channels are configured.',
    data: z.strictObject({ targId: RecordId }),
    reply: z.object({ list: z.array(Channel) }),
  },
  countChannel: {
    summary:
      'Counts the configured video channels of departments, including all departments below them, and of vehicles. `online` counts the channels of vehicles that are online.',
    data: z.strictObject({
      deptIds: z.array(RecordId).max(MAX_COUNTED).default([]),
      targIds: z.array(RecordId).max(MAX_COUNTED).default([]),
    }),
    reply: z.object({
      departments: z.array(ChannelCount.extend({ deptId: z.string() })),
      vehicles: z.array(ChannelCount.extend({ targId: z.string() })),
    }),
  },
  listDeptChannel: {
    summary: `Lists the vehicles of a department and the departments below it, online vehicles first, at most ${MAX_ROTATION_CHANNELS}. Includes their configured channels that no privacy rule closes.`,
    data: z.strictObject({ deptId: RecordId }),
    reply: z.object({
      list: z.array(
        z.object({
          targId: z.string(),
          carNo: z.string(),
          color: z.number(),
          online: z.boolean(),
          /** Some are recorded: with none in `channels`, all are closed. */
          recorded: z.boolean(),
          channels: z.array(z.object({ channel: z.number(), name: z.string() })),
        }),
      ),
    }),
  },
  listView: {
    summary: 'Lists the users who watched, listened to, recorded or downloaded from a vehicle, newest first.',
    data: withinDays(
      z.strictObject({ targId: RecordId, startTime: Instant.optional(), endTime: Instant.optional() }),
      VIEW_LIST_DAYS,
    ),
    reply: z.object({ list: z.array(View) }),
  },
  ...talkSchemas,
  ...replaySchemas,
  ...uploadSchemas,
  ...recordingSchemas,
} satisfies Record<string, CallSchemas>;
