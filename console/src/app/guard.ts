import { errors } from '@fleetwarden/contract/errors';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';
import { call } from '../api/call.ts';
import { Refusal } from '../api/client.ts';
import { notify } from '../api/feedback.ts';
import { leavePage } from '../api/page-signal.ts';
import { HOME, loginPath, safePath } from '../api/redirect.ts';
import { endSession, isInspection, knowUser, useSession } from '../api/session.ts';
import { homeOf, INSPECTION, mayOpen } from './access.ts';
import type { TableRoute } from './route-table.ts';
import { routeOf } from './route-table.ts';
import { redraw } from './tags.ts';

type Request = Pick<LoaderFunctionArgs, 'request'>;

/** Navigations that need the user share one request per token. */
let asking: { readonly token: string; readonly answer: Promise<void> } | null = null;

async function askForUser(token: string): Promise<void> {
  const known = await call(identityCalls.getLoginInfo, {}, { quiet: true, anyPage: true });
  if (useSession.getState().token === token) knowUser(known.userInfo, known.rights);
}

/** The text of a failed navigation (specification 8). */
export const failureText = (failure: unknown): string =>
  failure instanceof Error && failure.message !== '' ? failure.message : 'Has Error';

/** Loads the permissions once per page load; on failure the session ends. */
async function knowRights(token: string, login: string): Promise<void> {
  if (useSession.getState().rights) return;
  if (asking?.token !== token) asking = { token, answer: askForUser(token).finally(() => (asking = null)) };
  try {
    await asking.answer;
  } catch (failure) {
    // A login elsewhere has its own dialog.
    if (!(failure instanceof Refusal && failure.code === errors.signedInElsewhere.code)) notify('error', failureText(failure));
    if (useSession.getState().token === token) endSession();
    throw redirect(login);
  }
}

/**
 * Specification 2.1, before every page: checks token, user and permission. Without a token only open pages are shown, others
 * redirect to login and back. Without the permission it redirects to /401. An inspection session (2.10) has its own page and the
 * open ones.
 */
export async function guard({ request }: Request, route?: TableRoute): Promise<null> {
  const { pathname, search } = new URL(request.url);
  const { token } = useSession.getState();
  if (!token) {
    if (route?.open) return null;
    throw redirect(loginPath(pathname + search));
  }
  await knowRights(token, loginPath(pathname + search));
  const session = useSession.getState();
  const inspection = isInspection(session);
  if (inspection && route?.path !== INSPECTION && !route?.open) throw redirect(INSPECTION);
  if (!inspection && route?.path === INSPECTION) throw redirect('/');
  if (route && !mayOpen(route, session.rights)) throw redirect(`/401?${new URLSearchParams({ page: route.path })}`);
  return null;
}

/** Redirects signed-in users from the login page. */
export function skipLogin(): null {
  if (useSession.getState().token) throw redirect('/');
  return null;
}

/** Redirects `/` to the start page. */
export async function goHome(args: Request): Promise<never> {
  await guard(args);
  throw redirect(homeOf(isInspection(useSession.getState())));
}

/** Redirects `/redirect/*` to the page behind it with its query, and remounts it. Only pages of the table are accepted. */
export function reloadPage({ request }: Request): never {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice('/redirect'.length);
  const route = safePath(path) === null ? undefined : routeOf(path);
  if (!route) throw redirect('/404');
  leavePage();
  redraw(path);
  throw redirect(path + search);
}

/** Redirects `/mapcontent` to its default child, the monitoring centre, with the query (specification 2.3). */
export function goToMonitoring({ request }: Request): never {
  throw redirect(HOME + new URL(request.url).search);
}

/** The pop-up of another page's sign-in: passes its query to the opener and closes; without an opener it redirects home. */
export function answerOpener({ request }: Request): null {
  const opener = window.opener as Window | null;
  if (!opener) throw redirect('/');
  opener.postMessage(new URL(request.url).search, window.location.origin);
  window.close();
  return null;
}

/** Unknown paths: first the login, then /404. */
export async function leaveForNotFound(args: Request): Promise<never> {
  await guard(args);
  throw redirect('/404');
}
