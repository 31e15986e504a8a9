import { reportSchedulesCalls } from '@fleetwarden/contract/reports/schedules/routes';
import type { Schedule, ScheduleRun } from '@fleetwarden/contract/reports/schedules/schemas';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../../api/call-paged.ts';
import { openTaskFile } from '../../../api/tasks.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { LoadFailed, SkeletonRows, State } from '../../../ui/States.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import layout from '../../../ui/theme/layout.module.css';
import styles from '../Downloads.module.css';

/** Runs in the drawer; the server soon deletes older ones. */
const MAX_RUNS = 100;
const PAGE = 20;

/** Results of a schedule's runs, newest first. */
export function ScheduleRuns({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { id, own, name } = schedule;
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'scheduleRuns', id, i18n.language],
    queryFn: ({ signal }) =>
      callPaged(reportSchedulesCalls.listScheduleRun, { id }, { signal, quiet: true, pageModel: { page: 1, limit: MAX_RUNS } }),
    networkMode: 'always',
  });
  return (
    <DetailDrawer open title={`${t('schedules.runs')} · ${name}`} size={960} onClose={onClose}>
      {error && <LoadFailed reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows label={t('table.loading')} />}
      {data?.list.length === 0 && <State title={t('schedules.noRuns')} />}
      {data && data.list.length > 0 && (
        <Table<ScheduleRun>
          size="small"
          rowKey={(run) => run.id}
          dataSource={[...data.list]}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: PAGE, hideOnSinglePage: true }}
          columns={[
            {
              title: t('schedules.due'),
              render: (_, { dueAt, byHand }) => (
                <>
                  <TimeCell at={dueAt} />
                  {byHand && ` · ${t('schedules.byHand')}`}
                </>
              ),
            },
            { title: t('schedules.state'), render: (_, run) => <RunState run={run} /> },
            {
              title: t('schedules.rows'),
              align: 'right',
              render: (_, { rows }) => rows !== null && formatNumber(i18n.language, rows),
            },
            { title: t('schedules.mails'), render: (_, { mails }) => <Mails mails={mails} /> },
            {
              title: t('table.actions'),
              render: (_, { state, taskId }) =>
                own &&
                state === 'done' &&
                taskId !== null && (
                  <Button type="link" size="small" onClick={() => void openTaskFile(taskId)}>
                    {t('reports.download')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </DetailDrawer>
  );
}

/** Result of a run, and why it failed. */
export function RunState({ run: { state, error } }: { run: Pick<ScheduleRun, 'state' | 'error'> }) {
  const { t } = useTranslation();
  return (
    <span className={styles['state']} data-state={state}>
      {t(`tasks.${state}`)}
      {error !== null && <span className={styles['error']}>{error}</span>}
    </span>
  );
}

function Mails({ mails }: Pick<ScheduleRun, 'mails'>) {
  const { t } = useTranslation();
  return (
    <ul className={layout['plainList']}>
      {mails.map(({ receiver, state, error }) => (
        <li key={receiver}>
          {receiver} · {t(`schedules.mail_${state}`)}
          {error !== null && <span className={styles['error']}> {error}</span>}
        </li>
      ))}
    </ul>
  );
}
