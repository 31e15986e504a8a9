import { TRY_LISTED } from '@fleetwarden/contract/alarm-rules/limits';
import type { Tried, TriedAlarm } from '@fleetwarden/contract/alarm-rules/schemas';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelWord } from '../../shared/AlarmLevel.tsx';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { formatNumber } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { formatAlarmValue, formatMeasure } from '../../ui/units.ts';
import styles from './Rules.module.css';

const PAGE = 20;

/** Result of a dry run: number of alarms, and a list of them. */
export function TriedAlarms({ tried: { alarms, positions, list } }: { tried: Tried }) {
  const { t, i18n } = useTranslation();
  const figure = (value: number) => formatNumber(i18n.language, value);
  const columns = [
    { key: 'carNo', dataIndex: 'carNo', title: t('alarmHistory.carNo'), width: 110 },
    {
      key: 'type',
      title: t('alarmHistory.type'),
      width: 150,
      render: (_: unknown, { typeId }: TriedAlarm) => formatAlarmType(t, typeId),
    },
    {
      key: 'level',
      title: t('alarmHistory.level'),
      width: 70,
      render: (_: unknown, { level }: TriedAlarm) => <LevelWord level={level} />,
    },
    {
      key: 'start',
      title: t('alarmHistory.start'),
      width: 135,
      render: (_: unknown, { startAt }: TriedAlarm) => <TimeCell at={startAt} />,
    },
    {
      key: 'end',
      title: t('alarmHistory.end'),
      width: 135,
      render: (_: unknown, { endAt }: TriedAlarm) => <TimeCell at={endAt} />,
    },
    {
      key: 'maxKmh',
      title: t('alarmHistory.maxSpeed'),
      width: 110,
      align: 'right' as const,
      render: (_: unknown, { maxKmh }: TriedAlarm) => formatMeasure(i18n.language, 'speed', maxKmh),
    },
    ...(['value', 'limit'] as const).map((key) => ({
      key,
      title: t(`alarmHistory.${key}`),
      width: 80,
      align: 'right' as const,
      render: (_: unknown, { typeId, [key]: value }: TriedAlarm) =>
        value !== null && formatAlarmValue(i18n.language, typeId, value),
    })),
  ];
  return (
    <>
      <p className={styles['outcome']} role="status">
        {t('warnScheme.tried', { count: alarms })}
      </p>
      <p className={styles['note']}>
        {positions === 0 ? t('warnScheme.triedNothing') : t('warnScheme.triedPositions', { positions: figure(positions) })}
      </p>
      {alarms > list.length && <p className={styles['note']}>{t('warnScheme.triedListed', { count: TRY_LISTED })}</p>}
      {list.length > 0 && (
        <Table<TriedAlarm>
          size="small"
          rowKey={({ targId, typeId, startAt }) => `${targId}-${typeId}-${startAt}`}
          columns={columns}
          dataSource={list}
          scroll={{ x: 'max-content' }}
          pagination={list.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
        />
      )}
    </>
  );
}
