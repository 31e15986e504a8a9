import { identityCalls } from '@fleetwarden/contract/identity/routes';
import i18next from 'i18next';
import { createClient } from './client.ts';
import { logError } from './error-log.ts';
import { askToSignInAgain, notify } from './feedback.ts';
import { sendForm } from './send-form.ts';
import { hearServerTime } from './server-clock.ts';
import { endSession, knowUser, useSession } from './session.ts';

/** The console's client with session, language, messages and error log. */
export const { call, request, upload } = createClient({
  fetch: async (...args) => {
    const response = await fetch(...args);
    hearServerTime(response.headers.get('Date'));
    return response;
  },
  sendForm,
  token: () => useSession.getState().token,
  language: () => i18next.language,
  text: (key) => i18next.t(`common.${key}`),
  notify: (message, seconds) => notify('error', message, seconds),
  onSignedInElsewhere: askToSignInAgain,
  onNotSignedIn: endSession,
  onForbidden: () => void askWhatIsAllowed(),
  onFault: (fault, path) => logError(fault, path),
  wait,
});

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

let asking = false;

/**
 * Reloads the permissions of a signed-in user: roles can change during a session, and menus and pages follow. Failures are
 * silent.
 */
async function askWhatIsAllowed(): Promise<void> {
  const { token, rights } = useSession.getState();
  if (asking || !token || !rights) return;
  asking = true;
  try {
    const known = await call(identityCalls.getLoginInfo, {}, { quiet: true, anyPage: true });
    if (useSession.getState().token === token) knowUser(known.userInfo, known.rights);
  } catch {
    // The next refused call tries again.
  } finally {
    asking = false;
  }
}
