import { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import type { Task, TaskNews } from '@fleetwarden/contract/tasks/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { cancelTask, isUnderWay, openTaskFile, retryTask, useTasks } from '../../api/tasks.ts';
import { useCommonMessage } from '../../shared/live-context.ts';
import { reloadQueries } from '../../shared/reload-queries.ts';
import { TaskProgress, TaskStateText } from '../../shared/TaskStatus.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { RowAction } from '../../ui/table/table-actions.ts';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import styles from './Downloads.module.css';
import { RebuildDays } from './RebuildDays.tsx';
import { SchedulesTable } from './schedules/SchedulesTable.tsx';

const NAME = 'reports.downloads';
const load = loadPaged(tasksCalls.listTask);

type Tab = 'files' | 'schedules';

/**
 * /report/downloadCenter: the user's exports, finished and running; the one in the URL is highlighted. The second tab lists
 * report schedules.
 */
export function DownloadCenter() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tab: Tab = query.get('tab') === 'schedules' ? 'schedules' : 'files';
  return (
    <AntdProvider>
      <Page>
        <PageHeader<Tab>
          title={t('page.downloadCenter')}
          {...(tab === 'files' ? { description: t('reports.downloads') } : {})}
          action={tab === 'files' && <RebuildDays />}
          tabs={{
            active: tab,
            items: [
              { key: 'files', label: t('schedules.files') },
              { key: 'schedules', label: t('schedules.title') },
            ],
            // each list has its own pages, so the URL keeps only the tab
            onChange: (next) => void navigate({ pathname, search: next === 'schedules' ? '?tab=schedules' : '' }),
          }}
        />
        {tab === 'schedules' ? <SchedulesTable /> : <Downloads />}
      </Page>
    </AntdProvider>
  );
}

function Downloads() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const jobId = query.get('jobId');
  const reload = () => reloadQueries(queries, [TABLE_QUERY, NAME]);
  // rows show progress themselves; the list changes only when a task starts or ends
  useCommonMessage('task', (data) => {
    const { id, state } = data as TaskNews;
    const known = queries
      .getQueriesData<{ list: readonly Task[] }>({ queryKey: [TABLE_QUERY, NAME] })
      .some(([, rows]) => rows?.list.some((task) => task.id === id && task.state === state));
    if (!known) void reload();
  });

  const columns = useMemo<readonly TableColumn<Task>[]>(
    () => [
      { key: 'title', title: t('reports.task'), width: 260, fixed: 'left' },
      { key: 'state', title: t('reports.state'), width: 200, render: (task) => <State task={task} /> },
      { key: 'fileName', title: t('reports.file'), width: 260, render: ({ fileName }) => fileName },
      {
        key: 'fileBytes',
        title: t('reports.fileSize'),
        width: 100,
        render: ({ fileBytes }) => (fileBytes === null ? null : formatBytes(i18n.language, fileBytes)),
      },
      {
        key: 'fileUntil',
        title: t('reports.fileUntil'),
        width: 150,
        render: ({ fileUntil }) => (fileUntil === null ? null : <TimeCell at={fileUntil} />),
      },
      { key: 'createdAt', title: t('reports.begunAt'), width: 150, render: ({ createdAt }) => <TimeCell at={createdAt} /> },
      { key: 'finishedAt', title: t('reports.endedAt'), width: 150, render: ({ finishedAt }) => <TimeCell at={finishedAt} /> },
    ],
    [t, i18n.language],
  );
  const actions = (task: Task): readonly RowAction[] => {
    if (isUnderWay(task)) return [{ key: 'cancel', label: t('tasks.cancel'), run: () => cancelTask(task.id).then(reload) }];
    if (task.mayRetry) return [{ key: 'retry', label: t('tasks.retry'), run: () => retryTask(task.id).then(reload) }];
    return task.fileName === null ? [] : [{ key: 'open', label: t('reports.download'), run: () => openTaskFile(task.id) }];
  };
  return (
    <SearchTable<Task>
      name={NAME}
      label={t('page.downloadCenter')}
      columns={columns}
      rowKey={({ id }) => id}
      load={load}
      rowActions={actions}
      marked={({ id }) => id === jobId}
      empty={t('reports.noDownloads')}
    />
  );
}

/** Current state of a task: from the task tray if the list is older. */
function State({ task: listed }: { task: Task }) {
  const heard = useTasks(({ tasks }) => tasks.find(({ id }) => id === listed.id));
  const task = heard && isUnderWay(listed) ? heard : listed;
  const queries = useQueryClient();
  // The task ended before the socket was open, so only the tray knows. Reload the list for its actions.
  const isOver = isUnderWay(listed) && !isUnderWay(task);
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: [TABLE_QUERY, NAME] });
  }, [isOver, queries]);
  return (
    <span className={styles['state']} data-state={task.state} title={task.error ?? undefined}>
      <TaskStateText task={task} />
      {task.state === 'running' && <TaskProgress task={task} className={styles['progress']} />}
      {task.error !== null && <span className={styles['error']}>{task.error}</span>}
    </span>
  );
}
