import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { MapSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';

/** Debounce of saving, ms. */
const SETTLE_MS = 500;

let waiting: Partial<MapSettings> = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** The user's map settings; defaults without an account. */
export const useMapSettings = (): MapSettings => useSession(({ userInfo }) => userInfo?.settings.map ?? DEFAULT_MAP_SETTINGS);

/**
 * Changes map settings at once in the session, and on the server after a debounce. A failed save is repeated with the next
 * change.
 */
export function changeMapSettings(change: Partial<MapSettings>): void {
  const { userInfo } = useSession.getState();
  if (!userInfo) return;
  const map = { ...userInfo.settings.map, ...change };
  useSession.setState({ userInfo: { ...userInfo, settings: { ...userInfo.settings, map } } });
  waiting = { ...waiting, ...change };
  clearTimeout(timer);
  timer = setTimeout(() => void flushMapSettings(), SETTLE_MS);
}

/** Saves pending settings now: before signing out, and when the page is left. Errors are shown. */
export async function flushMapSettings(): Promise<void> {
  clearTimeout(timer);
  const change = waiting;
  if (Object.keys(change).length === 0) return;
  waiting = {};
  const { token } = useSession.getState();
  try {
    await call(settingsCalls.saveMapSetting, change, { keepalive: true });
  } catch {
    if (useSession.getState().token === token) waiting = { ...change, ...waiting };
  }
}

// one user's changes are never saved for another
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  clearTimeout(timer);
  waiting = {};
});
addEventListener('pagehide', () => void flushMapSettings());
