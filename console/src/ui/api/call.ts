import i18next from 'i18next';
import { askToSignInAgain, notify } from '../feedback.ts';
import { endSession, useSession } from '../session.ts';
import { createClient } from './client.ts';

/** The console's client, wired to its session, language and messages. */
export const { call, request } = createClient({
  fetch: (...args) => fetch(...args),
  token: () => useSession.getState().token,
  language: () => i18next.language,
  text: (key) => i18next.t(`common.${key}`),
  notify: (message, seconds) => notify('error', message, seconds),
  onSignedInElsewhere: askToSignInAgain,
  onNotSignedIn: endSession,
});
