import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import type { AlarmFamily } from './alarm-load.ts';

/** Margin before and after an alarm, ms (screen catalogue 4.1, 4.2). */
const AROUND_MS: Readonly<Record<AlarmFamily, number>> = { ordinary: 10 * 60_000, safety: 5 * 60_000 };

/** Link to the vehicle's track around an alarm, for users with the permission. */
export function TrackAround({ alarm, family }: { alarm: AlarmRow; family: AlarmFamily }) {
  const { t } = useTranslation();
  const mayPlay = useMay(permission.trackPlayback);
  if (!mayPlay) return null;
  const around = AROUND_MS[family];
  const time = { start: String(alarm.vtime - around), end: String((alarm.endTime ?? alarm.lastTime) + around) };
  return (
    <Link to={`/mapcontent/trackPlayback?${new URLSearchParams({ targId: alarm.targId, ...time })}`}>
      {t('alarmHistory.track')}
    </Link>
  );
}
