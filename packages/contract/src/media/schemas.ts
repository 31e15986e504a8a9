import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { SeqId } from '../commands/schemas.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_CHOSEN_MEDIA, MEDIA_LIST_DAYS } from './media-kinds.ts';

/** Ids of media are beyond those of other records. */
const MediaId = z.string().regex(/^[1-9]\d{0,14}$/);

/** A media file of a terminal. `x`, `y`, `sp` (km/h) null: not reported. */
export const Media = z.object({
  id: z.string(),
  /** 0 image, 1 audio, 2 video, 3 other file. */
  kind: z.literal([0, 1, 2, 3]),
  /** MEDIA_EVENT: what triggered it. */
  event: z.number().int(),
  channel: z.number().int(),
  /** Time of the recording, epoch ms. */
  time: z.number(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  sp: z.number().nullable(),
  bytes: z.number().int(),
  /** File name of the download. */
  name: z.string(),
  /** Opens it for an hour. */
  url: z.string(),
});
export type Media = z.infer<typeof Media>;

const Byte = z.int().min(0).max(255);
const mediaFilter = {
  targId: RecordId.optional(),
  /** A department with those below it. */
  deptId: RecordId.optional(),
  /** Part of a plate. */
  carNo: z.string().trim().max(20).optional(),
  kind: Media.shape.kind.optional(),
  event: Byte.optional(),
  channel: Byte.optional(),
  startTime: Instant.optional(),
  endTime: Instant.optional(),
};
const MediaFilter = withinDays(z.object(mediaFilter), MEDIA_LIST_DAYS);
/** Filters of the multimedia library. */
export type MediaFilter = z.output<typeof MediaFilter>;

/** A media file in the library, with its vehicle. */
const VehicleMedia = Media.extend({ targId: z.string(), carNo: z.string(), color: z.number(), deptName: z.string() });
export type VehicleMedia = z.infer<typeof VehicleMedia>;

const MediaVehicle = z.object({
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  count: z.number().int(),
  /** Time of the newest file, epoch ms. */
  lastTime: z.number(),
});
export type MediaVehicle = z.infer<typeof MediaVehicle>;

const ChosenMedia = z.object({ ids: z.array(MediaId).min(1).max(MAX_CHOSEN_MEDIA) });

/** `commonmsg` of type `media`: a new media file was stored. Sent to users who may see it. */
export type MediaNews = { readonly targId: string; readonly id: string };

export const mediaSchemas = {
  listTaken: {
    summary:
      'Lists media that a terminal recorded and uploaded for a command (0x8801) that the caller may see. `expected`: the number of media reported by the terminal; null if it did not report a number.',
    data: z.object({ seqId: SeqId }),
    reply: z.object({ list: z.array(Media), expected: z.number().nullable() }),
  },
  listMediaVehicle: {
    summary:
      'Lists vehicles of the scope that have media in a period, with the number of files. The vehicle with the newest file is first. At most 31 days; the last 31 by default.',
    data: MediaFilter,
    reply: z.object({ list: z.array(MediaVehicle) }),
  },
  listMedia: {
    summary:
      'Lists media of vehicles of the scope, newest first. At most 31 days; the last 31 by default. File addresses expire with the session.',
    data: MediaFilter,
    reply: z.object({ list: z.array(VehicleMedia) }),
  },
  delMedia: {
    summary: 'Deletes media of vehicles of the scope, with their files. Deletes nothing if one of them is unknown.',
    data: ChosenMedia,
    reply: z.object({ removed: z.number() }),
  },
  packMedia: {
    summary: 'Starts a task that packs media of the scope into a zip, with a list of the files.',
    data: ChosenMedia,
    reply: z.object({ taskId: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
