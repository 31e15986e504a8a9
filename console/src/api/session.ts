import type { PermissionCode } from '@fleetwarden/contract/call';
import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import { create } from 'zustand';
import { readCookie, writeCookie } from './cookie.ts';
import { localStore, tabStore } from './storage.ts';
import { withUnsaved } from './unsaved-settings.ts';

/** Lifetime of a token on the server. */
const TOKEN_DAYS = 30;

/** Specification 2.10: the vehicle number in session storage marks an inspection tab. */
const INSPECTED = 'carNo';
/** Texts in the user cookie are cut here: browsers drop cookies above 4 KB silently. */
const COOKIE_TEXT = 64;

export type Session = {
  readonly token: string | null;
  /** null until loaded, once per page load. */
  readonly userInfo: UserInfo | null;
  readonly rights: readonly string[] | null;
};

/** The current session. The token is in a cookie, because socket upgrades carry it (specification 3). */
export const useSession = create<Session>(() => ({ token: readCookie('token'), userInfo: null, rights: null }));

/** Stores the token and the user after a login. */
export function startSession(token: string, userInfo: UserInfo, rights: readonly string[]): void {
  writeCookie('token', token, TOKEN_DAYS);
  useSession.setState({ token });
  knowUser(userInfo, rights);
}

/** Stores the user's data and permissions. */
export function knowUser(userInfo: UserInfo, rights: readonly string[]): void {
  writeCookie('userInfo', userCookie(userInfo), TOKEN_DAYS);
  localStore.set('username', userInfo.username);
  localStore.set('userId', userInfo.userId);
  localStore.set('rights', JSON.stringify(rights));
  if (userInfo.inspection) tabStore.set(INSPECTED, userInfo.inspection.carNo);
  else tabStore.remove(INSPECTED);
  const before = useSession.getState();
  useSession.setState({ userInfo: keepEqual(before.userInfo, withUnsaved(userInfo)), rights: keepEqual(before.rights, rights) });
}

/** The value before if it is equal: the shell renders again for another object. */
const keepEqual = <T>(before: T | null, now: T): T => (before && JSON.stringify(before) === JSON.stringify(now) ? before : now);

/** Clears token, user and permissions; the router then opens the login page. */
export function endSession(): void {
  writeCookie('token', null, 0);
  writeCookie('userInfo', null, 0);
  for (const key of ['username', 'userId', 'rights']) localStore.remove(key);
  useSession.setState({ token: null, userInfo: null, rights: null });
  // Last, so that listeners can still tell the kind of session.
  tabStore.remove(INSPECTED);
}

/**
 * Whether the session inspects a single vehicle (specification 2.10): by its user or, before that is known, by the tab's mark.
 */
export const isInspection = ({ userInfo }: Pick<Session, 'userInfo'>): boolean =>
  userInfo ? userInfo.inspection !== null : tabStore.get(INSPECTED) !== null;

/** Whether the user has a permission. */
export const useMay = (code: PermissionCode): boolean => useSession(({ rights }) => rights?.includes(code) ?? false);
/** Whether the user holds any of these codes. */
export const useMayAny = (codes: readonly PermissionCode[]): boolean =>
  useSession(({ rights }) => codes.some((code) => rights?.includes(code)));

/** The user cookie (specification 3): identity only; permissions come from the server. */
function userCookie({ userId, deptId, account, username, clientType }: UserInfo): string {
  const cut = (text: string) => text.slice(0, COOKIE_TEXT);
  return JSON.stringify({ userId, deptId, account: cut(account), username: cut(username), clientType });
}
