import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { AlarmFiles } from '../../../shared/evidence/AlarmFiles.tsx';
import styles from './AlarmPages.module.css';
import { AlarmPlace } from './AlarmPlace.tsx';

/** An expanded row of a list: files and place of the alarm, side by side (screen catalogue 4.1). */
export function ExpandedAlarm({ alarm }: { alarm: AlarmRow }) {
  return (
    <div className={styles['expanded']}>
      <AlarmFiles alarmGid={alarm.alarmGid} files={Math.max(alarm.files, alarm.fileDone)} />
      <AlarmPlace alarm={alarm} />
    </div>
  );
}
