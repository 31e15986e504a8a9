import { commandParams } from '@fleetwarden/contract/commands/command-params';
import type { CommandState } from '@fleetwarden/contract/commands/schemas';
import {
  type CommandCode,
  isCommandCode,
  type TerminalCommand,
  terminalCommands,
} from '@fleetwarden/contract/commands/terminal-commands';
import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import {
  type EnterDeps,
  type EnteredCommand,
  enterCommands,
  requireRoom,
  type Sender,
  WAITING,
  type Wish,
} from './enter-commands.ts';
import { MAX_SOON, SOON_MS } from './limits.ts';
import type { Soon } from './soon.ts';
import * as store from './store.ts';

/** Errors of a command that reaches no terminal. */
const UNREACHED: ReadonlySet<ErrorName> = new Set([
  'terminalOffline',
  'terminalUnsupported',
  'vehicleBusy',
  'vehicleMoving',
  'speedUnknown',
]);

export type Sent = {
  readonly targId: string;
  readonly seqId: string;
  readonly terminal: string;
  readonly version: number | null;
  readonly state: CommandState;
  readonly resultCode: number | null;
};

/** A wish for some of the targets of a call. */
type Lot = { readonly wish: Wish; readonly targets: readonly store.Target[] };

export type CommandService = {
  /** The code as one of the table, if the caller may send it. Throws CallError validation for an unknown code, forbidden. */
  allowed(user: Principal, cmdCode: string): CommandCode;
  /** As `allowed`, for commands that users send directly. Throws CallError forbidden for those of a module. */
  sendable(user: Principal, cmdCode: string): CommandCode;
  /** Whether the user may send a command of this code. */
  may(user: Principal, cmdCode: string): boolean;
  /** Vehicles by their ids. Throws CallError notFound where one is none of the caller's. */
  targets(user: Pick<Principal, 'departmentId'>, ids: readonly string[]): Promise<store.Target[]>;
  /**
   * Enters commands in the caller's transaction, which publishes `command.queued` for the waiting ones after its commit. Throws as
   * `send` does.
   */
  enter(tx: Queryable, user: Sender, wish: Wish, targets: readonly store.Target[]): Promise<EnteredCommand[]>;
  /**
   * Sends to vehicles of the scope. Throws CallError terminalUnsupported, terminalOffline, vehicleMoving, speedUnknown or vehicleBusy
   * if it reaches none of them; of several, unreached ones are entered as failed. Throws tooManyCommands if the account sends too many,
   * and confirmationRequired for a command with a danger level: see BatchService.sendGuarded.
   */
  send(user: Sender, wish: Wish, targets: readonly store.Target[]): Promise<Sent[]>;
  /** Sends on behalf of the platform, without a scope; skips unknown and unreachable vehicles. */
  sendOwn(wish: Wish, vehicleIds: readonly number[]): Promise<Sent[]>;
  /**
   * Sends batches one after another and reports each result; unreached ones are left out. Throws like `send` if all are
   * unreached, and tooManyCommands before the first send.
   */
  sendLots<L extends Lot>(user: Principal, lots: readonly L[], onSent?: (lot: L, sent: Sent[]) => Promise<void>): Promise<Sent[]>;
  /** Sends a command of the platform for a superior platform; its number, or null if it is unreached or invalid. */
  askAsProduct(vehicleId: number, cmdCode: string, params: unknown): Promise<number | null>;
  viewer(user: Principal): Promise<store.Viewer>;
};

/** Whether a user with these permissions may send the command. */
export const mayCommand = (rights: ReadonlySet<string>, command: TerminalCommand): boolean =>
  command.permissions.some((code) => rights.has(code));

