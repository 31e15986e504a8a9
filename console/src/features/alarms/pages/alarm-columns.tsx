import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import i18next, { type TFunction } from 'i18next';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { formatAlarmType, levelWord } from '../../../shared/alarm-texts.ts';
import { AlarmThumb } from '../../../shared/evidence/AlarmThumb.tsx';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import type { TableColumn } from '../../../ui/table/table-columns.ts';
import { formatMeasure } from '../../../ui/units.ts';
import styles from './AlarmPages.module.css';
import { type AlarmFamily, type AlarmView, FLAGS } from './alarm-load.ts';

/** States to filter by in each view: open, or all. */
const STATES: Readonly<Record<AlarmView, readonly (0 | 1 | 2 | 3)[]>> = { open: [0, 1], history: [0, 1, 2, 3] };

/** State of an alarm as text, with the user if there is one. */
export function stateWord(t: TFunction, { state, claimedBy, dealtBy, automatic }: AlarmRow): string {
  if (state === null) return t('alarmHistory.brief');
  if (state === 1 && claimedBy !== '') return t('alarmHistory.handlingBy', { name: claimedBy });
  const name = automatic ? t('alarmHistory.automatic') : dealtBy;
  if (state === 2 && name !== '') return t('alarmHistory.handledBy', { name });
  return t(`alarmHistory.state${state}`);
}

/** Handler that can be filtered by beside the user: the platform. */
const PLATFORM = '0';

/** Columns of an alarm list with their filters. `userId`: of the signed-in user. */
export function alarmColumns(
  t: TFunction,
  family: AlarmFamily,
  view: AlarmView,
  userId: string,
): readonly TableColumn<AlarmRow>[] {
  const types = ALARM_TYPES.filter((type) => (type.class === 'safety') === (family === 'safety'));
  const columns: readonly (TableColumn<AlarmRow> | false)[] = [
    {
      key: 'type',
      title: t('alarmHistory.type'),
      width: 190,
      fixed: 'left',
      search: {
        kind: 'select',
        key: 'warnId',
        options: types.map(({ id }) => ({ value: String(id), label: formatAlarmType(t, id) })),
      },
      render: ({ warnId }) => formatAlarmType(t, warnId),
    },
    {
      key: 'level',
      title: t('alarmHistory.level'),
      onCard: true,
      width: 90,
      sortable: view === 'open',
      search: { kind: 'select', options: [3, 2, 1].map((level) => ({ value: String(level), label: levelWord(t, level) })) },
      render: ({ level }) => <LevelWord level={level} />,
    },
    { key: 'carNo', title: t('alarmHistory.carNo'), width: 110, onCard: true, search: { kind: 'text', maxLength: 21 } },
    // always visible: explains why a claimed alarm has no actions
    {
      key: 'state',
      title: t('alarmHistory.state'),
      onCard: true,
      width: 150,
      search: {
        kind: 'select',
        key: 'warmStatus',
        options: STATES[view].map((state) => ({ value: String(state), label: t(`alarmHistory.state${state}`) })),
      },
      render: (row) => stateWord(t, row),
    },
    {
      key: 'files',
      title: t('alarmHistory.files'),
      width: 150,
      onCard: family === 'safety',
      hiddenByDefault: family !== 'safety',
      render: (row) => <AlarmThumb row={row} />,
    },
    {
      key: 'deptName',
      title: t('alarmHistory.dept'),
      onCard: family !== 'safety',
      width: 140,
      search: { kind: 'control', key: 'deptId', control: <DepartmentSelect label={t('alarmHistory.dept')} /> },
    },
    {
      key: 'driver',
      title: t('alarmHistory.driver'),
      width: 100,
      search: { kind: 'text', key: 'driverName', maxLength: 50 },
    },
    {
      key: 'vtime',
      title: t('alarmHistory.start'),
      onCard: true,
      width: 150,
      sortable: true,
      search: { kind: 'dateRange' },
      render: ({ vtime }) => <TimeCell at={vtime} />,
    },
    {
      key: 'endTime',
      title: t('alarmHistory.end'),
      width: 150,
      render: ({ endTime }) => (endTime === null ? t('alarmHistory.ongoing') : <TimeCell at={endTime} />),
    },
    {
      key: 'maxSpeed',
      title: t('alarmHistory.maxSpeed'),
      width: 110,
      align: 'right',
      render: ({ maxSpeed }) => formatMeasure(i18next.language, 'speed', maxSpeed),
    },
    { key: 'times', title: t('alarmHistory.times'), width: 80, align: 'right', hiddenByDefault: true },
    {
      key: 'dueAt',
      title: t('alarmHistory.dueAt'),
      width: 150,
      search: { kind: 'select', key: 'only', options: FLAGS.map((flag) => ({ value: flag, label: t(`alarmHistory.${flag}`) })) },
      render: ({ dueAt, dealtAt }) => (
        <span className={styles['due']} data-late={dueAt !== null && (dealtAt ?? Date.now()) > dueAt}>
          <TimeCell at={dueAt} />
        </span>
      ),
    },
    view === 'history' && {
      key: 'dealtBy',
      title: t('alarmHistory.dealtBy'),
      width: 110,
      search: {
        kind: 'select',
        options: [
          { value: userId, label: t('alarmHistory.myself') },
          { value: PLATFORM, label: t('alarmHistory.automatic') },
        ],
      },
      render: ({ dealtBy, automatic }) => (automatic ? t('alarmHistory.automatic') : dealtBy),
    },
    view === 'history' && {
      key: 'dealtAt',
      title: t('alarmHistory.dealtAt'),
      width: 150,
      render: ({ dealtAt }) => <TimeCell at={dealtAt} />,
    },
  ];
  return columns.filter((column) => column !== false);
}
