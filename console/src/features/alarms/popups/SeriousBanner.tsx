import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { alarmSettings, bellSounds } from '../../../shared/alarm-settings.ts';
import { playLevel } from '../../../shared/alarm-sound.ts';
import { formatAlarmType, pushedAlarmToHandle } from '../../../shared/alarm-texts.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { LocateLink } from '../inbox/LocateLink.tsx';
import styles from './SeriousBanner.module.css';

/** Interval of the sound until all serious alarms are acknowledged, ms. */
export const REPEAT_MS = 10_000;
const SERIOUS = 3;

/** Alarms of level 3, oldest first, until the user acknowledges them or any user handles them. The sound repeats so long. */
export function SeriousBanner(props: { serious: readonly AlarmResult[]; onAcknowledge: (gids: readonly string[]) => void }) {
  const { serious, onAcknowledge } = props;
  const { t } = useTranslation();
  const mayHandle = useMayHandle();
  useRepeatedSound(serious.some(({ sound }) => sound !== false));
  if (serious.length === 0) return null;

  async function handle(alarm: AlarmResult) {
    if ((await openAlarmHandling([pushedAlarmToHandle(alarm)])) === 1) onAcknowledge([alarm.alarmGid]);
  }
  return (
    <section className={styles['banner']} aria-label={t('alarmPopup.serious')} aria-live="assertive">
      <ul>
        {serious.map((alarm) => (
          <li key={alarm.alarmGid}>
            <b>{`${formatAlarmType(t, alarm.warnId)} · ${alarm.cno}`}</b>
            <TimeCell at={alarm.warnStartDate} />
            <span className={styles['space']} />
            {mayHandle(alarm.warnId) && (
              <button type="button" onClick={() => void handle(alarm)}>
                {t('alarmPopup.handle')}
              </button>
            )}
            <LocateLink targId={alarm.tid} onLocate={() => onAcknowledge([alarm.alarmGid])} />
            <button type="button" onClick={() => onAcknowledge([alarm.alarmGid])}>
              {t('alarmPopup.acknowledge')}
            </button>
          </li>
        ))}
      </ul>
      {serious.length > 1 && (
        <button type="button" onClick={() => onAcknowledge(serious.map(({ alarmGid }) => alarmGid))}>
          {t('alarmPopup.acknowledgeAll', { count: serious.length })}
        </button>
      )}
    </section>
  );
}

/** Plays the sound of serious alarms again and again, where the user hears it. The first one plays with the alarm. */
function useRepeatedSound(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => {
      const { mute, volume, levels } = alarmSettings();
      if (bellSounds() && !mute && volume > 0 && levels.includes(SERIOUS)) void playLevel(SERIOUS, volume);
    }, REPEAT_MS);
    return () => clearInterval(timer);
  }, [on]);
}
