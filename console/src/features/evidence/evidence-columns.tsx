import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import type { TFunction } from 'i18next';
import { LevelWord } from '../../shared/AlarmLevel.tsx';
import { formatAlarmType, levelWord } from '../../shared/alarm-texts.ts';
import { PlaceCell } from '../../shared/PlaceCell.tsx';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import type { Option, TableColumn } from '../../ui/table/table-columns.ts';
import { formatMeasure } from '../../ui/units.ts';
import { ExpiryText } from './ExpiryText.tsx';

const TYPES = ALARM_TYPES.filter((type) => type.class === 'safety');
const LEVELS = [3, 2, 1] as const;
/** States of the files of an alarm: waiting, requested, complete, failed, not requested by rule. */
const FILE_STATES = [0, 1, 2, 3, 4] as const;

const yesOrNo = (yes: string, no: string): readonly Option[] => [
  { value: '1', label: yes },
  { value: '0', label: no },
];

/** Columns of the evidence centre, with its filters. */
export function evidenceColumns(t: TFunction, language: string): readonly TableColumn<EvidenceRow>[] {
  return [
    {
      key: 'type',
      title: t('alarmHistory.type'),
      width: 180,
      search: {
        kind: 'select',
        key: 'warnId',
        options: TYPES.map(({ id }) => ({ value: String(id), label: formatAlarmType(t, id) })),
      },
      render: ({ warnId }) => formatAlarmType(t, warnId),
    },
    {
      key: 'carNo',
      title: t('alarmHistory.carNo'),
      width: 110,
      onCard: true,
      search: { kind: 'text', maxLength: 21 },
      render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
    },
    {
      key: 'level',
      title: t('alarmHistory.level'),
      width: 90,
      onCard: true,
      search: { kind: 'select', options: LEVELS.map((level) => ({ value: String(level), label: levelWord(t, level) })) },
      render: ({ level }) => <LevelWord level={level} />,
    },
    {
      key: 'vtime',
      title: t('alarmHistory.start'),
      width: 150,
      onCard: true,
      sortable: true,
      search: { kind: 'dateRange' },
      render: ({ vtime }) => <TimeCell at={vtime} />,
    },
    {
      key: 'driver',
      title: t('alarmHistory.driver'),
      width: 100,
      onCard: true,
      search: { kind: 'text', key: 'driverName', maxLength: 50 },
    },
    {
      key: 'deptName',
      title: t('alarmHistory.dept'),
      width: 140,
      search: { kind: 'control', key: 'deptId', control: <DepartmentSelect label={t('alarmHistory.dept')} /> },
    },
    {
      key: 'files',
      title: t('evidence.files'),
      width: 110,
      search: {
        kind: 'select',
        key: 'fileState',
        options: FILE_STATES.map((state) => ({ value: String(state), label: t(`attachment.state${state}`) })),
      },
      render: ({ fileDone, fileTotal }) => `${fileDone}/${fileTotal}`,
    },
    {
      key: 'films',
      title: t('evidence.video'),
      width: 80,
      align: 'right',
      search: { kind: 'select', key: 'hasVideo', options: yesOrNo(t('evidence.withVideo'), t('evidence.withoutVideo')) },
    },
    {
      key: 'locked',
      title: t('evidence.lock'),
      width: 150,
      search: { kind: 'select', options: yesOrNo(t('evidence.locked'), t('evidence.unlocked')) },
      render: (row) => <ExpiryText row={row} />,
    },
    {
      key: 'speed',
      title: t('alarmHistory.speed'),
      width: 110,
      align: 'right',
      render: ({ speed }) => formatMeasure(language, 'speed', speed),
    },
    { key: 'place', title: t('alarmHistory.place'), width: 220, render: ({ x, y }) => <PlaceCell lng={x} lat={y} /> },
    { key: 'viewers', title: t('evidence.viewers'), width: 90, align: 'right' },
    { key: 'note', title: t('evidence.note'), width: 160 },
  ];
}
