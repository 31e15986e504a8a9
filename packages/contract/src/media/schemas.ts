import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { SeqId } from '../commands/schemas.ts';

/** MEDIA_KIND: 0 image, 1 audio, 2 video. */
export const MEDIA_IMAGE = 0;

/** Something a terminal took. `x`, `y`, `sp` (km/h) null: it did not say where. */
export const Media = z.object({
  id: z.string(),
  kind: z.literal([0, 1, 2]),
  /** MEDIA_EVENT: why it was taken. */
  event: z.number().int(),
  channel: z.number().int(),
  /** When it was taken, epoch ms. */
  time: z.number(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  sp: z.number().nullable(),
  bytes: z.number().int(),
  /** What it is called when it is saved. */
  name: z.string(),
  /** Opens it for an hour. */
  url: z.string(),
});
export type Media = z.infer<typeof Media>;

/** `commonmsg` of type `media`: something a vehicle's terminal took has come, to those who may see such. */
export type MediaNews = { readonly targId: string; readonly id: string };

/** What terminals take and upload. */
export const mediaCalls = defineCalls({
  listTaken: {
    method: 'POST',
    path: 'multimedia/listTaken',
    permission: 'signedIn',
    read: true,
    summary:
      'What a terminal took and uploaded for a command (0x8801) that the caller sees. `expected`: how many it said it took; null: it did not say.',
    data: z.object({ seqId: SeqId }),
    reply: z.object({ list: z.array(Media), expected: z.number().nullable() }),
  },
});
