import { DAY_MS } from '@fleetwarden/domain/durations';

/** Maximum body of a call, bytes. Uploads have their own limits. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Time limit of a call, the same as in the console. */
export const CALL_LIMIT_MS = 60_000;
/** How long the rest of a body may come in after the answer. */
export const UNREAD_BODY_MS = 15_000;
/** Time limit of an upload, including its handling. */
export const UPLOAD_LIMIT_MS = 15 * 60_000;
/** Concurrent uploads per account: each uses disk space. */
export const UPLOADS_PER_ACCOUNT = 4;
/** Form fields besides the file; one more than defined, so that an unknown field is named in the error. */
export const MAX_FORM_FIELDS = 3;
/** Size of a form without file and fields, bytes. */
export const FORM_OVERHEAD_BYTES = 16 * 1024;
/** Characters kept of an uploaded file's name. */
export const MAX_FILE_NAME = 100;
/** Lifetime of a file that a handler has kept, and bytes of one account's kept files. */
export const KEPT_UPLOAD_MS = 2 * DAY_MS;
export const MAX_KEPT_BYTES = 100 * 1024 * 1024;
/** Free disk space below which no upload is accepted: the database needs it. */
export const MIN_FREE_BYTES = 1024 * 1024 * 1024;
/** Longer than the usual 60 s of a proxy, so that the proxy closes first and never writes to a closing connection. */
export const KEEP_ALIVE_MS = 72_000;
/** Nesting depth of arrays and objects in a call. */
export const MAX_DEPTH = 32;
/** Fields named in one 4001 reply, so that it stays smaller than the request. */
export const MAX_FIELD_ERRORS = 50;
export const MAX_FIELD_PATH = 100;
/** Highest page: larger offsets overload the database. */
export const MAX_PAGE = 100_000;
/** Calls without a token, per address and minute: each costs an RSA or Argon2 operation. */
export const PUBLIC_CALLS_PER_MINUTE = 120;
/** The same in all: of one call at a time, and how many wait. Argon2 fills the cores, so more at once only take longer. */
export const PUBLIC_CALLS_AT_ONCE = 4;
export const PUBLIC_CALLS_WAITING = 200;
