import { permission } from '@fleetwarden/contract/permissions';

export const HOME = '/mapcontent/mapmonitoring';
/** Where an inspection's session has its one page. */
export const INSPECTION = '/carinspection/carmapcontent';

/** The login page with the way back to a path of the console. */
export function loginPath(from: string): string {
  return from === '/' || from === '' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`;
}

/** `//host` and `/\host` are addresses of other sites to a browser; it drops tabs and line ends before it looks. */
const ROOTED = /^\/(?![/\\])/;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * A path with query of this console, as given; null for anything a browser, or whoever decodes it once more, could take for
 * another site or a script.
 */
export function safePath(wanted: string | null): string | null {
  if (!wanted || !isRooted(wanted)) return null;
  try {
    if (!isRooted(decodeURIComponent(wanted.split(/[?#]/, 1)[0]!))) return null;
  } catch {
    return null; // a broken escape
  }
  return new URL(wanted, location.origin).origin === location.origin ? wanted : null;
}

const isRooted = (path: string) => ROOTED.test(path) && !CONTROL.test(path);

/**
 * Where to go after signing in: the `redirect` of the query if it is a path of this console, else the monitoring centre, or for
 * who may not open that, wherever their start is.
 */
export function redirectTarget(query: URLSearchParams, rights: readonly string[]): string {
  const wanted = safePath(query.get('redirect'));
  if (wanted !== null && !/^\/(login(SF|Receive)?|auth-redirect)([/?#]|$)/i.test(wanted)) return wanted;
  return rights.includes(permission.monitoring) ? HOME : '/';
}
