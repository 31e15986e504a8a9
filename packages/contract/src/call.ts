import type { z } from 'zod';

/** Every path of a call is below this. */
export const BASE_PATH = '/api/WebGis/';

/**
 * `public`: nobody need sign in. `anySession`: any session, also an inspection's and one whose password must be changed first.
 * `signedIn`: any user. `inspection`: an inspection session alone. Anything else is a permission code the caller must hold.
 */
export type Permission = 'public' | 'anySession' | 'signedIn' | 'inspection' | PermissionCode;

/** Permission codes are strings of digits ('2', '20105'): see permissions.ts. */
export type PermissionCode = `${number}`;

/**
 * One call: what the server serves, validates and documents, and what the console sends, from one row.
 * GET calls carry `data` as the query string, POST calls as `{data, sign?, pageModel?}`, uploads as a form of those fields and a file.
 */
export type Call = {
  readonly method: 'GET' | 'POST';
  /** Below BASE_PATH, without a leading slash. */
  readonly path: string;
  /** Required: a call that does not say who may make it does not compile. */
  readonly permission: Permission;
  /** The sign is demanded (it is verified wherever it is sent). */
  readonly signed?: true;
  /** Changes nothing: a client may ask again where no answer came, and need not wait for one it no longer wants. */
  readonly read?: true;
  /** Takes a pageModel and replies `data.list` with `pageModel.total`. */
  readonly paged?: true;
  /** Rows of a page when the caller names no limit (else DEFAULT_LIMIT). */
  readonly defaultLimit?: number;
  /** Replies `{resCode, message}` (1 = success) instead of `{code, msg, data}`: profile and password calls. */
  readonly resCode?: true;
  /**
   * A POST that brings one file: multipart/form-data with the fields `data` (JSON), `sign` (optional) and the file as `file`, of
   * `maxBytes` at most.
   */
  readonly upload?: { readonly maxBytes: number };
  /** Every attempt of a session leaves a row in the audit log. */
  readonly audited?: true;
  readonly summary: string;
  readonly data: z.ZodType;
  readonly reply: z.ZodType;
};

export const defineCalls = <const C extends Record<string, Call>>(calls: C): C => calls;

/** What a caller passes: `data` before defaults. */
export type CallInput<C extends Call> = z.input<C['data']>;
/** What the handler gets: `data` validated, with defaults. */
export type CallData<C extends Call> = z.output<C['data']>;
/** What the handler returns and the caller reads in `data`. */
export type CallReply<C extends Call> = z.output<C['reply']>;

/** A call known by its types alone: what it is given, and what it replies. */
export type CallOf<In, Out> = Omit<Call, 'data' | 'reply'> & {
  readonly data: z.ZodType<unknown, In>;
  readonly reply: z.ZodType<Out>;
};

export type PageModel = { readonly page: number; readonly limit: number };
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 500;
