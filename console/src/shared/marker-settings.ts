import type { MarkerSettings } from '@fleetwarden/contract/settings/schemas';
import { useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';

/** As contract/settings/schemas has them for an account that never chose. */
const DEFAULTS: MarkerSettings = { click: 1, layout: 1, labels: true, clusters: true, smooth: true };

const settingsOf = ({ userInfo }: ReturnType<typeof useSession.getState>): MarkerSettings =>
  userInfo?.settings.markers ?? DEFAULTS;

/** How the signed-in user likes the vehicles on maps. */
export const useMarkerSettings = (): MarkerSettings => useSession(settingsOf);

/** Changes some of it: at once on every map, and for the account wherever it signs in. */
export function changeMarkerSettings(change: Partial<MarkerSettings>): void {
  // an inspection has no account to keep anything for
  if (useSession.getState().userInfo?.inspection) return;
  saveUserSettings({ markers: { ...settingsOf(useSession.getState()), ...change } });
}