export function createCommandService(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly scopes: Scopes;
  readonly enterDeps: EnterDeps;
  readonly soon: Soon;
}): CommandService {
  const { db, bus, scopes, enterDeps, soon } = deps;
  const { presence, now } = enterDeps;

  const enter: CommandService['enter'] = (tx, user, wish, targets) => enterCommands(tx, enterDeps, user, wish, targets);

  const send: CommandService['send'] = async (user, wish, targets) => {
    const entered = await db.transaction((tx) => enter(tx, user, wish, targets));
    const waiting = entered.filter(({ state }) => state === WAITING);
    const soonSent = waiting.filter(({ vehicleId }) => presence.has(vehicleId)).map(({ id }) => id);
    const moment = soon.changed(soonSent.length <= MAX_SOON ? soonSent : [], SOON_MS);
    if (waiting.length > 0) bus.publish('command.queued', { vehicleIds: waiting.map(({ vehicleId }) => vehicleId) });
    await moment;
    const current = new Map(
      (
        await store.states(
          db,
          entered.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const byId = new Map(targets.map((target) => [target.id, target]));
    return entered.map(({ id, vehicleId, state, resultCode }) => {
      const row = current.get(id);
      return {
        targId: String(vehicleId),
        seqId: String(id),
        ...store.terminalOf(byId.get(vehicleId)!),
        state: row?.state ?? state,
        resultCode: row?.result_code ?? resultCode,
      };
    });
  };

  /** The result of a send, or the error if it is unreached. */
  const trySend = async (user: Sender, { wish, targets }: Lot): Promise<Sent[] | CallError> => {
    try {
      return await send(user, wish, targets);
    } catch (error) {
      if (error instanceof CallError && UNREACHED.has(error.kind)) return error;
      throw error;
    }
  };

  const sendOwn: CommandService['sendOwn'] = async (wish, vehicleIds) => {
    const targets = await store.targets(db, [...new Set(vehicleIds)], null);
    if (targets.length === 0) return [];
    const sent = await trySend({ accountId: null }, { wish, targets });
    return sent instanceof CallError ? [] : sent;
  };

  const allowed: CommandService['allowed'] = (user, cmdCode) => {
    if (!isCommandCode(cmdCode)) throw new CallError('validation', cmdCode, [{ path: 'cmdCode', key: 'command.noSuchCommand' }]);
    if (!mayCommand(user.rights, terminalCommands[cmdCode])) throw new CallError('forbidden', cmdCode);
    return cmdCode;
  };

  return {
    allowed,
    may: ({ rights }, cmdCode) => isCommandCode(cmdCode) && mayCommand(rights, terminalCommands[cmdCode]),
    sendable: (user, cmdCode) => {
      const code = allowed(user, cmdCode);
      if (terminalCommands[code].byModule) throw new CallError('forbidden', code);
      return code;
    },
    targets: async (user, ids) => {
      const wanted = [...new Set(ids.map(Number))];
      const found = await store.targets(db, wanted, await scopes.of(user.departmentId));
      if (found.length !== wanted.length) throw new CallError('notFound', `vehicles ${ids.slice(0, 10).join()}`);
      return found;
    },
    enter,
    send,
    sendOwn,
    sendLots: async (user, lots, onSent) => {
      const list: Sent[] = [];
      let unreached: CallError | undefined;
      const commands = lots.reduce((sum, { targets }) => sum + targets.length, 0);
      await requireRoom(db, user.accountId, commands, now());
      for (const lot of lots) {
        const sent = await trySend(user, lot);
        if (sent instanceof CallError) {
          unreached ??= sent;
          continue;
        }
        await onSent?.(lot, sent);
        list.push(...sent);
      }
      if (list.length === 0 && unreached) throw unreached;
      return list;
    },
    askAsProduct: async (vehicleId, cmdCode, params) => {
      if (!isCommandCode(cmdCode)) return null;
      const checked = commandParams(cmdCode).safeParse(params);
      if (!checked.success) return null;
      const [sent] = await sendOwn({ cmdCode, params: checked.data, queueOffline: false }, [vehicleId]);
      return sent === undefined ? null : Number(sent.seqId);
    },
    viewer: async ({ accountId, departmentId, rights }) => ({
      accountId,
      scope: await scopes.of(departmentId),
      codes: Object.entries(terminalCommands).flatMap(([code, command]) => (mayCommand(rights, command) ? [code] : [])),
    }),
  };
}
