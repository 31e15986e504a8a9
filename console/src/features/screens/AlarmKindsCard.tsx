import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { LevelWord } from '../../shared/AlarmLevel.tsx';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { State } from '../../ui/States.tsx';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';
import { dayBack } from './month.ts';

const KINDS_REFRESH_MS = 60_000;
/** Most alarm types shown, most frequent first. */
const SHOWN = 10;
/** Most days back. */
const MAX_BACK = 30;

/** Alarms of a day by type, each with a link to its alarms of that day. */
export function AlarmKindsCard() {
  const { t, i18n } = useTranslation();
  const [back, setBack] = useState(0);
  const day = dayBack(back);
  const query = useQuery({
    queryKey: ['screens', 'warnSumDetail', back === 0 ? 'today' : day.key],
    // the server's clock defines today
    queryFn: ({ signal }) =>
      call(alarmsCalls.getWarnSumDetail, back === 0 ? {} : { staticData: day.key }, { signal, quiet: true }),
    refetchInterval: KINDS_REFRESH_MS,
  });
  const tools = (
    <div className={styles['tools']}>
      <IconButton
        label={t('screens.previousDay')}
        icon={<LeftOutlined />}
        disabled={back === MAX_BACK}
        onClick={() => setBack(back + 1)}
      />
      <span className={styles['month']}>{back === 0 ? t('screens.today') : day.key}</span>
      <IconButton label={t('screens.nextDay')} icon={<RightOutlined />} disabled={back === 0} onClick={() => setBack(back - 1)} />
    </div>
  );
  const historyOf = (warnId: number) => {
    const page = isSafetyAlarm(warnId) ? '/activesafety/safetyalarm/safetyalarm' : '/QuickBar/danger';
    const time = { startTime: String(day.startAt), endTime: String(day.endAt - 1) };
    return `${page}?${new URLSearchParams({ tab: 'history', warnId: String(warnId), ...time })}`;
  };
  return (
    <Card title={t('screens.alarmKinds')} query={query} tools={tools}>
      {({ list }) =>
        list.length === 0 ? (
          <State title={t('screens.noAlarms')} />
        ) : (
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('screens.alarmKind')}</th>
                <th scope="col" className={styles['word']}>
                  {t('screens.level')}
                </th>
                <th scope="col">{t('screens.times')}</th>
              </tr>
            </thead>
            <tbody>
              {list.slice(0, SHOWN).map(({ warnId, level, count }) => (
                <tr key={warnId}>
                  <td title={formatAlarmType(t, warnId)}>
                    <Link to={historyOf(warnId)}>{formatAlarmType(t, warnId)}</Link>
                  </td>
                  <td>
                    <LevelWord level={level} />
                  </td>
                  <td>{formatNumber(i18n.language, count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Card>
  );
}
