import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSeesAlarms } from '../../../shared/alarm-rights.ts';
import { pushedAlarmToHandle } from '../../../shared/alarm-texts.ts';

/** Link to the handling page of ordinary alarms, with this alarm's data (console.md 2.2, 3), for users with the permission. */
export function DangerLink({ alarm }: { alarm: AlarmResult }) {
  const { t } = useTranslation();
  if (!useSeesAlarms('ordinary')) return null;
  const { alarmGid, alarmId, targId, carNo, vTime, mainType, subType, nLevel } = pushedAlarmToHandle(alarm);
  const numbers = { vtime: vTime, mainType, subType, nlevel: nLevel };
  const query = new URLSearchParams({ alarmGid, alarmId, targId, carNo });
  for (const [name, value] of Object.entries(numbers)) query.set(name, String(value));
  return <Link to={`/QuickBar/danger?${query}`}>{t('alarmPopup.view')}</Link>;
}
