import type { CaseState } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { useTranslation } from 'react-i18next';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { caseWord, formatAlarmType } from '../../../shared/alarm-texts.ts';
import { AlarmThumb } from '../../../shared/evidence/AlarmThumb.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { formatMeasure } from '../../../ui/units.ts';
import styles from './InboxList.module.css';
import { LocateLink } from './LocateLink.tsx';

type Props = {
  readonly alarm: AlarmResult;
  readonly caseState: CaseState;
  /** Not handled yet. */
  readonly open: boolean;
  readonly chosen: boolean;
  readonly onChoose: (on: boolean) => void;
  readonly onHandle: () => void;
  readonly onLocate: () => void;
};

/** A row of the list: data of an alarm and its actions. */
export function AlarmItem({ alarm, caseState, open, chosen, onChoose, onHandle, onLocate }: Props) {
  const { t, i18n } = useTranslation();
  const mayHandle = useMayHandle();
  const kind = formatAlarmType(t, alarm.warnId);
  return (
    <>
      {mayHandle(alarm.warnId, true) && (
        <input
          type="checkbox"
          aria-label={t('alarmPopup.choose', { plate: alarm.cno, kind })}
          checked={chosen}
          disabled={!open}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <div className={styles['what']}>
        <span>
          <b>{alarm.cno}</b> {kind}
        </span>
        <span className={styles['hint']}>
          <TimeCell at={alarm.warnStartDate} />
          {` · ${t('alarmPopup.kmh', { speed: formatMeasure(i18n.language, 'speed', alarm.speed) })}`}
          {alarm.drv && ` · ${alarm.drv}`}
          {alarm.storm && ` · ${t('alarmPopup.storm')}`}
        </span>
      </div>
      <AlarmThumb row={alarm} />
      <LevelWord level={alarm.warnType} />
      <span>{caseWord(t, caseState)}</span>
      {mayHandle(alarm.warnId) && open && (
        <button type="button" onClick={onHandle}>
          {t('alarmPopup.handle')}
        </button>
      )}
      <LocateLink targId={alarm.tid} onLocate={onLocate} />
    </>
  );
}
