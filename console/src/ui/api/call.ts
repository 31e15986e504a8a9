import i18next from 'i18next';
import { logError } from '../error-log.ts';
import { askToSignInAgain, notify } from '../feedback.ts';
import { endSession, useSession } from '../session.ts';
import { createClient } from './client.ts';

/** The console's client, wired to its session, language, messages and error log. */
export const { call, request } = createClient({
  fetch: (...args) => fetch(...args),
  token: () => useSession.getState().token,
  language: () => i18next.language,
  text: (key) => i18next.t(`common.${key}`),
  notify: (message, seconds) => notify('error', message, seconds),
  onSignedInElsewhere: askToSignInAgain,
  onNotSignedIn: endSession,
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
