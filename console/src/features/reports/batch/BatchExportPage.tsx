import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { reportBatchCalls } from '@fleetwarden/contract/reports/batch/routes';
import type { BatchExport } from '@fleetwarden/contract/reports/batch/schemas';
import type { Task, TaskNews } from '@fleetwarden/contract/tasks/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { cancelTask, isUnderWay, openTaskFile, useTasks } from '../../../api/tasks.ts';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';
import { TaskProgress, TaskStateText } from '../../../shared/TaskStatus.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { SearchTable } from '../../../ui/table/SearchTable.tsx';
import type { RowAction } from '../../../ui/table/table-actions.ts';
import type { TableColumn } from '../../../ui/table/table-columns.ts';
import { loadPaged } from '../../../ui/table/table-load.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import downloads from '../Downloads.module.css';
import { BatchWizard } from './BatchWizard.tsx';

const NAME = 'reports.batch';
const MONTH_LETTERS = 7;
const MB = 1_048_576;
const load = loadPaged(reportBatchCalls.listBatchExport);

/** /report/regulatory/batchExport: exports of many reports for many companies, and the wizard for a new one. */
export function BatchExportPage() {
  return (
    <AntdProvider>
      <Page>
        <Packages />
      </Page>
    </AntdProvider>
  );
}

function Packages() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [starting, setStarting] = useState(false);
  const jobId = query.get('jobId');
  const reload = () => reloadQueries(queries, [TABLE_QUERY, NAME]);
  // rows show progress themselves; the list changes only when a task starts or ends
  useCommonMessage('task', (data) => {
    const { id, state } = data as TaskNews;
    const known = queries
      .getQueriesData<{ list: readonly BatchExport[] }>({ queryKey: [TABLE_QUERY, NAME] })
      .some(([, rows]) => rows?.list.some((each) => each.id === id && each.docState === state));
    if (!known) void reload();
  });
  const columns = useMemo(() => columnsOf(t, i18n.language), [t, i18n.language]);
  const actions = ({ id, docState, own, fileName }: BatchExport): readonly RowAction[] => {
    if (!own) return [];
    if (isUnderWay({ state: docState }))
      return [{ key: 'cancel', label: t('tasks.cancel'), run: () => cancelTask(id).then(reload) }];
    return fileName === null ? [] : [{ key: 'open', label: t('reports.download'), run: () => openTaskFile(id) }];
  };
  const start = () => setStarting(true);
  return (
    <>
      <PageHeader
        title={t('report.batchExport')}
        description={t('batch.purpose')}
        action={
          <Button type="primary" icon={<PlusOutlined />} onClick={start}>
            {t('batch.start')}
          </Button>
        }
      />
      <SearchTable<BatchExport>
        name={NAME}
        label={t('report.batchExport')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        rowActions={actions}
        marked={({ id }) => id === jobId}
        empty={t('batch.none')}
        fill={{ label: t('batch.start'), onClick: start }}
      />
      {starting && (
        <BatchWizard
          onStarted={(taskId) => {
            setStarting(false);
            setQuery({ jobId: taskId }, { replace: true });
            void reload();
          }}
          onClose={() => setStarting(false)}
        />
      )}
    </>
  );
}

const columnsOf = (t: TFunction, language: string): readonly TableColumn<BatchExport>[] => [
  { key: 'docName', title: t('batch.docName'), width: 220, fixed: 'left' },
  { key: 'deptName', title: t('batch.deptName'), width: 240 },
  {
    key: 'docPeriod',
    title: t('batch.docPeriod'),
    width: 100,
    search: { kind: 'text', key: 'month', maxLength: MONTH_LETTERS },
  },
  { key: 'docFormat', title: t('batch.docFormat'), width: 80 },
  { key: 'docState', title: t('batch.docState'), width: 240, render: (each) => <Progress job={each} /> },
  { key: 'docMade', title: t('batch.docMade'), width: 150, render: ({ docMade }) => <TimeCell at={docMade} /> },
  {
    key: 'docSize',
    title: t('batch.docSize'),
    width: 120,
    align: 'right',
    render: ({ docSize }) => docSize !== null && formatNumber(language, docSize / MB, 2),
  },
  { key: 'docUser', title: t('batch.docUser'), width: 110 },
];

/** Progress of an export: from the task tray if the list is older. A finished one shows what is missing. */
function Progress({ job }: { job: BatchExport }) {
  const { t } = useTranslation();
  const { id, docState: state, done, total, error, failed, reports } = job;
  const heard = useTasks(({ tasks }) => tasks.find((each) => each.id === id));
  const task = (heard && isUnderWay({ state }) ? heard : { id, state, done, total, title: job.docName }) as Task;
  return (
    <span className={downloads['state']} data-state={task.state} title={error ?? undefined}>
      <TaskStateText task={task} />
      {task.state === 'running' && <TaskProgress task={task} className={downloads['progress']} />}
      {error !== null && <span className={downloads['error']}>{error}</span>}
      {failed !== null && failed > 0 && (
        <span className={downloads['error']}>{t('batch.failedCount', { failed, count: reports ?? 0 })}</span>
      )}
    </span>
  );
}
