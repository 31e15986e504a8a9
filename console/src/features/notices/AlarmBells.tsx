import AlertOutlined from '@ant-design/icons/AlertOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/session.ts';
import iconButton from '../../ui/IconButton.module.css';
import styles from './Bells.module.css';
import { CountBadge, withBadge } from './CountBadge.tsx';
import { useBellCounts } from './use-bell-counts.ts';

/** The bells of ordinary alarms (with permission 205 only) and of active safety (specification 2.3). A click resets a count. */
export function AlarmBells() {
  const { t } = useTranslation();
  const { counts, reset } = useBellCounts();
  const mayOrdinary = useMay(permission.ordinaryBell);
  const bells = [
    {
      to: '/QuickBar/danger',
      key: 'alarmCnt',
      label: 'notices.ordinaryBell',
      icon: <AlertOutlined aria-hidden />,
      shown: mayOrdinary,
    },
    {
      to: '/activesafety/safetyalarm/safetyalarm',
      key: 'asalarmCnt',
      label: 'notices.safetyBell',
      icon: <SafetyOutlined aria-hidden />,
      shown: true,
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
