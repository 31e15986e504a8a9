import type { PostCheck, SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import type { TableProps } from 'antd';
import type { i18n as I18n, TFunction } from 'i18next';
import { TimeCell } from '../ui/TimeCell.tsx';
import { enumerationName } from './enumeration.ts';

type Columns<Row> = NonNullable<TableProps<Row>['columns']>;

const DONE = 1;

/** State of a supervision: handled, in progress, overdue or waiting. */
function formatState({ supervise_jg: result, overdue }: SuperviseTask, t: TFunction, i18n: I18n): string {
  if (result === DONE) return t('regulators.handled');
  if (result !== null) return enumerationName(i18n, 'SUPERVISE_RESULT', result);
  return t(overdue ? 'regulators.overdue' : 'regulators.waiting');
}

/** Columns of supervisions. */
export const taskColumns = (t: TFunction, i18n: I18n): Columns<SuperviseTask> => [
  {
    key: 'cno',
    title: t('regulators.plate'),
    width: 100,
    fixed: 'left',
    render: (_, { cno }) => cno || t('regulators.unnamed'),
  },
  {
    key: 'alarm',
    title: t('regulators.alarm'),
    width: 110,
    render: (_, { warn_type: type }) => (type === null ? null : enumerationName(i18n, 'WARN_TYPE_809', type)),
  },
  { key: 'at', title: t('regulators.alarmAt'), width: 130, render: (_, row) => <TimeCell at={row.warn_time} /> },
  {
    key: 'level',
    title: t('regulators.level'),
    width: 80,
    render: (_, row) => enumerationName(i18n, 'SUPERVISE_LEVEL', row.todo_level),
  },
  { key: 'deadline', title: t('regulators.deadline'), width: 130, render: (_, row) => <TimeCell at={row.supervise_time} /> },
  { key: 'platform', title: t('regulators.platform'), width: 130, dataIndex: 'platName' },
  { key: 'state', title: t('regulators.state'), width: 90, render: (_, row) => formatState(row, t, i18n) },
  { key: 'supervisor', title: t('regulators.supervisor'), width: 100, dataIndex: 'supervisor' },
  { key: 'phone', title: t('regulators.phone'), width: 120, dataIndex: 'supervisor_tel' },
  { key: 'by', title: t('regulators.repliedBy'), width: 100, dataIndex: 'repliedBy' },
  { key: 'note', title: t('regulators.note'), width: 160, ellipsis: true, dataIndex: 'note' },
];

/** Columns of post-checks. */
export const checkColumns = (t: TFunction, i18n: I18n): Columns<PostCheck> => [
  { key: 'receivedAt', title: t('regulators.receivedAt'), width: 140, render: (_, row) => <TimeCell at={row.receivedAt} /> },
  { key: 'msg', title: t('regulators.question'), width: 220, ellipsis: true, dataIndex: 'msg' },
  {
    key: 'object',
    title: t('regulators.object'),
    width: 160,
    render: (_, row) => enumerationName(i18n, 'POST_CHECK_OBJECT', row.objectType),
  },
  { key: 'deadline', title: t('regulators.deadline'), width: 140, render: (_, row) => <TimeCell at={row.deadline} /> },
  { key: 'reply', title: t('regulators.answerText'), width: 200, ellipsis: true, dataIndex: 'reply' },
  { key: 'repliedAt', title: t('regulators.repliedAt'), width: 140, render: (_, row) => <TimeCell at={row.repliedAt} /> },
  {
    key: 'by',
    title: t('regulators.repliedBy'),
    width: 110,
    render: (_, row) => (row.automatic ? t('regulators.automatic') : row.repliedBy),
  },
  { key: 'takenAt', title: t('regulators.deliveredAt'), width: 140, render: (_, row) => <TimeCell at={row.takenAt} /> },
];
