import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { AlarmSettings } from '@fleetwarden/contract/settings/schemas';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';

/** Of who never chose. */
export const DEFAULT_ALARM_SETTINGS: AlarmSettings = { mute: false, volume: 60, levels: [2, 3], desktop: false };

/** How alarms call the signed-in user. */
export const useAlarmSettings = (): AlarmSettings =>
  useSession(({ userInfo }) => userInfo?.settings.alarms ?? DEFAULT_ALARM_SETTINGS);
export const alarmSettings = (): AlarmSettings => useSession.getState().userInfo?.settings.alarms ?? DEFAULT_ALARM_SETTINGS;

export const changeAlarmSettings = (change: Partial<AlarmSettings>): void =>
  saveUserSettings({ alarms: { ...alarmSettings(), ...change } });

/** The kinds that pop up for the signed-in user, by the number they are kept under; null: never chosen. */
export const usePopupAlarms = (): readonly number[] | null =>
  useSession(({ userInfo }) => userInfo?.settings.popupAlarms ?? null);
export const popupAlarms = (): readonly number[] | null => useSession.getState().userInfo?.settings.popupAlarms ?? null;

let saving: Promise<unknown> = Promise.resolve();

/** Chooses which kinds pop up: at once here, then on the server, one save after the other. A refusal is shown. */
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
