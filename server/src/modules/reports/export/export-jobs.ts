import { CallError } from '@fleetwarden/contract/errors';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { reportJobStates } from '@fleetwarden/contract/reports/schemas';
import type { Task as TaskReply } from '@fleetwarden/contract/tasks/schemas';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';

type Calls = Pick<Handlers<typeof reportsCalls>, 'exportJob' | 'exportJobCancel'>;
type Context = Parameters<Tasks['handlers']['getTask']>[1];

export type ExportJobsOptions = {
  readonly tasks: Pick<Tasks, 'handlers'>;
  /** The task kind that writes one report; its progress counts rows. */
  readonly report: string;
  /** Other task kinds that write report files. */
  readonly others: readonly string[];
};

/** Creates the export calls of the specification: a view of the user's tasks that write report files. */
export function exportJobHandlers({ tasks, report, others }: ExportJobsOptions): Calls {
  const loadTask = async (jobId: string, context: Context): Promise<TaskReply> => {
    const task = await tasks.handlers.getTask({ id: jobId }, context);
    if (task.kind !== report && !others.includes(task.kind)) throw new CallError('notFound', `export ${jobId}`);
    return task;
  };
  return {
    exportJob: async ({ jobId }, context) => {
      const task = await loadTask(jobId, context);
      return {
        jobId,
        state: reportJobStates[task.state],
        percent: getPercent(task),
        rows: task.kind === report ? task.done : null,
        url: `/report/downloadCenter?jobId=${jobId}`,
        error: task.error,
      };
    },
    exportJobCancel: async ({ jobId }, context) => {
      await loadTask(jobId, context);
      return tasks.handlers.cancelTask({ id: jobId }, context);
    },
  };
}

/** null: the total is unknown. An unfinished task never shows 100. */
function getPercent({ state, done, total }: TaskReply): number | null {
  if (state === 'done') return 100;
  if (state === 'queued') return 0;
  return total === null || total <= 0 ? null : Math.min(99, Math.floor((100 * done) / total));
}
