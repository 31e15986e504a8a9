import type { CaseNews } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmSettings, bellSounds, popupAlarms } from '../../../shared/alarm-settings.ts';
import { type Level, playLevel } from '../../../shared/alarm-sound.ts';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { showDesktopNotice } from '../../../shared/desktop-notification.ts';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';
import { callsUser } from '../../../shared/popup-choice.ts';
import { AlarmInbox, type Inbox } from './inbox.ts';

/** The inbox of this session. Alarms that notify the user play a sound, and show a desktop notification where that is on. */
export function useAlarmInbox(): { readonly inbox: AlarmInbox; readonly state: Inbox } {
  const { t } = useTranslation();
  const { alarms } = useLive();
  const [inbox] = useState(() => new AlarmInbox(alarms, (alarm) => callsUser(alarm, popupAlarms())));
  const state = useSyncExternalStore(inbox.subscribe, () => inbox.state);

  const tell = useEffectEvent((notified: readonly AlarmResult[]) => {
    sound(notified);
    if (!alarmSettings().desktop) return;
    const [last] = notified.slice(-1);
    if (last)
      showDesktopNotice(`${last.cno} ${formatAlarmType(t, last.warnId)}`, t('alarmPopup.waiting', { count: notified.length }));
  });
  useEffect(() => {
    const ends = [inbox.start(), inbox.onCall((notified) => tell(notified))];
    return () => {
      for (const end of ends) end();
    };
  }, [inbox]);
  useCommonMessage('cases', (data) => inbox.takeCases((data as CaseNews).list));
  return { inbox, state };
}

/** Plays the sound of the highest level among alarms, where the user enabled it. */
function sound(notified: readonly AlarmResult[]): void {
  const { mute, volume, levels } = alarmSettings();
  if (mute || volume === 0 || !bellSounds()) return;
  const audible = notified.filter((alarm) => alarm.sound !== false && levels.includes(alarm.warnType as Level));
  const highest = Math.max(0, ...audible.map(({ warnType }) => warnType));
  if (highest > 0) void playLevel(highest as Level, volume);
}
