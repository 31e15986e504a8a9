import type { PlatMessage, PostCheck, SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import { create } from 'zustand';

/** Specification 9: rows of the supervision table. */
const MAX_TASKS = 200;

/** A post-check that waits here; `dueAt` by this machine's clock, epoch ms. */
export type WaitingCheck = PostCheck & { readonly dueAt: number };

type Desk = {
  readonly tasks: readonly SuperviseTask[];
  /** The most urgent first. */
  readonly checks: readonly WaitingCheck[];
  /** The oldest first. */
  readonly messages: readonly PlatMessage[];
  readonly open: 'supervisions' | 'duty' | null;
};

const EMPTY: Desk = { tasks: [], checks: [], messages: [], open: null };

/** What superior platforms want of whoever sits here. */
export const useDesk = create<Desk>(() => EMPTY);

export const openSupervisions = (): void => useDesk.setState({ open: 'supervisions' });
export const openDuty = (): void => useDesk.setState({ open: 'duty' });
export const closeDesk = (): void => useDesk.setState({ open: null });
/** Another session begins with nothing. */
export const clearDesk = (): void => useDesk.setState(EMPTY);

/**
 * Specification 4: one of the same vehicle takes the place of its row, another is put on top; whether it is to be heard: its vehicle
 * had none, or one that was answered already.
 */
export function takeTask(task: SuperviseTask): boolean {
  const { tasks } = useDesk.getState();
  const known = tasks.find(({ tid }) => tid === task.tid);
  useDesk.setState({
    tasks: known ? tasks.map((row) => (row === known ? task : row)) : [task, ...tasks].slice(0, MAX_TASKS),
  });
  const news = !known || (known.supervise_jg !== null && known.supervise_id !== task.supervise_id);
  return news && task.supervise_jg === null;
}

/** A task was answered here: it is handled (已处理), whatever comes of it later. */
export function settleTask(superviseId: string, result: SuperviseTask['supervise_jg']): void {
  useDesk.setState(({ tasks }) => ({
    tasks: tasks.map((row) => (row.supervise_id === superviseId ? { ...row, supervise_jg: result } : row)),
  }));
}

/** Takes a post-check in, or away once it was answered; whether it is new here. */
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

/** Takes a platform's text in, or away once somebody has seen to it; whether it is new here. */
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
