import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';
import { useQuery } from '@tanstack/react-query';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { AlarmFiles } from '../../../shared/evidence/AlarmFiles.tsx';
import { MomentGraph } from '../../../shared/evidence/MomentGraph.tsx';
import { formatAlarmValue, formatMeasure } from '../../../ui/units.ts';
import styles from './AlarmPages.module.css';
import { AlarmPlace } from './AlarmPlace.tsx';
import { describeInfo } from './alarm-info.ts';

/** An expanded row of a list: files, place, and what the terminal reported of the alarm (screen catalogue 4.1). */
export function ExpandedAlarm({ alarm }: { alarm: AlarmRow }) {
  const { alarmGid, files, fileDone } = alarm;
  return (
    <>
      <div className={styles['expanded']}>
        <AlarmFiles alarmGid={alarmGid} files={Math.max(files, fileDone)} extra={<MomentGraph alarmGid={alarmGid} />} />
        <AlarmPlace alarm={alarm} />
      </div>
      <ReportedFields alarm={alarm} />
    </>
  );
}

/** The fields of the alarm's item in the location report; nothing until they are loaded. */
function ReportedFields({ alarm: { alarmGid, warnId, speed, value, limit } }: { alarm: AlarmRow }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { data } = useQuery({
    queryKey: ['alarm', 'safety', alarmGid],
    queryFn: ({ signal }) => call(alarmsCalls.safetyDtl, { alarmGid }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (!data) return null;
  const measured = (figure: number | null) => (figure === null ? '' : formatAlarmValue(language, warnId, figure));
  const items = [
    { key: 'speed', children: formatMeasure(language, 'speed', speed) },
    { key: 'value', children: measured(value) },
    { key: 'limit', children: measured(limit) },
    ...describeInfo(t, language, data.info as AlarmInfo),
  ] as const;
  return (
    <Descriptions
      className={styles['fields']!}
      size="small"
      column={{ xs: 1, sm: 2, lg: 4 }}
      items={items.filter(({ children }) => children !== '').map((item) => ({ ...item, label: t(`alarmHistory.${item.key}`) }))}
    />
  );
}
