import { readFileSync } from 'node:fs';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Client, until } from '../../e2e/support/client.ts';

const SAMPLE_MS = 100;
const LIMIT_MS = 600_000;

/** Starts a task by a call and waits for it: its reply, its duration, and the peak memory of the server above that at the start. */
export async function runTask(client: Client, pid: number, path: string, data: Record<string, unknown>) {
  const before = rssMib(pid);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, rssMib(pid));
  }, SAMPLE_MS);
  try {
    const { taskId } = await client.post(path, data);
    const task = await until(
      `the task of ${path}`,
      async () => {
        const told = await client.post('task/getTask', { id: taskId });
        if (told.state === 'failed') throw new Error(told.error);
        return told.state === 'done' ? told : undefined;
      },
      LIMIT_MS,
    );
    return { task, seconds: (task.finishedAt - task.startedAt) / SECOND_MS, addedMib: most - before };
  } finally {
    clearInterval(sampling);
  }
}

function rssMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
}
