import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_CHANNEL } from './channels.ts';
import { OpenedPictures } from './opened-view.ts';
import { type ReplayControl, replayControls, replaySpeeds } from './replay.ts';

/** Days of a list of recordings. */
const LIST_DAYS = 1;

/** As 0x9205: media 0 video and sound, 1 sound, 2 video, 3 video or both; stream 0 any, 1 main, 2 sub; storage 0 any, 1 main, 2 backup. */
const kind = {
  mediaType: z.literal([0, 1, 2, 3]).default(3),
  streamType: z.literal([0, 1, 2]).default(0),
  storage: z.literal([0, 1, 2]).default(0),
};
const AlarmBits = z.int().min(0).max(0xffff_ffff).default(0);

const TerminalFile = z.object({
  channel: z.number(),
  /** Epoch ms. */
  startTime: z.number(),
  endTime: z.number(),
  /** Bits of 0x0200, and of its video alarms (item 0x14). */
  alarmBits: z.number(),
  videoAlarmBits: z.number(),
  /** As in the filter. */
  mediaType: z.number(),
  streamType: z.number(),
  storage: z.number(),
  sizeBytes: z.number(),
});
export type TerminalFile = z.infer<typeof TerminalFile>;

/** A command to the terminal: `state` as in command/listCommand. */
const SentCommand = z.object({ seqId: z.string(), state: z.number(), resultCode: z.number().nullable() });

export const replaySchemas = {
  listTerminalFile: {
    summary:
      'Requests the list of recordings from a terminal, for at most one day. Returns the command to poll with video/replay/filelist/get. A list from the last 10 minutes is reused.',
    data: withinDays(
      z.strictObject({
        targId: RecordId,
        /** 0: all. */
        channel: z.int().min(0).max(MAX_CHANNEL).default(0),
        startTime: Instant,
        endTime: Instant,
        alarmBits: AlarmBits,
        videoAlarmBits: AlarmBits,
        /** Asks again although there is a list. */
        fresh: z.boolean().default(false),
        ...kind,
      }),
      LIST_DAYS,
    ),
    reply: SentCommand,
  },
  getTerminalFile: {
    summary:
      'Returns the recordings of a terminal by the command that requested them, sorted by channel and time. `count` is the length of the whole list.',
    data: z.strictObject({ seqId: RecordId }),
    reply: SentCommand.extend({
      /** Received so far; the list is complete when it is as long as `count`. null: not answered yet. */
      count: z.number().nullable(),
      list: z.array(TerminalFile),
      /** Epoch ms of the answer. */
      answeredAt: z.number().nullable(),
    }),
  },
  replay: {
    summary:
      'Plays a recording of the terminal, one per channel. The client opens a WebSocket to `url`, as for live video. Another playback of the same account and channel ends.',
    data: withinDays(
      z.strictObject({
        targId: RecordId,
        channel: z.int().min(1).max(MAX_CHANNEL),
        startTime: Instant,
        endTime: Instant,
        ...kind,
        mediaType: z.literal([0, 1, 2, 3]).default(0),
      }),
      LIST_DAYS,
    ),
    reply: OpenedPictures,
  },
  controlReplay: {
    summary:
      'Controls the caller’s playback. `speed` applies to fast, keyFrames and keyFramesBack; `position` applies to seek. `end` ends the view.',
    data: z
      .strictObject({
        sessionId: z.string().min(1).max(64),
        control: z.enum(Object.keys(replayControls) as [ReplayControl, ...ReplayControl[]]),
        speed: z.literal(replaySpeeds).default(1),
        position: Instant.optional(),
      })
      .refine(({ control, position }) => control !== 'seek' || position !== undefined, {
        path: ['position'],
        params: { key: 'rule.empty', texts: {} },
      }),
    reply: SentCommand,
  },
} satisfies Record<string, CallSchemas>;
