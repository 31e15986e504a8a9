import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { useTranslation } from 'react-i18next';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { Thumb } from '../../../shared/evidence/MediaCarousel.tsx';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { formatClock } from '../../../ui/format.ts';
import { Panel } from '../Panel.tsx';
import styles from './SafetyScreen.module.css';
import { useWallAlarms } from './use-safety-screen.ts';

/** The latest six alarms with their pictures. */
export function AlarmWall() {
  const { t } = useTranslation();
  const query = useWallAlarms();
  return (
    <div className={styles['wall']}>
      <Panel title={t('safety.wall')} query={query} columns={2} has={({ list }) => list.length > 0} none={t('safety.noneOnWall')}>
        {({ list }) => (
          <ul>
            {list.map((row) => (
              <WallAlarm key={row.alarmGid} row={row} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function WallAlarm({ row: { carNo, color, warnId, level, vtime, picture } }: { row: AlarmRow }) {
  const { t } = useTranslation();
  return (
    <li>
      <span className={styles['picture']}>{picture && <Thumb url={picture} />}</span>
      <p>
        <PlateTag plate={carNo} colour={color} />
        <time>{formatClock(vtime)}</time>
      </p>
      <p>
        <span>{formatAlarmType(t, warnId)}</span>
        <LevelWord level={level} />
      </p>
    </li>
  );
}
