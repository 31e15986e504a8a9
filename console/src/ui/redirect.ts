export const HOME = '/mapcontent/mapmonitoring';
/** Where an inspection's session has its one page. */
export const INSPECTION = '/carinspection/carmapcontent';

/** The login page with the way back to a path of the console. */
export function loginPath(from: string): string {
  return from === '/' || from === '' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`;
}

/**
 * Where to go after signing in: the `redirect` of the query if it is a path of this console, else the monitoring centre.
 * `//host` and `/\host` are addresses of other sites to a browser.
 */
export function redirectTarget(query: URLSearchParams): string {
  const wanted = query.get('redirect');
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /^\/login(SF|Receive)?([/?#]|$)/.test(wanted)) return HOME;
  return wanted;
}
