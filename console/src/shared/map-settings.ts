import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { MapSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';

/** Several changes in a row are one save. */
const SETTLE_MS = 500;

let waiting: Partial<MapSettings> = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** How the signed-in user likes the map; the defaults for who has no account. */
export const useMapSettings = (): MapSettings => useSession(({ userInfo }) => userInfo?.settings.map ?? DEFAULT_MAP_SETTINGS);

/**
 * Changes settings of the map: at once in the session, on the server a moment later. What was not saved goes along with the next
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

/** Saves now what waits to be saved: before signing out, and when the page is left. A refusal is shown. */
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

// what one user changed is never saved as another's
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  clearTimeout(timer);
  waiting = {};
});
addEventListener('pagehide', () => void flushMapSettings());
