import {
  COMMAND_KEPT_MS,
  type CommandCode,
  type TerminalCommand,
  terminalCommands,
} from '@fleetwarden/contract/commands/terminal-commands';
import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import type { Queryable } from '../../platform/db/database.ts';
import { SENDS_OF_ACCOUNT, SENDS_WINDOW_MS } from './limits.ts';
import type { Presence } from './presence.ts';
import * as store from './store.ts';
import { checkVehicles, MOVING, SPEED_UNKNOWN, UNSUPPORTED, type VehicleCheck } from './vehicle-checks.ts';

/** Why a command was not sent: codes of the error catalogue. */
const OFFLINE = 4020;
const BUSY = 4029;
/** Command states. */
export const WAITING = 0;
const FAILED = 3;

/** A command in the table: waiting, or failed at once. */
export type EnteredCommand = store.Judged & { readonly id: number };

/** A command to send, with validated `params`. */
export type Wish = {
  readonly cmdCode: CommandCode;
  readonly params: unknown;
  readonly queueOffline: boolean;
  /** The sender's confirmation was checked; required for commands with a danger level. */
  readonly confirmed?: true;
};

/** The account of a command; null: the platform itself, which has no limit. */
export type Sender = { readonly accountId: number | null };

export type EnterDeps = {
  readonly presence: Presence;
  /** Above it, a moving vehicle does not get certain commands (platform setting). */
  readonly maxSpeedKmh: () => Promise<number>;
  readonly now: () => number;
};

/**
 * Adds commands to the table: commands to unreachable vehicles fail at once, the others wait. Throws CallError confirmationRequired.
 */
async function enterEach(
  tx: Queryable,
  { presence, maxSpeedKmh, now }: EnterDeps,
  { accountId }: Sender,
  { cmdCode, params, queueOffline, confirmed }: Wish,
  targets: readonly store.Target[],
): Promise<{ readonly judged: readonly store.Judged[]; readonly insert: () => Promise<EnteredCommand[]> }> {
  const command: TerminalCommand = terminalCommands[cmdCode];
  if (accountId !== null && command.danger !== 'none' && !confirmed) throw new CallError('confirmationRequired', cmdCode);
  const mayWait = queueOffline && command.queueable;
  const createdAt = now();
  const expireAt = createdAt + (mayWait ? COMMAND_KEPT_MS : command.limitMs * (command.resends + 1));
  const shared = { accountId, cmdCode, command, params, createdAt, expireAt };
  const vehicleIds = targets.map(({ id }) => id);
  const busy = await store.busyVehicles(tx, vehicleIds, createdAt - SENDS_WINDOW_MS);
  const checks = await checkVehicles(tx, command, targets, { now: createdAt, maxSpeedKmh: await maxSpeedKmh() });
  const judged = targets.map((target) => judge(target, { command, mayWait, busy, presence, check: checks.get(target.id) }));
  return {
    judged,
    insert: async () => {
      const ids = await store.insertCommands(tx, shared, judged);
      return judged.map((each, i) => ({ ...each, id: ids[i]! }));
    },
  };
}

/**
 * Adds the commands of a call. Throws CallError confirmationRequired; terminalUnsupported, terminalOffline, vehicleMoving, speedUnknown
 * or vehicleBusy if all fail; and tooManyCommands at the account's limit.
 */
export async function enterCommands(
  tx: Queryable,
  deps: EnterDeps,
  sender: Sender,
  wish: Wish,
  targets: readonly store.Target[],
): Promise<EnteredCommand[]> {
  const { accountId } = sender;
  // Sends of an account are serialised: in parallel they would exceed its limit.
  if (accountId !== null) await store.lockSends(tx, accountId);
  await requireRoom(tx, accountId, targets.length, deps.now());
  const { judged, insert } = await enterEach(tx, deps, sender, wish, targets);
  requireOne(judged, terminalCommands[wish.cmdCode]);
  return insert();
}

/** Adds commands of a batch, which is paced: it has no limit, and vehicles that fail do not stop it. */
export async function enterBatchCommands(
  tx: Queryable,
  deps: EnterDeps,
  sender: Sender,
  wish: Wish,
  targets: readonly store.Target[],
): Promise<EnteredCommand[]> {
  return (await enterEach(tx, deps, sender, wish, targets)).insert();
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
  readonly check: VehicleCheck | undefined;
};

/** Whether a command to the vehicle waits or fails at once. */
function judge(
  { id, protocol_version: version }: store.Target,
  { command, mayWait, busy, presence, check }: Circumstances,
): store.Judged {
  const fails = (resultCode: number): store.Judged => ({ vehicleId: id, state: FAILED, resultCode, params: null });
  const supported = version === null || (version >= command.since && version < (command.until ?? Infinity));
  if (!supported) return fails(UNSUPPORTED);
  if (!presence.has(id) && !mayWait) return fails(OFFLINE);
  if (check && 'refused' in check) return fails(check.refused);
  if (busy.has(id)) return fails(BUSY);
  return { vehicleId: id, state: WAITING, resultCode: null, params: check?.params ?? null };
}

/** Errors of a call whose commands all fail, by their result code. Others: offline. */
const REFUSALS: Readonly<Record<number, ErrorName>> = {
  [UNSUPPORTED]: 'terminalUnsupported',
  [BUSY]: 'vehicleBusy',
  [MOVING]: 'vehicleMoving',
  [SPEED_UNKNOWN]: 'speedUnknown',
};

/** Throws CallError if all commands failed. */
function requireOne(judged: readonly store.Judged[], { byModel, whileMoving }: TerminalCommand): void {
  if (!judged.every(({ state }) => state === FAILED)) return;
  const [code, ...others] = new Set(judged.map(({ resultCode }) => resultCode));
  if (others.length > 0) throw new CallError('terminalOffline');
  // screen catalogue 8.3 has words of its own for them
  if (byModel && code === UNSUPPORTED) throw new CallError('modelUnsupported');
  if (whileMoving === 'standing' && code === MOVING) throw new CallError('cutWhileMoving');
  throw new CallError(REFUSALS[code ?? OFFLINE] ?? 'terminalOffline');
}
