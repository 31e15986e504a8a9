import type { MapToolSettings } from '@fleetwarden/contract/settings/schemas';
import { useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';

/** The defaults of contract/settings/schemas. */
const DEFAULTS: MapToolSettings = { tails: false, areas: true };

const settingsOf = ({ userInfo }: ReturnType<typeof useSession.getState>): MapToolSettings =>
  userInfo?.settings.mapTools ?? DEFAULTS;

/** The user's settings of map layers besides vehicles. */
export const useMapToolSettings = (): MapToolSettings => useSession(settingsOf);

/** The current settings, outside React. */
export const mapToolSettings = (): MapToolSettings => settingsOf(useSession.getState());

export function changeMapToolSettings(change: Partial<MapToolSettings>): void {
  // an inspection has no account to save settings for
  if (useSession.getState().userInfo?.inspection) return;
  saveUserSettings({ mapTools: { ...mapToolSettings(), ...change } });
}
