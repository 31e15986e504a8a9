import { z } from 'zod';

/** Envelope of every reply; the HTTP status is always 200. */
export const Envelope = z.object({
  code: z.string(),
  msg: z.string(),
  data: z.unknown(),
  pageModel: z.object({ page: z.number(), limit: z.number(), total: z.number() }).optional(),
});
export type Envelope = z.infer<typeof Envelope>;

export type ResCodeReply = { readonly resCode: number; readonly message: string };
