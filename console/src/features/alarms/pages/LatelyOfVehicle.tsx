import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import styles from './AlarmPages.module.css';

/** Active-safety alarms of a vehicle in the last 7 days, by type; nothing until loaded. */
export function LatelyOfVehicle({ targId }: { targId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['alarmsLately', targId],
    queryFn: ({ signal }) => call(alarmsCalls.getTargAsalarmTypeDtl, { targId }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (!data) return null;
  return (
    <>
      <h3>{t('alarmHistory.recentSafety')}</h3>
      {data.list.length === 0 ? (
        <p>{t('alarmHistory.noRecentSafety')}</p>
      ) : (
        <ul className={styles['lately']} aria-label={t('alarmHistory.recentSafety')}>
          {data.list.map(({ warnId, count }) => (
            <li key={warnId}>
              {formatAlarmType(t, warnId)} <b>{count}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
