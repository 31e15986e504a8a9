import { identityCalls } from 'virtual:calls/identity';
import type { PermissionCode } from '@fleetwarden/contract/call';
import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';
import { call } from '../ui/api/call.ts';
import { notify } from '../ui/feedback.ts';
import { HOME, loginPath } from '../ui/redirect.ts';
import { endSession, knowUser, useSession } from '../ui/session.ts';

/**
 * Specification 2.1, before every page but the open ones: a token, then the user's rights, asked for once a page load, then the
 * page's own right. Without a session the way leads to the login page and back, without the right to /401.
 */
export async function guard({ request }: Pick<LoaderFunctionArgs, 'request'>, right?: PermissionCode): Promise<null> {
  const { pathname, search } = new URL(request.url);
  const login = loginPath(pathname + search);
  if (!useSession.getState().token) throw redirect(login);
  if (!useSession.getState().rights) {
    try {
      const known = await call(identityCalls.getLoginInfo, {}, { quiet: true });
      knowUser(known.userInfo, known.rights);
    } catch (failure) {
      notify('error', failure instanceof Error && failure.message !== '' ? failure.message : 'Has Error');
      endSession();
      throw redirect(login);
    }
  }
  if (right && !useSession.getState().rights?.includes(right)) throw redirect('/401');
  return null;
}

/** With a token the login page leads home. */
export function skipLogin(): null {
  if (useSession.getState().token) throw redirect('/');
  return null;
}

export function goHome(): never {
  throw redirect(HOME);
}

/** Unknown addresses: first the login, like every page, then /404. */
export async function leaveForNotFound(args: Pick<LoaderFunctionArgs, 'request'>): Promise<never> {
  await guard(args);
  throw redirect('/404');
}
