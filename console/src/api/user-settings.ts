import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { call } from './call.ts';
import { createSettingsSaver } from './settings-saver.ts';
import type { SettingParts } from './unsaved-settings.ts';

const saver = createSettingsSaver('user', (parts) =>
  call(settingsCalls.saveUserSetting, parts, { quiet: true, keepalive: true }),
);

/**
 * Changes user settings, each part as a whole; a failed save is silent. Map settings and popup alarms have their own calls
 * (map-settings.ts, alarm-settings.ts).
 */
export const saveUserSettings = (parts: SettingParts['user']): void => saver.change(parts);

/** Saves pending settings now: before signing out. */
export const flushUserSettings = (): Promise<void> => saver.flush();
