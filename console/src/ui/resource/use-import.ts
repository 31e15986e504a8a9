import { tasksCalls } from 'virtual:calls/tasks';
import type { ImportResult } from '@fleetwarden/contract/resource-calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, upload } from '../api/call.ts';
import { isUnderWay, loadTasks } from '../tasks.ts';
import type { ResourceCallRows } from './resource-call-rows.ts';

/** How often a task is asked how far it is, ms. */
const POLL_MS = 1_000;

export type ImportStep =
  | { readonly kind: 'choose' }
  | { readonly kind: 'upload'; readonly share: number }
  /** The file is looked through, or written. */
  | { readonly kind: 'check' | 'apply'; readonly taskId: string };

/** An import from the choice of a file to what it came to; nothing is written before `apply`. */
export function useImport(rows: ResourceCallRows) {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' });
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const taskId = step.kind === 'check' || step.kind === 'apply' ? step.taskId : null;
  const { data: task = null } = useQuery({
    queryKey: ['import', taskId],
    queryFn: ({ signal }) => call(tasksCalls.getTask, { id: taskId! }, { signal, quiet: true }),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
    networkMode: 'always',
  });

  async function send(file: File) {
    sending.current = new AbortController();
    const { signal } = sending.current;
    setStep({ kind: 'upload', share: 0 });
    try {
      const made = await upload(rows.import, {}, file, { signal, onProgress: (share) => setStep({ kind: 'upload', share }) });
      setStep({ kind: 'check', taskId: made.taskId });
      void loadTasks();
    } catch {
      // said by the client, or given up
      setStep({ kind: 'choose' });
    }
  }

  async function apply(checked: string, mode: 'all' | 'good') {
    const made = await call(rows.apply, { taskId: checked, mode }).catch(() => null);
    if (!made) return;
    setStep({ kind: 'apply', taskId: made.taskId });
    void loadTasks();
  }

  const result = task?.state === 'done' ? (task.result as ImportResult) : null;
  return { step, task, result, send, apply, again: () => setStep({ kind: 'choose' }) };
}
