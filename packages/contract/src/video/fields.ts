import { z } from 'zod';

/** Channels of JT/T 1076. */
const MAX_CHANNEL = 127;

/** Logical number. */
export const Channel = z.int().min(1).max(MAX_CHANNEL);
/** VIDEO_STREAM: 0 main, 1 sub. */
export const StreamType = z.literal([0, 1]);
