import { HOUR_MS } from '@fleetwarden/domain/durations';

/** The largest body of a call, bytes. Uploads have routes and limits of their own. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** A call that takes longer is given up, as the console gives up on it. */
export const CALL_LIMIT_MS = 60_000;
/** An upload that takes longer, sending and handling together, is given up. */
export const UPLOAD_LIMIT_MS = 15 * 60_000;
/** Uploads of one account at a time: each fills the disk. */
export const UPLOADS_PER_ACCOUNT = 4;
/** Fields of a form beside its file; one more than there are, so that a wrong one is named. */
export const MAX_FORM_FIELDS = 3;
/** What a form adds to its file and fields, bytes. */
export const FORM_OVERHEAD_BYTES = 16 * 1024;
/** Characters of an uploaded file's name that are kept. */
export const MAX_FILE_NAME = 100;
/** A file that an upload's handler took over is deleted this long after. */
export const KEPT_UPLOAD_MS = 7 * 24 * HOUR_MS;
/** Longer than the usual 60 s of a proxy in front, so that the proxy closes first and never writes into a closing connection. */
export const KEEP_ALIVE_MS = 72_000;
/** Levels of arrays and objects within one another in a call. */
export const MAX_DEPTH = 32;
/** Fields named in one 4001: a hostile body must not make a reply larger than itself. */
export const MAX_FIELD_ERRORS = 50;
export const MAX_FIELD_PATH = 100;
/** The furthest page: beyond it an offset is a way to keep the database busy. */
export const MAX_PAGE = 100_000;
/** Calls that need no token, per address and minute: each costs an RSA or Argon2 operation. */
export const PUBLIC_CALLS_PER_MINUTE = 120;
