import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { UserSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from './call.ts';
import { useSession } from './session.ts';

/** Debounce of saving, ms. */
const SETTLE_MS = 500;

/** Map settings and popup alarms have their own calls (map-settings.ts, alarm-settings.ts). */
type Parts = Partial<Omit<UserSettings, 'map' | 'popupAlarms'>>;

let waiting: Parts = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes user settings at once in the session, and on the server after a debounce. Each part is replaced as a whole. A failed
 * save is silent and repeated with the next change.
 */
export function saveUserSettings(parts: Parts): void {
  const { userInfo } = useSession.getState();
  if (!userInfo) return;
  useSession.setState({ userInfo: { ...userInfo, settings: { ...userInfo.settings, ...parts } } });
  waiting = { ...waiting, ...parts };
  clearTimeout(timer);
  timer = setTimeout(flushUserSettings, SETTLE_MS);
}

/** Saves pending settings now: before signing out, and when the page is left. */
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

// one user's changes are never saved for another
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  clearTimeout(timer);
  waiting = {};
});
addEventListener('pagehide', () => void flushUserSettings());
