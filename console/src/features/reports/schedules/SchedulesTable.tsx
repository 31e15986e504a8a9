import { reportSchedulesCalls } from '@fleetwarden/contract/reports/schedules/routes';
import type { Schedule } from '@fleetwarden/contract/reports/schedules/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { exportStarted } from '../../../api/tasks.ts';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { SearchTable } from '../../../ui/table/SearchTable.tsx';
import type { RowAction } from '../../../ui/table/table-actions.ts';
import type { TableColumn } from '../../../ui/table/table-columns.ts';
import { loadPaged } from '../../../ui/table/table-load.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { RunState, ScheduleRuns } from './ScheduleRuns.tsx';
import { refreshSchedules, SCHEDULES, useScheduleRights } from './schedule-calls.ts';

const load = loadPaged(reportSchedulesCalls.listSchedule);
const EVERYBODY = { all: 1 } as const;

/** Report schedules with next run and last result. */
export function SchedulesTable() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const rights = useScheduleRights();
  const [all, setAll] = useState(false);
  const [edited, setEdited] = useState<Schedule>();
  const [openSchedule, setOpenSchedule] = useState<Schedule>();
  const reload = () => refreshSchedules(queries);
  // runs start and end like tasks
  useCommonMessage('task', () => void reload());
  useCommonMessage('notice', () => void reload());

  const columns = useMemo(() => columnsOf(t), [t]);
  const change = (pending: Promise<unknown>) => pending.then(reload, () => undefined);
  const pause = ({ id }: Schedule, paused: boolean) => change(call(reportSchedulesCalls.pauseSchedule, { id, paused }));
  const actions = (schedule: Schedule): readonly RowAction[] => {
    const { id, own, nextAt, name } = schedule;
    const paused = nextAt === null;
    return [
      ...(own ? [{ key: 'edit', label: t('schedules.change'), run: () => setEdited(schedule) }] : []),
      { key: 'pause', label: t(paused ? 'schedules.resume' : 'schedules.pause'), run: () => pause(schedule, !paused) },
      { key: 'runs', label: t('schedules.runs'), run: () => setOpenSchedule(schedule) },
      ...(own
        ? [
            {
              key: 'run',
              label: t('schedules.run'),
              run: () => change(call(reportSchedulesCalls.runSchedule, { id }).then(({ taskId }) => exportStarted(taskId))),
            },
          ]
        : []),
      {
        key: 'remove',
        label: t('schedules.remove'),
        danger: true,
        confirm: { title: t('schedules.removeSure', { name }), content: t('schedules.removeHint') },
        run: () => change(call(reportSchedulesCalls.removeSchedule, { id })),
      },
    ];
  };

  return (
    <>
      {rights?.mayAll && (
        <Checkbox checked={all} onChange={({ target }) => setAll(target.checked)}>
          {t('schedules.all')}
        </Checkbox>
      )}
      <SearchTable<Schedule>
        name={SCHEDULES}
        label={t('schedules.title')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        {...(all ? { within: EVERYBODY } : {})}
        rowActions={actions}
        empty={t('schedules.none')}
      />
      {edited && <ScheduleForm key={edited.id} draft={edited} onClose={() => setEdited(undefined)} />}
      {openSchedule && <ScheduleRuns schedule={openSchedule} onClose={() => setOpenSchedule(undefined)} />}
    </>
  );
}

const columnsOf = (t: TFunction): readonly TableColumn<Schedule>[] => [
  { key: 'name', title: t('schedules.name'), width: 180, fixed: 'left' },
  {
    key: 'reportName',
    title: t('schedules.report'),
    width: 160,
    render: ({ path, reportName }) => (path === null ? reportName : <Link to={path}>{reportName}</Link>),
  },
  { key: 'turn', title: t('schedules.turn'), width: 160, render: (schedule) => describeTurn(t, schedule) },
  { key: 'timeZone', title: t('schedules.timeZone'), width: 140, hiddenByDefault: true },
  { key: 'period', title: t('schedules.period'), width: 110, render: ({ period }) => t(`schedules.period_${period}`) },
  { key: 'format', title: t('schedules.format'), width: 80 },
  { key: 'receivers', title: t('schedules.receivers'), width: 150, render: ({ receivers }) => receivers.join(', ') },
  {
    key: 'nextAt',
    title: t('schedules.next'),
    width: 150,
    render: ({ nextAt }) => (nextAt === null ? t('schedules.paused') : <TimeCell at={nextAt} />),
  },
  {
    key: 'last',
    title: t('schedules.last'),
    width: 220,
    render: ({ last }) =>
      last && (
        <>
          <TimeCell at={last.dueAt} /> <RunState run={last} />
        </>
      ),
  },
  { key: 'owner', title: t('schedules.owner'), width: 110 },
];

/** Describes when a schedule is due, in its time zone. */
function describeTurn(t: TFunction, { every, weekday, monthDay, clock }: Schedule): string {
  if (every === 'week') return t('schedules.turn_week', { weekday: t(`schedules.weekday_${weekday ?? 1}`), clock });
  return every === 'month' ? t('schedules.turn_month', { day: monthDay, clock }) : t('schedules.turn_day', { clock });
}
