import type { Permission, PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';

/** A user who makes a call or opens a socket. */
export type Principal = {
  readonly kind: 'user';
  /** The token's part before the dot; it identifies the session. */
  readonly prefix: string;
  readonly accountId: number;
  readonly account: string;
  /** Root of the user's scope. */
  readonly departmentId: number;
  /** Permission codes, including those of their groups. */
  readonly rights: ReadonlySet<string>;
  /** Until the password is changed, no other call is allowed. */
  readonly mustChangePassword: boolean;
};

/** The inspector of one vehicle: no account, no rights. */
export type InspectionPrincipal = {
  readonly kind: 'inspection';
  readonly prefix: string;
  readonly vehicleId: number;
  /** Department of the vehicle. */
  readonly departmentId: number;
};

export type Caller = Principal | InspectionPrincipal;

/** Returns the holder of a token; throws CallError notSignedIn or signedInElsewhere. */
export type Authenticate = (token: string) => Promise<Caller>;

/** Whether a caller is a user with the permission. */
export function userMay(caller: Caller, permission: PermissionCode | 'signedIn' | 'anyRight'): caller is Principal {
  if (caller.kind !== 'user' || caller.mustChangePassword) return false;
  if (permission === 'anyRight') return caller.rights.size > 0;
  return permission === 'signedIn' || caller.rights.has(permission);
}

const mayOneOf = (caller: Caller, permission: PermissionCode | readonly PermissionCode[] | 'signedIn' | 'anyRight'): boolean =>
  typeof permission === 'string' ? userMay(caller, permission) : permission.some((code) => userMay(caller, code));

/** Throws CallError forbidden, or passwordChangeRequired, if the caller lacks the permission. */
export function requirePermission(permission: Permission, caller: Caller): void {
  if (permission === 'public' || permission === 'anySession') return;
  if (permission === 'inspection' ? caller.kind === 'inspection' : mayOneOf(caller, permission)) return;
  const kind = caller.kind === 'user' && caller.mustChangePassword ? 'passwordChangeRequired' : 'forbidden';
  throw new CallError(kind, String(permission));
}

/** The token of an Authorization header, with or without Bearer. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? undefined : token;
}
