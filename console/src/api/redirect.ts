import { permission } from '@fleetwarden/contract/permissions';

export const HOME = '/mapcontent/mapmonitoring';
/** The page of inspection sessions. */
export const INSPECTION = '/carinspection/carmapcontent';

/** The login page with a return path. */
export function loginPath(from: string): string {
  return from === '/' || from === '' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`;
}

/** Browsers treat `//host` and `/\host` as other sites, after dropping tabs and line breaks. */
const ROOTED = /^\/(?![/\\])/;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Validates a path with query of this console; null for anything that a browser, or a second decoding, could take for another
 * site or a script.
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

/** The page after sign-in: the query's `redirect` if it is safe, else the monitoring centre, else the user's start page. */
export function redirectTarget(query: URLSearchParams, rights: readonly string[]): string {
  const wanted = safePath(query.get('redirect'));
  if (wanted !== null && !/^\/(login(SF|Receive)?|auth-redirect)([/?#]|$)/i.test(wanted)) return wanted;
  return rights.includes(permission.monitoring) ? HOME : '/';
}
