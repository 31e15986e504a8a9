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
        </>
      )}
    </Card>
  );
}
