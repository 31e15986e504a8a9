import { z } from 'zod';
import type { CallSchemas } from '../call.ts';

const id = z.string().regex(/^\d{1,15}$/);

export const TaskState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type TaskState = z.infer<typeof TaskState>;

/** `commonmsg` of type `task`, to the account whose task it is. `total` is null until it is known. */
export const TaskNews = z.object({ id: z.string(), state: TaskState, done: z.number(), total: z.number().nullable() });
export type TaskNews = z.infer<typeof TaskNews>;

/** A task of the caller's. Times are epoch ms; `title` and `error` are in the caller's language. */
export const Task = TaskNews.extend({
  kind: z.string(),
  title: z.string(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** The file that it made, until it is deleted. */
  fileName: z.string().nullable(),
  fileBytes: z.number().nullable(),
  /** When the file is deleted. */
  fileUntil: z.number().nullable(),
  /** Whether it failed and can be retried. */
  mayRetry: z.boolean(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
});
export type Task = z.infer<typeof Task>;

export const tasksSchemas = {
  listTask: { summary: 'Lists the caller’s tasks, newest first.', data: z.object({}), reply: z.object({ list: z.array(Task) }) },
  getTask: {
    summary: 'Returns a task of the caller, with its result.',
    data: z.object({ id }),
    reply: Task.extend({ result: z.unknown() }),
  },
  cancelTask: {
    summary: 'Cancels a task of the caller that is queued or running. A task that has ended does not change.',
    data: z.object({ id }),
    reply: z.object({}),
  },
  retryTask: {
    summary: 'Queues a failed or cancelled task of the caller again, if it is safe to repeat the task.',
    data: z.object({ id }),
    reply: z.object({}),
  },
  getTaskFile: {
    summary:
      'Returns the file of a task of the caller. data.url opens the file for a short time; each request returns a different address.',
    data: z.object({ id }),
    reply: z.object({ url: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
