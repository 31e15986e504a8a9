import type { AlarmRow, CaseNews } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';
import { useQuery } from '@tanstack/react-query';
import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useAddress } from '../../../map/use-address.ts';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { useSeesAlarms } from '../../../shared/alarm-rights.ts';
import { formatAlarmType, placeText } from '../../../shared/alarm-texts.ts';
import { AlarmFiles } from '../../../shared/evidence/AlarmFiles.tsx';
import { MomentGraph } from '../../../shared/evidence/MomentGraph.tsx';
import { useNews } from '../../../shared/use-news.ts';
import { LoadFailed, SkeletonRows } from '../../../ui/States.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { formatAlarmValue, formatMeasure } from '../../../ui/units.ts';
import styles from './AlarmPages.module.css';
import { AlarmPlace } from './AlarmPlace.tsx';
import { stateWord } from './alarm-columns.tsx';
import { describeInfo } from './alarm-info.ts';
import type { AlarmFamily } from './alarm-load.ts';
import { CaseHistory } from './CaseHistory.tsx';
import { LatelyOfDriver } from './LatelyOfDriver.tsx';
import { LiveOfVehicle } from './LiveOfVehicle.tsx';
import { TrackAround } from './TrackAround.tsx';

/** An alarm with its files, place, current state and history. `actions`: actions on it; `again` reloads it. */
export function AlarmDetail(props: {
  alarmGid: string;
  family: AlarmFamily;
  /** A film plays by itself. */
  autoPlay: boolean;
  actions: (alarm: AlarmRow, again: () => void) => ReactNode;
}) {
  const { alarmGid, family, autoPlay, actions } = props;
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const seesAlarms = useSeesAlarms('safety');
  const queryKey = ['alarm', family, alarmGid];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      family === 'safety'
        ? call(alarmsCalls.safetyDtl, { alarmGid }, { signal, quiet: true })
        : call(alarmsCalls.getWarnDetail, { alarmGid }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  useNews<CaseNews>('cases', [queryKey], { concerns: ({ list }) => list.some((changed) => changed.alarmGid === alarmGid) });
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('alarmHistory.detail')} />;
  const { alarm, info, driver, schemeName, history } = data;
  const measured = (value: number | null) => value !== null && formatAlarmValue(language, alarm.warnId, value);
  const items = [
    { key: 'type', children: formatAlarmType(t, alarm.warnId) },
    { key: 'level', children: <LevelWord level={alarm.level} /> },
    { key: 'carNo', children: alarm.carNo },
    { key: 'dept', children: alarm.deptName },
    { key: 'driver', children: driver.name },
    { key: 'phone', children: driver.phone },
    { key: 'start', children: <TimeCell at={alarm.vtime} /> },
    { key: 'end', children: alarm.endTime === null ? t('alarmHistory.ongoing') : <TimeCell at={alarm.endTime} /> },
    { key: 'speed', children: formatMeasure(language, 'speed', alarm.speed) },
    { key: 'maxSpeed', children: formatMeasure(language, 'speed', alarm.maxSpeed) },
    { key: 'value', children: measured(alarm.value) },
    { key: 'limit', children: measured(alarm.limit) },
    { key: 'times', children: alarm.times },
    { key: 'scheme', children: schemeName },
    ...describeInfo(t, language, info as AlarmInfo),
    { key: 'place', children: <PlaceText lng={alarm.x} lat={alarm.y} />, span: 'filled' },
    { key: 'state', children: stateWord(t, alarm) },
    { key: 'dueAt', children: <TimeCell at={alarm.dueAt} /> },
  ] as const;
  return (
    <>
      <AlarmFiles alarmGid={alarmGid} files={Math.max(alarm.files, alarm.fileDone)} autoPlay={autoPlay} />
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={items
          .filter(({ children }) => children !== null && children !== '' && children !== false)
          .map((item) => ({ ...item, label: t(`alarmHistory.${item.key}`) }))}
      />
      <div className={styles['actions']}>{actions(alarm, () => void refetch())}</div>
      {family === 'safety' && <MomentGraph alarmGid={alarmGid} />}
      <LiveOfVehicle key={alarm.targId} vehicle={alarm} />
      <AlarmPlace alarm={alarm} />
      <TrackAround alarm={alarm} family={family} />
      {family === 'safety' && seesAlarms && <LatelyOfDriver targId={alarm.targId} alarmGid={alarmGid} />}
      <h3>{t('alarmHistory.history')}</h3>
      <CaseHistory events={history} />
    </>
  );
}

function PlaceText({ lng, lat }: { lng: number; lat: number }) {
  return <span>{placeText(lng, lat, useAddress(lng, lat))}</span>;
}
