import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const SAFETY_REFRESH_MS = 60_000;

/** Today's active-safety alarms by main type and handling state. */
export function SafetyTodayCard() {
  const { t, i18n } = useTranslation();
  const mainTypes = useEnumeration('MAIN_TYPE');
  const query = useQuery({
    queryKey: ['screens', 'safetyToday'],
    queryFn: ({ signal }) => call(alarmsCalls.todaySafetyStatistics, {}, { signal, quiet: true }),
    refetchInterval: SAFETY_REFRESH_MS,
  });
  return (
    <Card title={t('screens.safetyToday')} query={query}>
      {(today) => (
        <>
          <dl className={styles['figures']}>
            {mainTypes.map(({ value, label }) => (
              <div key={value}>
                <dt>{label}</dt>
                <dd>{formatNumber(i18n.language, today.mainTypes.find(({ mainType }) => mainType === value)?.count ?? 0)}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['note']}>
            {t('screens.alarmsSoFar', {
              count: today.total,
              rate: formatShare(i18n.language, today.handled, today.total),
              yesterday: formatNumber(i18n.language, today.yesterday),
            })}
          </p>
          <p className={styles['note']}>
            {t('screens.handledInTime', {
              inTime: formatNumber(i18n.language, today.inTime),
              due: formatNumber(i18n.language, today.due),
            })}
          </p>
        </>
      )}
    </Card>
  );
}
