import { screensCalls } from '@fleetwarden/contract/screens/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const FLEET_REFRESH_MS = 60_000;

const FIGURES = ['total', 'online', 'moving', 'alarm', 'offline', 'never'] as const;

/** Current vehicles by state, and how many were online today. */
export function FleetCard() {
  const { t, i18n } = useTranslation();
  const query = useQuery({
    queryKey: ['screens', 'vehicleOnlineInformation'],
    queryFn: ({ signal }) => call(screensCalls.vehicleOnlineInformation, {}, { signal, quiet: true }),
    refetchInterval: FLEET_REFRESH_MS,
  });
  return (
    <Card title={t('screens.fleet')} query={query} wide>
      {(fleet) => (
        <>
          <dl className={styles['figures']}>
            {FIGURES.map((name) => (
              <div key={name} data-figure={name}>
                <dt>{t(`screens.${name}`)}</dt>
                <dd>{formatNumber(i18n.language, fleet[name])}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['note']}>
            {t('screens.onlineToday', {
              count: fleet.seenToday,
              rate: formatShare(i18n.language, fleet.seenToday, fleet.total),
            })}
          </p>
        </>
      )}
    </Card>
  );
}
