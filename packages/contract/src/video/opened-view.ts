import { z } from 'zod';

/** A socket to open once, within `lifeMs`, in the same session. The view ends after `limitMs` unless the client keeps playing. */
export const OpenedView = z.object({ url: z.string(), sessionId: z.string(), lifeMs: z.number(), limitMs: z.number() });

/** With pictures. `watermark`: the page shows account and time over them. */
export const OpenedPictures = OpenedView.extend({ watermark: z.boolean() });
