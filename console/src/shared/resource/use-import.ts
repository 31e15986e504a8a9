import type { ImportResult } from '@fleetwarden/contract/resources/import-result';
import { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, upload } from '../../api/call.ts';
import { isUnderWay, loadTasks, muteTask } from '../../api/tasks.ts';
import type { SecretRecord } from './import-file.ts';
import type { ResourceCallRows } from './resource-call-rows.ts';

/** Polling interval of a task, ms. */
const POLL_MS = 1_000;

export type ImportStep =
  | { readonly kind: 'choose' }
  | { readonly kind: 'upload'; readonly share: number }
  /** The file is being checked or written. */
  | { readonly kind: 'check' | 'apply'; readonly taskId: string };

/** One-time secrets, requested once when the import is done. `lost`: the request failed for good. */
export type Telling =
  | { readonly kind: 'none' | 'asking' | 'lost' }
  | { readonly kind: 'told'; readonly list: readonly SecretRecord[] };

/** An import from the file to the result; nothing is written before `apply`. */
export function useImport(rows: ResourceCallRows) {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' });
  const [telling, setTelling] = useState<Telling>({ kind: 'none' });
  /** Key that opens the one-time secrets; stored nowhere else. */
  const key = useRef<string | undefined>(undefined);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const taskId = step.kind === 'check' || step.kind === 'apply' ? step.taskId : null;
  useEffect(() => (taskId === null ? undefined : muteTask(taskId)), [taskId]);
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
      // shown by the client, or aborted
      setStep({ kind: 'choose' });
    }
  }

  async function apply(checked: string, mode: 'all' | 'good') {
    const made = await call(rows.apply, { taskId: checked, mode }).catch(() => null);
    if (!made) return;
    key.current = made.key;
    setStep({ kind: 'apply', taskId: made.taskId });
    void loadTasks();
  }

  const result = task?.state === 'done' ? (task.result as ImportResult) : null;
  const hasToTell = step.kind === 'apply' && result?.told !== undefined;
  const ask = useEffectEvent(async () => {
    const own = key.current;
    key.current = undefined;
    if (own === undefined || taskId === null) return;
    setTelling({ kind: 'asking' });
    const reply = await call(rows.tell, { taskId, key: own }, { quiet: true }).catch(() => null);
    setTelling(reply ? { kind: 'told', list: reply.list } : { kind: 'lost' });
  });
  useEffect(() => {
    if (hasToTell) void ask();
  }, [hasToTell]);

  function again() {
    setStep({ kind: 'choose' });
    setTelling({ kind: 'none' });
  }
  return { step, task, result, telling, send, apply, again };
}
