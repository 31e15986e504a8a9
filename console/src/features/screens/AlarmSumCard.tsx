import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const SUM_REFRESH_MS = 60_000;

const FIGURES = ['ordinary', 'safety', 'emergency', 'handled'] as const;

/** Today's alarms by class, how many were handled, and the count of yesterday at this time. */
export function AlarmSumCard() {
  const { t, i18n } = useTranslation();
  const query = useQuery({
    queryKey: ['screens', 'warnSum'],
    queryFn: ({ signal }) => call(alarmsCalls.getWarnSum, {}, { signal, quiet: true }),
    refetchInterval: SUM_REFRESH_MS,
  });
  return (
    <Card title={t('screens.alarms')} query={query} wide>
      {(sum) => (
        <>
          <dl className={styles['figures']}>
            {FIGURES.map((name) => (
              <div key={name} data-figure={name}>
                <dt>{t(`screens.${name}`)}</dt>
                <dd>{formatNumber(i18n.language, sum[name])}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['note']}>
            {t('screens.alarmsSoFar', {
              count: sum.total,
              yesterday: formatNumber(i18n.language, sum.yesterday),
              rate: formatShare(i18n.language, sum.handled, sum.total),
            })}
          </p>
          <HourBars hours={sum.hours} />
        </>
      )}
    </Card>
  );
}

/** A bar per hour of the day; its title tells the count. */
function HourBars({ hours }: { hours: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const most = Math.max(1, ...hours);
  return (
    <ol className={styles['hours']} aria-label={t('screens.alarmsByHour')}>
      {hours.map((count, hour) => {
        const text = `${String(hour).padStart(2, '0')}:00 · ${formatNumber(i18n.language, count)}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day
          <li key={hour} title={text} aria-label={text}>
            <span style={{ height: `${(count / most) * 100}%` }} />
            {hour % 6 === 0 && <small aria-hidden>{hour}</small>}
          </li>
        );
      })}
    </ol>
  );
}
