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
  /** The kind of tasks that write one report, whose progress is rows. */
  readonly report: string;
  /** Other kinds that write files of reports. */
  readonly others: readonly string[];
};

/** Exports by the name that scripts ask for them: a view of the caller's tasks that write files of reports, and of no others. */
export function exportJobHandlers({ tasks, report, others }: ExportJobsOptions): Calls {
  const found = async (jobId: string, context: Context): Promise<TaskReply> => {
    const task = await tasks.handlers.getTask({ id: jobId }, context);
    if (task.kind !== report && !others.includes(task.kind)) throw new CallError('notFound', `export ${jobId}`);
    return task;
  };
  return {
    exportJob: async ({ jobId }, context) => {
      const task = await found(jobId, context);
      return {
        jobId,
        state: reportJobStates[task.state],
        percent: percentOf(task),
        rows: task.kind === report ? task.done : null,
        url: `/report/downloadCenter?jobId=${jobId}`,
        error: task.error,
      };
    },
    exportJobCancel: async ({ jobId }, context) => {
      await found(jobId, context);
      return tasks.handlers.cancelTask({ id: jobId }, context);
    },
  };
}

/** null: nobody knows yet of how much. What is not done is never all of it. */
function percentOf({ state, done, total }: TaskReply): number | null {
  if (state === 'done') return 100;
  if (state === 'queued') return 0;
  return total === null || total <= 0 ? null : Math.min(99, Math.floor((100 * done) / total));
}
