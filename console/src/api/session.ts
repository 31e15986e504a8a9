import type { PermissionCode } from '@fleetwarden/contract/call';
import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import { create } from 'zustand';
import { readCookie, writeCookie } from './cookie.ts';
import { localStore, tabStore } from './storage.ts';

/** The server forgets a token after 30 days at the latest; keeping it longer helps nobody. */
const TOKEN_DAYS = 30;

/** Specification 2.10: the vehicle number in session storage marks a tab as one of inspection mode. */
const INSPECTED = 'carNo';
/** A browser drops a cookie above 4 KB without a word: the user cookie's texts are cut here. */
const COOKIE_TEXT = 64;

export type Session = {
  readonly token: string | null;
  /** null until asked for, once a page load. */
  readonly userInfo: UserInfo | null;
  readonly rights: readonly string[] | null;
};

/** Who is signed in. The token lives in a cookie, because the socket upgrades carry it (specification 3). */
export const useSession = create<Session>(() => ({ token: readCookie('token'), userInfo: null, rights: null }));

/** After a login: keeps the token and what the reply said of the user. */
export function startSession(token: string, userInfo: UserInfo, rights: readonly string[]): void {
  writeCookie('token', token, TOKEN_DAYS);
  useSession.setState({ token });
  knowUser(userInfo, rights);
}

/** What the server says of the signed-in user. */
export function knowUser(userInfo: UserInfo, rights: readonly string[]): void {
  writeCookie('userInfo', userCookie(userInfo), TOKEN_DAYS);
  localStore.set('username', userInfo.username);
  localStore.set('userId', userInfo.userId);
  localStore.set('rights', JSON.stringify(rights));
  if (userInfo.inspection) tabStore.set(INSPECTED, userInfo.inspection.carNo);
  else tabStore.remove(INSPECTED);
  useSession.setState({ userInfo, rights });
}

/** Forgets token, user and rights; the router leaves for the login page by itself. */
export function endSession(): void {
  writeCookie('token', null, 0);
  writeCookie('userInfo', null, 0);
  for (const key of ['username', 'userId', 'rights']) localStore.remove(key);
  useSession.setState({ token: null, userInfo: null, rights: null });
  // Last: whoever is told of the end still sees what kind of session it was.
  tabStore.remove(INSPECTED);
}

/** Whether a session inspects one vehicle (specification 2.10): its user says so or, before they are known, the tab's mark. */
export const isInspection = ({ userInfo }: Pick<Session, 'userInfo'>): boolean =>
  userInfo ? userInfo.inspection !== null : tabStore.get(INSPECTED) !== null;

/** Whether the signed-in user holds a permission. */
export const useMay = (code: PermissionCode): boolean => useSession(({ rights }) => rights?.includes(code) ?? false);

/** The user as a cookie keeps it (specification 3): who it is; what they may is asked of the server. */
function userCookie({ userId, deptId, account, username, clientType }: UserInfo): string {
  const cut = (text: string) => text.slice(0, COOKIE_TEXT);
  return JSON.stringify({ userId, deptId, account: cut(account), username: cut(username), clientType });
}
