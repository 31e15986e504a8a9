import type { MarkerSettings } from '@fleetwarden/contract/settings/schemas';
import { useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';

/** The defaults of contract/settings/schemas. */
const DEFAULTS: MarkerSettings = { click: 1, layout: 1, labels: true, clusters: true, smooth: true };

const settingsOf = ({ userInfo }: ReturnType<typeof useSession.getState>): MarkerSettings =>
  userInfo?.settings.markers ?? DEFAULTS;

/** The user's marker settings. */
export const useMarkerSettings = (): MarkerSettings => useSession(settingsOf);

/** Changes marker settings at once on every map, and in the account. */
export function changeMarkerSettings(change: Partial<MarkerSettings>): void {
  // an inspection has no account to save settings for
  if (useSession.getState().userInfo?.inspection) return;
  saveUserSettings({ markers: { ...settingsOf(useSession.getState()), ...change } });
}
