import type { Permission, PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';

/** A user who makes a call or holds a socket, as the identity area knows them. */
export type Principal = {
  readonly kind: 'user';
  /** The token's part before the dot: names the session. */
  readonly prefix: string;
  readonly accountId: number;
  readonly account: string;
  /** Root of what they may see. */
  readonly departmentId: number;
  /** Permission codes, with those of the groups they stand in. */
  readonly rights: ReadonlySet<string>;
  /** Until it is changed, nothing is allowed but that. */
  readonly mustChangePassword: boolean;
};

/** Who inspects one vehicle: nobody with an account, and no rights. */
export type InspectionPrincipal = {
  readonly kind: 'inspection';
  readonly prefix: string;
  readonly vehicleId: number;
  /** Of the vehicle. */
  readonly departmentId: number;
};

export type Caller = Principal | InspectionPrincipal;

/** Says who holds a token; throws CallError notSignedIn or signedInElsewhere. */
export type Authenticate = (token: string) => Promise<Caller>;

/** Whether a caller is a user who may now do what the permission stands for. */
export function userMay(caller: Caller, permission: PermissionCode | 'signedIn'): caller is Principal {
  return caller.kind === 'user' && !caller.mustChangePassword && (permission === 'signedIn' || caller.rights.has(permission));
}

/** Throws CallError forbidden, or passwordChangeRequired, where the caller may not make a call of this permission. */
export function requirePermission(permission: Permission, caller: Caller): void {
  if (permission === 'public' || permission === 'anySession') return;
  if (permission === 'inspection' ? caller.kind === 'inspection' : userMay(caller, permission)) return;
  if (caller.kind === 'user' && caller.mustChangePassword) throw new CallError('passwordChangeRequired', permission);
  throw new CallError('forbidden', permission);
}

/** The token of an Authorization header, with or without the word Bearer. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? undefined : token;
}
