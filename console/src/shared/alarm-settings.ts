import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { AlarmSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';

/** Defaults of a user without settings. */
export const DEFAULT_ALARM_SETTINGS: AlarmSettings = { mute: false, volume: 60, levels: [2, 3], desktop: false };

/** The user's alarm notification settings. */
export const useAlarmSettings = (): AlarmSettings =>
  useSession(({ userInfo }) => userInfo?.settings.alarms ?? DEFAULT_ALARM_SETTINGS);
/** Whether this platform lets alarms sound. */
export const bellSounds = (): boolean => useSession.getState().userInfo?.bellSounds ?? true;
export const alarmSettings = (): AlarmSettings => useSession.getState().userInfo?.settings.alarms ?? DEFAULT_ALARM_SETTINGS;

export const changeAlarmSettings = (change: Partial<AlarmSettings>): void =>
  saveUserSettings({ alarms: { ...alarmSettings(), ...change } });

/** The alarm kinds that pop up, by their stored numbers; null: never chosen. */
export const usePopupAlarms = (): readonly number[] | null =>
  useSession(({ userInfo }) => userInfo?.settings.popupAlarms ?? null);
export const popupAlarms = (): readonly number[] | null => useSession.getState().userInfo?.settings.popupAlarms ?? null;

let saving: Promise<unknown> = Promise.resolve();

/** Sets which kinds pop up: at once here, then on the server, one save at a time. Errors are shown. */
export function choosePopupAlarms(chosen: number[] | null): Promise<void> {
  const { userInfo } = useSession.getState();
  if (!userInfo) return Promise.resolve();
  useSession.setState({ userInfo: { ...userInfo, settings: { ...userInfo.settings, popupAlarms: chosen } } });
  const save = saving.then(() => call(settingsCalls.savePopupAlarm, { popupAlarms: chosen }));
  saving = save.catch(() => undefined);
  return save.then(
    () => undefined,
    () => undefined,
  );
}
