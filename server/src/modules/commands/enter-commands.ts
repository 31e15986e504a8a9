import {
  COMMAND_KEPT_MS,
  type CommandCode,
  type TerminalCommand,
  terminalCommands,
} from '@fleetwarden/contract/commands/terminal-commands';
import { CallError } from '@fleetwarden/contract/errors';
import type { Queryable } from '../../platform/db/database.ts';
import { SENDS_OF_ACCOUNT, SENDS_WINDOW_MS } from './limits.ts';
import type { Presence } from './presence.ts';
import * as store from './store.ts';

/** Why a command was not sent: codes of the error catalogue. */
const OFFLINE = 4020;
const UNSUPPORTED = 4023;
const BUSY = 4029;
/** Command states. */
export const WAITING = 0;
const FAILED = 3;

/** A command in the table: waiting, or failed at once. */
export type EnteredCommand = store.Judged & { readonly id: number };

/** A command to send, with validated `params`. */
export type Wish = { readonly cmdCode: CommandCode; readonly params: unknown; readonly queueOffline: boolean };

/** The account of a command; null: the platform itself, which has no limit. */
export type Sender = { readonly accountId: number | null };

/**
 * Adds commands to the table: commands to unreachable vehicles fail at once, the others wait. Throws CallError terminalUnsupported,
 * terminalOffline or vehicleBusy if all fail, and tooManyCommands at the account's limit.
 */
export async function enterCommands(
  tx: Queryable,
  { presence, now }: { readonly presence: Presence; readonly now: () => number },
  { accountId }: Sender,
  { cmdCode, params, queueOffline }: Wish,
  targets: readonly store.Target[],
): Promise<EnteredCommand[]> {
  const command: TerminalCommand = terminalCommands[cmdCode];
  if (accountId !== null && (command.danger !== 'none' || command.byModel)) throw new CallError('forbidden', cmdCode);
  const mayWait = queueOffline && command.queueable;
  const createdAt = now();
  const expireAt = createdAt + (mayWait ? COMMAND_KEPT_MS : command.limitMs * (command.resends + 1));
  const shared = { accountId, cmdCode, command, params, createdAt, expireAt };
  // Sends of an account are serialised: in parallel they would exceed its limit.
  if (accountId !== null) await store.lockSends(tx, accountId);
  await requireRoom(tx, accountId, targets.length, now());
  const vehicleIds = targets.map(({ id }) => id);
  const busy = await store.busyVehicles(tx, vehicleIds, createdAt - SENDS_WINDOW_MS);
  const judged = targets.map((target) => judge(target, { command, mayWait, busy, presence }));
  requireOne(judged);
  const ids = await store.insertCommands(tx, shared, judged);
  return judged.map((each, i) => ({ ...each, id: ids[i]! }));
}

/** Throws CallError tooManyCommands if the account would send too many at `now` (epoch ms). */
export async function requireRoom(tx: Queryable, accountId: number | null, commands: number, now: number): Promise<void> {
  if (accountId === null) return;
  const sent = await store.sentSince(tx, accountId, now - SENDS_WINDOW_MS);
  if (sent + commands <= SENDS_OF_ACCOUNT) return;
  throw new CallError('tooManyCommands', `${sent} and ${commands} of account ${accountId}`, [], { max: SENDS_OF_ACCOUNT });
}

type Circumstances = {
  readonly command: TerminalCommand;
  readonly mayWait: boolean;
  readonly busy: ReadonlySet<number>;
  readonly presence: Presence;
};

/** Whether a command to the vehicle waits or fails at once. */
function judge(
  { id, protocol_version: version }: store.Target,
  { command, mayWait, busy, presence }: Circumstances,
): store.Judged {
  const fails = (resultCode: number) => ({ vehicleId: id, state: FAILED, resultCode }) as const;
  const supported = version === null || (version >= command.since && version < (command.until ?? Infinity));
  if (!supported) return fails(UNSUPPORTED);
  if (!presence.has(id) && !mayWait) return fails(OFFLINE);
  if (busy.has(id)) return fails(BUSY);
  return { vehicleId: id, state: WAITING, resultCode: null };
}

/** Throws CallError if all commands failed. */
function requireOne(judged: readonly store.Judged[]): void {
  if (judged.every(({ resultCode }) => resultCode === UNSUPPORTED)) throw new CallError('terminalUnsupported');
  if (judged.every(({ resultCode }) => resultCode === BUSY)) throw new CallError('vehicleBusy');
  if (judged.every(({ state }) => state === FAILED)) throw new CallError('terminalOffline');
}
