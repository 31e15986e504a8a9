import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { call } from '../api/call.ts';
import { endSession } from '../api/session.ts';
import { flushUserSettings } from '../api/user-settings.ts';
import { flushMapSettings } from './map-settings.ts';
import { savedView } from './map-state.ts';

/** Logs out with the current map state, regardless of the server's reply. */
export async function logOut(): Promise<void> {
  await Promise.all([flushUserSettings(), flushMapSettings()]);
  await call(identityCalls.loginOut, savedView(), { quiet: true }).catch(() => undefined);
  endSession();
}
