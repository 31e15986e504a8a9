import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { LevelWord } from '../../shared/AlarmLevel.tsx';
import { kindOf } from '../../shared/alarm-texts.ts';
import { formatClock, formatFullTime } from '../../ui/format.ts';
import { State } from '../../ui/States.tsx';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const WAITING_REFRESH_MS = 30_000;

/** Which alarms, where they are handled, and how the card is called. */
const FAMILIES = {
  ordinary: { ask: alarmsCalls.popupBoard, page: '/QuickBar/danger', title: 'home.waitingOrdinary' },
  safety: { ask: alarmsCalls.alarmBox, page: '/activesafety/safetyalarm/safetyalarm', title: 'home.waitingSafety' },
} as const;

/** The newest alarms of a family that nobody has decided, each leading to where it is handled, and how many the last 24 h have. */
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
      tools={query.data && <Link to={page}>{t('home.waitingTotal', { count: query.data.total })}</Link>}
    >
      {({ list }) =>
        list.length === 0 ? (
          <State title={t('home.noneWaiting')} />
        ) : (
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col" className={styles['plate']}>
                  {t('home.vehicle')}
                </th>
                <th scope="col">{t('home.alarmKind')}</th>
                <th scope="col" className={styles['word']}>
                  {t('home.level')}
                </th>
                <th scope="col">{t('home.since')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ alarmGid, carNo, warnId, level, vtime }) => (
                <tr key={alarmGid}>
                  <td>{carNo}</td>
                  <td title={kindOf(t, warnId)}>
                    <Link to={`${page}?alarmGid=${alarmGid}`}>{kindOf(t, warnId)}</Link>
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
