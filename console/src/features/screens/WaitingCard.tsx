import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { LevelWord } from '../../shared/AlarmLevel.tsx';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { formatClock, formatFullTime } from '../../ui/format.ts';
import { State } from '../../ui/States.tsx';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const WAITING_REFRESH_MS = 30_000;

/** The family, the page that handles its alarms, and the card's title. */
const FAMILIES = {
  ordinary: { ask: alarmsCalls.popupBoard, page: '/QuickBar/danger', title: 'screens.waitingOrdinary' },
  safety: { ask: alarmsCalls.alarmBox, page: '/activesafety/safetyalarm/safetyalarm', title: 'screens.waitingSafety' },
} as const;

/** The newest unhandled alarms of a family with links to their handling, and the count of the last 24 h. */
export function WaitingCard({ family }: { family: keyof typeof FAMILIES }) {
  const { t, i18n } = useTranslation();
  const { page, title } = FAMILIES[family];
  const query = useQuery({
    queryKey: ['screens', 'waiting', family],
    queryFn: ({ signal }) =>
      family === 'safety'
        ? call(FAMILIES.safety.ask, {}, { signal, quiet: true })
        : call(FAMILIES.ordinary.ask, {}, { signal, quiet: true }),
    refetchInterval: WAITING_REFRESH_MS,
  });
  return (
    <Card
      title={t(title)}
      query={query}
      tools={query.data && <Link to={page}>{t('screens.waitingTotal', { count: query.data.total })}</Link>}
    >
      {({ list }) =>
        list.length === 0 ? (
          <State title={t('screens.noneWaiting')} />
        ) : (
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col" className={styles['plate']}>
                  {t('screens.vehicle')}
                </th>
                <th scope="col">{t('screens.alarmKind')}</th>
                <th scope="col" className={styles['word']}>
                  {t('screens.level')}
                </th>
                <th scope="col">{t('screens.since')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ alarmGid, carNo, color, warnId, level, vtime }) => (
                <tr key={alarmGid}>
                  <td>
                    <PlateTag plate={carNo} colour={color} />
                  </td>
                  <td title={formatAlarmType(t, warnId)}>
                    <Link to={`${page}?alarmGid=${alarmGid}`}>{formatAlarmType(t, warnId)}</Link>
                  </td>
                  <td>
                    <LevelWord level={level} />
                  </td>
                  <td title={formatFullTime(i18n.language, vtime)}>{formatClock(vtime)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Card>
  );
}
