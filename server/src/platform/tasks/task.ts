import type { Writable } from 'node:stream';
import type { PermissionCode } from '@fleetwarden/contract/call';
import type { UnitSystem } from '@fleetwarden/domain/units';
import type { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import type { ReplyLanguage } from '../http/language.ts';
import type { Principal } from '../http/principal.ts';

/** The account of a task, as it is when the task runs. */
export type TaskAccount = Pick<Principal, 'accountId' | 'account' | 'departmentId' | 'rights'>;

/** A text key of `locale`, with its parameters. */
export type TaskText = { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };

/** Fails a task with a message that the user can act on. */
export class TaskFault extends Error {
  override readonly name = 'TaskFault';
  readonly text: TaskText;
  constructor(text: TaskText, cause?: unknown) {
    super(text.key, { cause });
    this.text = text;
  }
}

export type TaskContext = {
  /** Work done, and the total (null: unknown). May be called often: it is published once a second at most. */
  readonly progress: (done: number, total?: number | null) => void;
  /** Aborted when the task is cancelled or the server stops: the run must throw. */
  readonly signal: AbortSignal;
  readonly account: TaskAccount;
  /** The account's current department: the scope of the task. */
  readonly departmentId: number;
  /** Language of the user who started it. */
  readonly language: ReplyLanguage;
  /** Units of the user who started it. */
  readonly units: UnitSystem;
  /** Creates the task's file with the display name `name`; `write` fills the stream. A later file replaces it. */
  readonly file: (name: string, write: (stream: Writable) => Promise<void>) => Promise<void>;
};

/** A kind of work that users wait for. */
export type Task<P> = {
  /** `module.action`, e.g. 'audit.export'. */
  readonly kind: string;
  /** Validated when started and when run: a release may find tasks of an older one. */
  readonly payload: z.ZodType<P>;
  /** Whether an interrupted run may start again. Otherwise the task fails: changes of records must not be applied twice. */
  readonly repeatable: boolean;
  /** Time limit of a run, ms. */
  readonly mostMs?: number;
  /** Limits per account for this kind: running and waiting. Default: counted with all others. */
  readonly perAccount?: { readonly running: number; readonly waiting: number };
  /** An identical payload of the same account, language and units within this time is the same task, unless it failed; ms. */
  readonly sameForMs?: number;
  /** Resolves to the `result` of getTask. Users see the text of a CallError; any other error is shown as a failure. */
  readonly run: (payload: P, context: TaskContext) => Promise<unknown>;
};

export const defineTask = <P>(task: Task<P>): Task<P> => task;

/** Who starts the task, by which permission, and its title. */
export type TaskStart = {
  readonly user: Principal;
  /** Checked again when the task runs. */
  readonly permission: PermissionCode | 'signedIn';
  readonly language: ReplyLanguage;
  readonly title: TaskText;
  /** Started by a schedule: runs in the scheduled lane. */
  readonly scheduled?: true;
  /** The task runs only if this transaction commits. */
  readonly tx?: Queryable;
};
