import type { PlatMessage, PostCheck, SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import { create } from 'zustand';

/** Specification 9: rows of the supervision table. */
const MAX_TASKS = 200;

/** A waiting post-check; `dueAt` by the local clock, epoch ms. */
export type WaitingCheck = PostCheck & { readonly dueAt: number };

type Desk = {
  readonly tasks: readonly SuperviseTask[];
  /** Most urgent first. */
  readonly checks: readonly WaitingCheck[];
  /** Oldest first. */
  readonly messages: readonly PlatMessage[];
  readonly open: 'supervisions' | 'duty' | null;
};

const EMPTY: Desk = { tasks: [], checks: [], messages: [], open: null };

/** Open requests of superior platforms. */
export const useDesk = create<Desk>(() => EMPTY);

export const openSupervisions = (): void => useDesk.setState({ open: 'supervisions' });
export const openDuty = (): void => useDesk.setState({ open: 'duty' });
export const closeDesk = (): void => useDesk.setState({ open: null });
/** Clears the state for another session. */
export const clearDesk = (): void => useDesk.setState(EMPTY);

/**
 * Specification 4: replaces its own row or an answered one of the same vehicle, or adds one on top. A waiting row stays until it is
 * answered. Returns whether the supervision is new and waits.
 */
export function takeTask(task: SuperviseTask): boolean {
  const { tasks } = useDesk.getState();
  const own = tasks.find(({ supervise_id }) => supervise_id === task.supervise_id);
  const replaced = own ?? tasks.find(({ tid, supervise_jg }) => tid === task.tid && supervise_jg !== null);
  useDesk.setState({
    tasks: replaced ? tasks.map((row) => (row === replaced ? task : row)) : [task, ...tasks].slice(0, MAX_TASKS),
  });
  return own === undefined && task.supervise_jg === null;
}

/** Marks a supervision as handled (已处理) after an answer here. */
export function settleTask(superviseId: string, result: SuperviseTask['supervise_jg']): void {
  useDesk.setState(({ tasks }) => ({
    tasks: tasks.map((row) => (row.supervise_id === superviseId ? { ...row, supervise_jg: result } : row)),
  }));
}

/** Adds a post-check, or removes an answered one; returns whether it is new. */
export function takeCheck(check: PostCheck, now = Date.now()): boolean {
  const { checks } = useDesk.getState();
  const rest = checks.filter(({ seqId }) => seqId !== check.seqId);
  if (check.repliedAt !== null || check.leftMs <= 0) {
    useDesk.setState({ checks: rest });
    return false;
  }
  const all = [...rest, { ...check, dueAt: now + check.leftMs }].sort((a, b) => a.dueAt - b.dueAt);
  useDesk.setState({ checks: all });
  return rest.length === checks.length;
}

export function dropCheck(seqId: string): void {
  useDesk.setState(({ checks }) => ({ checks: checks.filter((check) => check.seqId !== seqId) }));
}

/** Adds a platform message, or removes a handled one; returns whether it is new. */
export function takeMessage(message: PlatMessage): boolean {
  const { messages } = useDesk.getState();
  const known = messages.some(({ id }) => id === message.id);
  if (message.answeredAt !== null) dropMessage(message.id);
  else if (!known) useDesk.setState({ messages: [...messages, message] });
  return !known && message.answeredAt === null;
}

export function dropMessage(id: string): void {
  useDesk.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }));
}
