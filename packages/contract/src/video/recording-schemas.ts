import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { Channel as ChannelNumber, StreamType } from './channels.ts';

/** Days of a list of files, and of a calendar. */
const FILE_LIST_DAYS = 31;
const CALENDAR_DAYS = 62;

const ServerFile = z.object({
  fileId: z.string(),
  channel: z.number(),
  /** videoSource. */
  source: z.number(),
  /** fileState. */
  state: z.number(),
  streamType: StreamType,
  /** Epoch ms of the pictures. `endTime` null: still recording. */
  startTime: z.number(),
  endTime: z.number().nullable(),
  bytes: z.number(),
  /** Type of the file, as 'mp4'. */
  format: z.string(),
  /** Whether browsers play the file; H.265 only some. Otherwise it can be downloaded only. */
  playable: z.boolean(),
  /** As in RFC 6381; null: not looked into. */
  codec: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** A key of fileSounds. */
  sound: z.string(),
  /** Who recorded, cut or fetched it. */
  username: z.string(),
  /** A key of recordReasons; null: the user stopped it, or it is no recording. */
  reason: z.string().nullable(),
});
export type ServerFile = z.infer<typeof ServerFile>;

const ofVehicle = {
  targId: RecordId,
  startTime: Instant,
  endTime: Instant,
};

export const recordingSchemas = {
  startRecord: {
    summary:
      'Records live video of a channel on the server, for at most `limitMs`. Requests the stream if no user watches it. Returns the same recording while one is in progress.',
    data: z.strictObject({ targId: RecordId, channel: ChannelNumber, streamType: StreamType.default(1) }),
    reply: z.object({ fileId: z.string(), startedAt: z.number(), limitMs: z.number() }),
  },
  stopRecord: {
    summary: 'Ends a recording, identified by any of its files. Returns its files.',
    data: z.strictObject({ fileId: RecordId }),
    reply: z.object({ list: z.array(ServerFile) }),
  },
  listServerFile: {
    summary:
      'Lists the video files of a vehicle on the server that overlap a period, sorted by time. Without `channel`, lists all channels.',
    data: withinDays(z.strictObject({ ...ofVehicle, channel: ChannelNumber.optional() }), FILE_LIST_DAYS),
    reply: z.object({ list: z.array(ServerFile) }),
  },
  listRecordDay: {
    summary: 'Lists the days, in platform time, that have video files of a vehicle on the server, in order.',
    data: withinDays(z.strictObject(ofVehicle), CALENDAR_DAYS),
    reply: z.object({ list: z.array(z.string()) }),
  },
  clipFile: {
    summary: 'Cuts a range of a recording into a separate file. The range starts at the key frame before `startTime`.',
    data: z
      .strictObject({ fileId: RecordId, startTime: Instant, endTime: Instant })
      .refine(({ startTime, endTime }) => startTime < endTime, { path: ['endTime'], params: { key: 'rule.order', texts: {} } }),
    reply: z.object({ fileId: z.string() }),
  },
  openFile: {
    summary:
      'Returns the signed address of a file for a player. The address accepts HTTP range requests and is valid for `lifeMs` in the same session. video/listView lists the access.',
    data: z.strictObject({ fileId: RecordId }),
    reply: z.object({ url: z.string(), name: z.string(), lifeMs: z.number(), watermark: z.boolean() }),
  },
  downloadFile: {
    summary: 'Returns the signed address of a file that browsers save under `name`. video/listView lists the access.',
    data: z.strictObject({ fileId: RecordId }),
    reply: z.object({ url: z.string(), name: z.string(), lifeMs: z.number() }),
  },
  deleteFile: {
    summary: 'Deletes a video file from the server. A file that is still being recorded cannot be deleted.',
    data: z.strictObject({ fileId: RecordId }),
    reply: z.object({}),
  },
} satisfies Record<string, CallSchemas>;
