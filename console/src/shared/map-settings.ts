import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { MapSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { createSettingsSaver } from '../api/settings-saver.ts';

const saver = createSettingsSaver('map', (change) => call(settingsCalls.saveMapSetting, change, { keepalive: true }));

/** The user's map settings; defaults without an account. */
export const useMapSettings = (): MapSettings => useSession(({ userInfo }) => userInfo?.settings.map ?? DEFAULT_MAP_SETTINGS);

/** Changes map settings; errors of the save are shown. */
export const changeMapSettings = (change: Partial<MapSettings>): void => saver.change(change);

/** Saves pending settings now: before signing out. */
export const flushMapSettings = (): Promise<void> => saver.flush();
