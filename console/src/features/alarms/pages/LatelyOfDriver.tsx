import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import styles from './AlarmPages.module.css';

/** Active-safety alarms of the driver of an alarm in the last 7 days, by type; of its vehicle if no driver is known. */
export function LatelyOfDriver({ targId, alarmGid }: { targId: string; alarmGid: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['alarmsLately', alarmGid],
    queryFn: ({ signal }) => call(alarmsCalls.getTargAsalarmTypeDtl, { targId, alarmGid }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (!data) return null;
  const { driver } = data;
  const title = driver === '' ? t('alarmHistory.recentSafety') : t('alarmHistory.recentOfDriver', { driver });
  return (
    <>
      <h3>{title}</h3>
      {data.list.length === 0 ? (
        <p>{t('alarmHistory.noRecentSafety')}</p>
      ) : (
        <ul className={styles['lately']} aria-label={title}>
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
