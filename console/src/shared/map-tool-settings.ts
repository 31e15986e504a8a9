import type { MapToolSettings } from '@fleetwarden/contract/settings/schemas';
import { useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';

/** As contract/settings/schemas has them for an account that never chose. */
const DEFAULTS: MapToolSettings = { tails: false, areas: true };

const settingsOf = ({ userInfo }: ReturnType<typeof useSession.getState>): MapToolSettings =>
  userInfo?.settings.mapTools ?? DEFAULTS;

/** What the signed-in user wants to see on the map beside vehicles. */
export const useMapToolSettings = (): MapToolSettings => useSession(settingsOf);

/** The same, as it is now. */
export const mapToolSettings = (): MapToolSettings => settingsOf(useSession.getState());

export function changeMapToolSettings(change: Partial<MapToolSettings>): void {
  saveUserSettings({ mapTools: { ...mapToolSettings(), ...change } });
}
