import type { Call, CallData, CallReply, Permission, Route } from '@fleetwarden/contract/call';
import type { AuditNote } from './audit.ts';
import type { ReplyLanguage } from './language.ts';
import type { PageWindow } from './page.ts';
import type { Caller, InspectionPrincipal, Principal } from './principal.ts';
import type { UploadedFile } from './upload.ts';

export type PublicContext = {
  readonly language: ReplyLanguage;
  readonly peerIp: string;
  readonly userAgent: string;
  readonly requestId: string;
};
export type UserContext = PublicContext & {
  readonly user: Principal;
  /** Adds details to the audit entry; no effect on calls that are not audited. */
  readonly note: (note: AuditNote) => void;
};

/** Type of the caller, by the call's permission. */
type CallerOf<P extends Permission> = P extends 'anySession' ? Caller : P extends 'inspection' ? InspectionPrincipal : Principal;

type ContextOf<C extends Route> = (C['permission'] extends 'public'
  ? PublicContext
  : Omit<UserContext, 'user'> & { readonly user: CallerOf<C['permission']> }) &
  (C extends { readonly paged: true } ? { readonly page: PageWindow } : unknown) &
  (C extends { readonly upload: object } ? { readonly file: UploadedFile } : unknown);

/** Handlers of paged calls also return the total; the HTTP layer moves it into pageModel. */
type ResultOf<C extends Route> = C extends { readonly paged: true } ? CallReply<C> & { readonly total: number } : CallReply<C>;

export type CallHandler<C extends Route> = (data: CallData<C>, context: ContextOf<C>) => ResultOf<C> | Promise<ResultOf<C>>;

export type CallTable = Readonly<Record<string, Call>>;

/** A handler for every call of a table; a missing one is a type error. */
export type Handlers<T extends Readonly<Record<string, Route>>> = { readonly [K in keyof T]: CallHandler<T[K]> };
