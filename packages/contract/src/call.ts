import type { z } from 'zod';

/** Every path of a call is below this. */
export const BASE_PATH = '/api/WebGis/';

/**
 * `public`: no session needed. `anySession`: any session, also of an inspection or with an expired password.
 * `signedIn`: any user. `anyRight`: any user who holds a permission code, for names that forms of several pages offer.
 * `inspection`: inspection sessions only. Otherwise a permission code that the caller must hold, or several; one of them is enough.
 */
export type Permission =
  | 'public'
  | 'anySession'
  | 'signedIn'
  | 'anyRight'
  | 'inspection'
  | PermissionCode
  | readonly PermissionCode[];

/** Permission codes are strings of digits ('2', '20105'): see permissions.ts. */
export type PermissionCode = `${number}`;

/** Schemas of a call. The summary stands here, because only the documentation of the calls shows it. */
export type CallSchemas = { readonly summary: string; readonly data: z.ZodType; readonly reply: z.ZodType };
type CallTypes = Pick<CallSchemas, 'data' | 'reply'>;

/**
 * The client's part of a call. `types` carries the types of the schemas for the compiler and has no value at run time.
 * GET calls carry `data` as the query string, POST calls as `{data, sign?, pageModel?}`, uploads as a form of those fields and a file.
 */
export type ClientRoute<T extends CallTypes = CallTypes> = {
  readonly method: 'GET' | 'POST';
  /** Below BASE_PATH, without a leading slash. */
  readonly path: string;
  /** The sign is required (if sent, it is always verified). */
  readonly signed?: true;
  /** Changes nothing: a client may retry it without an answer, and abort it. */
  readonly read?: true;
  /** Accepts a pageModel and replies `data.list` with `pageModel.total`. */
  readonly paged?: true;
  /** Replies `{resCode, message}` (1 = success) instead of `{code, msg, data}`: profile and password calls. */
  readonly resCode?: true;
  /** A POST with one file: multipart/form-data with the fields `data` (JSON), `sign` (optional) and `file`. */
  readonly upload?: { readonly maxBytes: number };
  readonly types?: T;
};

/** One call as a row of plain data: a module's routes.ts. A client loads it without the schema library. */
export type Route<T extends CallTypes = CallTypes> = ClientRoute<T> & {
  /** Required: a call without a permission does not compile. */
  readonly permission: Permission;
  /** Rows of a page when the caller names no limit (else DEFAULT_LIMIT). */
  readonly defaultLimit?: number;
  /** Every attempt of a session leaves a row in the audit log. */
  readonly audited?: true;
};

/** A route with its schemas, which the server uses to validate and document. */
export type Call = Route & CallSchemas;

type SchemaTable = Readonly<Record<string, CallSchemas>>;
type Typed<R, S> = { readonly [K in keyof R & keyof S]: R[K] & { readonly types?: S[K] } };

/** The routes of a module, typed by its schemas. Without one of the two a call does not compile. */
export const defineRoutes =
  <S extends SchemaTable>() =>
  <const R extends { readonly [K in keyof S]: Route }>(routes: R & { readonly [K in Exclude<keyof R, keyof S>]: never }) =>
    routes as Typed<R, S>;

/** The routes of a module with their schemas. */
export const defineCalls = <
  R extends Readonly<Record<string, Route>>,
  S extends SchemaTable & { readonly [K in keyof R]: unknown },
>(
  routes: R,
  schemas: S,
) =>
  Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, { ...route, ...schemas[name] }])) as unknown as {
    readonly [K in keyof R & keyof S]: R[K] & S[K];
  };

type TypesOf<C> = C extends CallTypes ? C : C extends { readonly types?: infer T } ? Extract<T, CallTypes> : never;

/** The caller's `data`, before defaults. */
export type CallInput<C> = z.input<TypesOf<C>['data']>;
/** The handler's `data`: validated, with defaults. */
export type CallData<C> = z.output<TypesOf<C>['data']>;
/** The handler's result, which the caller reads in `data`. */
export type CallReply<C> = z.output<TypesOf<C>['reply']>;

/** The types of a call from its input and reply. */
export type TypesFor<In, Out> = { readonly data: z.ZodType<unknown, In>; readonly reply: z.ZodType<Out> };

export type PageModel = { readonly page: number; readonly limit: number };
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 500;
