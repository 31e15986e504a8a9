import { errors } from '@fleetwarden/contract/errors';
import type { ViewReason } from '@fleetwarden/contract/video/live-video';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A picture for so long resets the delay, ms. */
export const STABLE_MS = 10_000;
/** Random share of a delay, so that viewers do not return all at once after a restart. */
const JITTER = 0.25;
/** After a cut, the vehicle comes online again, and the server notices the end of old views. So long, the player tries by itself, ms. */
export const RECOVERY_MS = 300_000;
export const PASSING_CODES: ReadonlySet<string> = new Set([errors.videoOfUser.code, errors.internal.code]);
/** Silence after which the connection counts as cut, ms. While it plays, figures come each second. */
export const SILENT_MS = { playing: 10_000, waiting: 40_000 } as const;
/** Retry after a passing reason, if the user wants it (screen catalogue 5.1). */
export const KEEP_RETRYING_MS = 30_000;
/** Reasons that another try may find gone: the vehicle comes online, its network recovers. */
export const PASSING: ReadonlySet<ViewReason> = new Set(['terminalOffline', 'noAnswer', 'noStream', 'tooSlow']);
/** Reasons that end the right to see the picture: the last one is hidden too. */
export const HIDING: ReadonlySet<ViewReason> = new Set(['cabinClosed', 'notAllowed', 'signedOut']);
/** Reasons by which a terminal that plays refuses to send its other stream: it is requested in the usual way. */
export const SWITCH_REFUSED: ReadonlySet<ViewReason> = new Set(['refused', 'unsupported', 'noAnswer']);

/** The delay after so many failures, ms. */
export const growingDelay = (failures: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS) * (1 - JITTER + 2 * JITTER * Math.random());
