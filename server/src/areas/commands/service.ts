import type { CommandState } from '@fleetwarden/contract/commands';
import { CallError } from '@fleetwarden/contract/errors';
import {
  COMMAND_KEPT_MS,
  type CommandCode,
  isCommandCode,
  type TerminalCommand,
  terminalCommands,
} from '@fleetwarden/contract/terminal-commands';
import type { ServerBus } from '../../events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import { SOON_MOST, SOON_MS } from './limits.ts';
import type { Presence } from './presence.ts';
import type { Soon } from './soon.ts';
import * as store from './store.ts';

/** Why a command was not sent: codes of the error catalogue. */
const OFFLINE = 4020;
const UNSUPPORTED = 4023;
const WAITING = 0;
const FAILED = 3;

export type Sent = {
  readonly targId: string;
  readonly seqId: string;
  readonly state: CommandState;
  readonly resultCode: number | null;
};

/** A command as somebody wants it sent; `params` are checked already. */
export type Wish = { readonly cmdCode: CommandCode; readonly params: unknown; readonly queueOffline: boolean };

export type CommandService = {
  /** The code as one of the table, where the caller may send it. Throws CallError validation for a code that is none, forbidden. */
  allowed(user: Principal, cmdCode: string): CommandCode;
  /** Vehicles by their ids. Throws CallError notFound where one is none of the caller's. */
  targets(user: Principal, ids: readonly string[]): Promise<store.Target[]>;
  /**
   * Sends to vehicles of the scope. Throws CallError terminalUnsupported or terminalOffline where it would reach none of them;
   * of several, those it does not reach are entered as failed.
   */
  send(user: Principal, wish: Wish, targets: readonly store.Target[]): Promise<Sent[]>;
  viewer(user: Principal): Promise<store.Viewer>;
};

/** Whether somebody holding these rights may send the command. */
export const mayCommand = (rights: ReadonlySet<string>, command: TerminalCommand): boolean =>
  command.permissions.some((code) => rights.has(code));

export function createCommandService(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly scopes: Scopes;
  readonly presence: Presence;
  readonly soon: Soon;
  readonly now: () => number;
}): CommandService {
  const { db, bus, scopes, presence, soon, now } = deps;

  const judge = (command: TerminalCommand, { id, protocol_version: version }: store.Target, mayWait: boolean): store.Judged => {
    const fails = (resultCode: number) => ({ vehicleId: id, state: FAILED, resultCode }) as const;
    if (version !== null && version < command.since) return fails(UNSUPPORTED);
    if (!presence.has(id) && !mayWait) return fails(OFFLINE);
    return { vehicleId: id, state: WAITING, resultCode: null };
  };

  const requireOne = (judged: readonly store.Judged[]) => {
    if (judged.every(({ resultCode }) => resultCode === UNSUPPORTED)) throw new CallError('terminalUnsupported');
    if (judged.every(({ state }) => state === FAILED)) throw new CallError('terminalOffline');
  };

  return {
    allowed: (user, cmdCode) => {
      if (!isCommandCode(cmdCode))
        throw new CallError('validation', cmdCode, [{ path: 'cmdCode', key: 'command.noSuchCommand' }]);
      if (!mayCommand(user.rights, terminalCommands[cmdCode])) throw new CallError('forbidden', cmdCode);
      return cmdCode;
    },
    targets: async (user, ids) => {
      const wanted = [...new Set(ids.map(Number))];
      const found = await store.targets(db, wanted, await scopes.of(user.departmentId));
      if (found.length !== wanted.length) throw new CallError('notFound', `vehicles ${ids.slice(0, 10).join()}`);
      return found;
    },
    send: async (user, { cmdCode, params, queueOffline }, targets) => {
      const command: TerminalCommand = terminalCommands[cmdCode];
      const mayWait = queueOffline && command.queueable;
      const judged = targets.map((target) => judge(command, target, mayWait));
      requireOne(judged);
      const createdAt = now();
      const expireAt = createdAt + (mayWait ? COMMAND_KEPT_MS : command.limitMs * (command.resends + 1));
      const shared = { accountId: user.accountId, cmdCode, command, params, createdAt, expireAt };
      const ids = await store.insertCommands(db, shared, judged);
      const waiting = judged.flatMap(({ vehicleId, state }, i) => (state === WAITING ? [{ vehicleId, id: ids[i]! }] : []));
      const soonSent = waiting.filter(({ vehicleId }) => presence.has(vehicleId)).map(({ id }) => id);
      const moment = soon.changed(soonSent.length <= SOON_MOST ? soonSent : [], SOON_MS);
      if (waiting.length > 0) bus.publish('command.queued', { vehicleIds: waiting.map(({ vehicleId }) => vehicleId) });
      await moment;
      const current = new Map((await store.states(db, ids)).map((row) => [row.id, row]));
      return judged.map(({ vehicleId, state, resultCode }, i) => {
        const row = current.get(ids[i]!);
        return {
          targId: String(vehicleId),
          seqId: String(ids[i]!),
          state: row?.state ?? state,
          resultCode: row?.result_code ?? resultCode,
        };
      });
    },
    viewer: async ({ accountId, departmentId, rights }) => ({
      accountId,
      scope: await scopes.of(departmentId),
      codes: Object.entries(terminalCommands).flatMap(([code, command]) => (mayCommand(rights, command) ? [code] : [])),
    }),
  };
}
