import type { Writable } from 'node:stream';
import type { PermissionCode } from '@fleetwarden/contract/call';
import type { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import type { ReplyLanguage } from '../http/language.ts';
import type { Principal } from '../http/principal.ts';

/** Whose task it is, as they are when it runs. */
export type TaskAccount = Pick<Principal, 'accountId' | 'account' | 'departmentId' | 'rights'>;

/** The key of a text in `locale`, and what its `{{name}}` stand for. */
export type TaskText = { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };

/** Ends a task with words of its own; the person who waits can mend it. */
export class TaskFault extends Error {
  override readonly name = 'TaskFault';
  readonly text: TaskText;
  constructor(text: TaskText, cause?: unknown) {
    super(text.key, { cause });
    this.text = text;
  }
}

export type TaskContext = {
  /** How much is done, of how much (null: not known). As often as one likes: it is told once a second at most. */
  readonly progress: (done: number, total?: number | null) => void;
  /** Aborted when the task is cancelled or the server stops: the run ends early and throws. */
  readonly signal: AbortSignal;
  readonly account: TaskAccount;
  /** The account's department now: root of what the task may touch. */
  readonly departmentId: number;
  /** Of whoever started it. */
  readonly language: ReplyLanguage;
  /** Makes the file of this task, named `name` for people, by what `write` puts into the stream. One a task: a later one replaces it. */
  readonly file: (name: string, write: (stream: Writable) => Promise<void>) => Promise<void>;
};

/** One kind of work people wait for. */
export type Task<P> = {
  /** `area.what`, e.g. 'audit.export'. */
  readonly kind: string;
  /** Checked when it is started and again when it runs: a release may find tasks of an older one. */
  readonly payload: z.ZodType<P>;
  /**
   * Whether a run that was cut off (the server stopped or died) may begin again. Otherwise the task has failed then, and says so:
   * what changes records is not to be done twice.
   */
  readonly repeatable: boolean;
  /** A run that takes longer is given up and has failed, ms. */
  readonly mostMs?: number;
  /** Tasks of this kind an account may have: side by side, and those that wait besides. Absent: they are counted with all others. */
  readonly perAccount?: { readonly running: number; readonly waiting: number };
  /** The same payload started again by an account within this, in the same language, is the same task unless that came to nothing, ms. */
  readonly sameForMs?: number;
  /** Resolves to what getTask tells as `result`. A CallError tells its text; of any other error people learn that it failed. */
  readonly run: (payload: P, context: TaskContext) => Promise<unknown>;
};

export const defineTask = <P>(task: Task<P>): Task<P> => task;

/** What starts a task: who, by which permission, and how it is called. */
export type TaskStart = {
  readonly user: Principal;
  /** Asked again when the task runs. */
  readonly permission: PermissionCode | 'signedIn';
  readonly language: ReplyLanguage;
  readonly title: TaskText;
  /** The clock started it, nobody waits: people's tasks are not kept waiting by it. */
  readonly scheduled?: true;
  /** It runs only if this transaction commits. */
  readonly tx?: Queryable;
};
