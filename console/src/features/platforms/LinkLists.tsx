import type { CallReply } from '@fleetwarden/contract/call';
import type { PlatMessage, PostCheck, SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import type { regulatorsCalls as table } from '@fleetwarden/contract/regulators/routes';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import type { TableProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadList } from '../../api/load-list.ts';
import { checkColumns, taskColumns } from '../../shared/regulator-columns.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { LinkMark } from './LinkCells.tsx';

type LogRow = CallReply<(typeof table)['listLinkLog']>['list'][number];
type Columns<Row> = NonNullable<TableProps<Row>['columns']>;
/** Props of lists about a superior platform. */
type Props = { id: string };

const WIDE = { x: 'max-content' } as const;
const loadLog = loadList(regulatorsCalls.listLinkLog);
const loadChecks = loadList(regulatorsCalls.listCheckRecord);
const loadTasks = loadList(regulatorsCalls.listSuperviseRecord);
const loadTexts = loadList(regulatorsCalls.listPlatMessage);

/** 断线记录: connections and disconnections. */
export function LinkLog({ id }: Props) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Columns<LogRow> => [
      { key: 'at', title: t('regulators.time'), width: 150, render: (_, { at }) => <TimeCell at={at} /> },
      {
        key: 'link',
        title: t('regulators.link'),
        width: 100,
        render: (_, { link }) => t(link === 0 ? 'regulators.main' : 'regulators.sub'),
      },
      {
        key: 'state',
        title: t('regulators.state'),
        width: 120,
        render: (_, { state, reason }) => <LinkMark state={state} reason={reason} />,
      },
      { key: 'reason', title: t('regulators.reason'), dataIndex: 'reason' },
    ],
    [t],
  );
  return (
    <PagedList<LogRow>
      question={['link log', id]}
      load={(options) => loadLog({ id }, options)}
      rowKey="id"
      columns={columns}
      scroll={WIDE}
    />
  );
}

/** 查岗记录 */
export function CheckList({ id }: Props) {
  const { t, i18n } = useTranslation();
  const columns = useMemo(() => checkColumns(t, i18n), [t, i18n]);
  return (
    <PagedList<PostCheck>
      question={['link checks', id]}
      load={(options) => loadChecks({ id }, options)}
      rowKey="seqId"
      columns={columns}
      scroll={WIDE}
    />
  );
}

/** 督办记录 */
export function TaskList({ id }: Props) {
  const { t, i18n } = useTranslation();
  const columns = useMemo(() => taskColumns(t, i18n), [t, i18n]);
  return (
    <PagedList<SuperviseTask>
      question={['link tasks', id]}
      load={(options) => loadTasks({ id }, options)}
      rowKey="supervise_id"
      columns={columns}
      scroll={WIDE}
    />
  );
}

/** 平台间报文 */
export function MessageList({ id }: Props) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Columns<PlatMessage> => [
      { key: 'at', title: t('regulators.receivedAt'), width: 150, render: (_, { receivedAt }) => <TimeCell at={receivedAt} /> },
      { key: 'content', title: t('regulators.content'), width: 320, dataIndex: 'content' },
      { key: 'note', title: t('regulators.note'), width: 220, dataIndex: 'note' },
      { key: 'by', title: t('regulators.repliedBy'), width: 110, dataIndex: 'answeredBy' },
      {
        key: 'answeredAt',
        title: t('regulators.repliedAt'),
        width: 150,
        render: (_, { answeredAt }) => <TimeCell at={answeredAt} />,
      },
    ],
    [t],
  );
  return (
    <PagedList<PlatMessage>
      question={['link texts', id]}
      load={(options) => loadTexts({ id }, options)}
      rowKey="id"
      columns={columns}
      scroll={WIDE}
    />
  );
}
