import { type AlarmKey, readAlarmBits } from '@fleetwarden/domain/alarm-bits';
import { accOn } from '@fleetwarden/domain/status-bits';
import { windSector } from '@fleetwarden/domain/wind-sector';
import type { TFunction } from 'i18next';
import { PlaceCell } from '../../../shared/PlaceCell.tsx';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { StatusMark } from '../../../shared/StatusMark.tsx';
import { formatList } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { formatMeasure } from '../../../ui/units.ts';
import type { DataColumn } from '../DataTable.tsx';
import { LocateButton } from '../LocateButton.tsx';
import { VehicleMenuButton } from '../VehicleMenuButton.tsx';
import styles from './Drawer.module.css';
import type { VehicleLine } from './vehicle-line.ts';

const OFFLINE = '0';

export function vehicleColumns(
  t: TFunction,
  language: string,
  onLocate: (tid: string) => void,
  /** Selects the vehicle of a pressed plate. */
  onSelect?: (tid: string) => void,
): readonly DataColumn<VehicleLine>[] {
  const alarms = ({ a, alarmStrs = [] }: VehicleLine) => {
    const names = alarmStrs.length > 0 ? alarmStrs : readAlarmBits(a).map(({ key }) => t(`alarm.${key as AlarmKey}`));
    return formatList(language, names);
  };
  const plate = ({ tid, cno, color }: VehicleLine) => {
    const tag = <PlateTag plate={cno} colour={color} />;
    if (!onSelect) return tag;
    return (
      <button type="button" className={styles['plate']} onClick={() => onSelect(tid)}>
        {tag}
      </button>
    );
  };
  /** Speed, heading and ignition of an offline vehicle are unknown. */
  const online = (render: (row: VehicleLine) => string) => (row: VehicleLine) =>
    row.status === OFFLINE ? t('monitor.noData') : render(row);
  return [
    { key: 'plate', title: t('regions.plate'), render: plate },
    {
      key: 'status',
      title: t('regions.status'),
      render: ({ status }) => (
        <span className={styles['status']}>
          <StatusMark status={Number(status)} size={12} />
          {t(`monitor.status${status as '0' | '1' | '2' | '3' | '4' | '5' | '6'}`)}
        </span>
      ),
    },
    { key: 'dept', title: t('regions.dept'), render: ({ deptName }) => deptName },
    { key: 'driver', title: t('regions.driver'), render: ({ drv }) => drv },
    { key: 'time', title: t('regions.time'), render: (row) => <TimeCell at={row.t} /> },
    { key: 'speed', title: t('regions.speed'), align: 'right', render: online(({ sp }) => formatMeasure(language, 'speed', sp)) },
    {
      key: 'heading',
      title: t('regions.heading'),
      render: online(({ d }) => `${t(`monitor.heading${windSector(d)}`)} ${Math.round(d)}°`),
    },
    { key: 'acc', title: t('regions.acc'), render: online(({ s }) => t(accOn(s) ? 'monitor.accOn' : 'monitor.accOff')) },
    {
      key: 'place',
      title: t('drawer.place'),
      render: ({ x, y }) => (x === null || y === null ? t('monitor.noData') : <PlaceCell lng={x} lat={y} />),
    },
    { key: 'dayKm', title: t('regions.dayKm'), align: 'right', render: ({ km }) => formatMeasure(language, 'distance', km) },
    { key: 'alarms', title: t('regions.alarms'), render: (row) => <span className={styles['alarm']}>{alarms(row)}</span> },
    {
      key: 'actions',
      title: t('drawer.actions'),
      render: ({ tid, cno }) => (
        <span className={styles['actions']}>
          <LocateButton onLocate={() => onLocate(tid)} />
          <VehicleMenuButton tid={tid} plate={cno} />
        </span>
      ),
    },
  ];
}
