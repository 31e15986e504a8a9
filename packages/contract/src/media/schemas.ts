import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { SeqId } from '../commands/schemas.ts';

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

/** `commonmsg` of type `media`: a new media file was stored. Sent to users who may see it. */
export type MediaNews = { readonly targId: string; readonly id: string };

export const mediaSchemas = {
  listTaken: {
    summary:
      'What a terminal took and uploaded for a command (0x8801) that the caller sees. `expected`: how many it said it took; null: it did not say.',
    data: z.object({ seqId: SeqId }),
    reply: z.object({ list: z.array(Media), expected: z.number().nullable() }),
  },
} satisfies Record<string, CallSchemas>;
