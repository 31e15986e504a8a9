import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { UserSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from './call.ts';
import { useSession } from './session.ts';

/** Several changes in a row are one save. */
const SETTLE_MS = 500;

/** Those of the map, and the alarms that pop up, are saved by calls of their own (map-settings.ts, alarm-settings.ts). */
type Parts = Partial<Omit<UserSettings, 'map' | 'popupAlarms'>>;

let waiting: Parts = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes parts of the signed-in user's settings: at once in the session, on the server a moment later. Each part is replaced as
 * a whole. Nobody is bothered where saving fails: what was not saved goes along with the next change.
 */
export function saveUserSettings(parts: Parts): void {
  const { userInfo } = useSession.getState();
  if (!userInfo) return;
  useSession.setState({ userInfo: { ...userInfo, settings: { ...userInfo.settings, ...parts } } });
  waiting = { ...waiting, ...parts };
  clearTimeout(timer);
  timer = setTimeout(flushUserSettings, SETTLE_MS);
}

/** Saves now what waits to be saved: before signing out, and when the page is left. */
export async function flushUserSettings(): Promise<void> {
  clearTimeout(timer);
  const parts = waiting;
  if (Object.keys(parts).length === 0) return;
  waiting = {};
  const { token } = useSession.getState();
  try {
    await call(settingsCalls.saveUserSetting, parts, { quiet: true, keepalive: true });
  } catch {
    if (useSession.getState().token === token) waiting = { ...parts, ...waiting };
  }
}

// what one user changed is never saved as another's
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  clearTimeout(timer);
  waiting = {};
});
addEventListener('pagehide', () => void flushUserSettings());
