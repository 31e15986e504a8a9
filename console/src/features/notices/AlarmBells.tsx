import AlertOutlined from '@ant-design/icons/AlertOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/session.ts';
import { useSeesAlarms } from '../../shared/alarm-rights.ts';
import iconButton from '../../ui/IconButton.module.css';
import styles from './Bells.module.css';
import { CountBadge, withBadge } from './CountBadge.tsx';
import { useBellCounts } from './use-bell-counts.ts';

/** The page of active-safety alarms, or their queue where its code alone is held. */
const [SAFETY_PAGE, SAFETY_QUEUE] = ['/activesafety/safetyalarm/safetyalarm', '/adasAlarm/adasAlarmDeal'] as const;

/** The bells of ordinary alarms (permission 205) and of active safety (a right to list them). A click resets a count. */
export function AlarmBells() {
  const { t } = useTranslation();
  const { counts, reset } = useBellCounts();
  const mayOrdinary = useMay(permission.ordinaryBell);
  const maySafety = useSeesAlarms('safety');
  const maySafetyPage = useMay('170301');
  const bells = [
    {
      to: '/QuickBar/danger',
      key: 'alarmCnt',
      label: 'notices.ordinaryBell',
      icon: <AlertOutlined aria-hidden />,
      shown: mayOrdinary,
    },
    {
      to: maySafetyPage ? SAFETY_PAGE : SAFETY_QUEUE,
      key: 'asalarmCnt',
      label: 'notices.safetyBell',
      icon: <SafetyOutlined aria-hidden />,
      shown: maySafety,
    },
  ] as const;

  return bells
    .filter(({ shown }) => shown)
    .map(({ to, key, label, icon }) => {
      const text = t(label, { count: counts[key] });
      return (
        <Link
          key={key}
          to={to}
          className={`${iconButton['button']} ${styles['bell']}`}
          aria-label={withBadge(text, counts[key])}
          title={text}
          onClick={() => reset(key)}
        >
          {icon}
          <CountBadge count={counts[key]} tone="alarm" />
        </Link>
      );
    });
}
