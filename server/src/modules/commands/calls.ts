import { commandParams } from '@fleetwarden/contract/commands/command-params';
import type { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { isCommandCode } from '@fleetwarden/contract/commands/terminal-commands';
import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { BatchService } from './batches.ts';
import { PLATES_NAMED } from './limits.ts';
import { sealParams, withoutSecrets, withoutSecretValues } from './secret-params.ts';
import type { CommandService } from './service.ts';
import * as store from './store.ts';
import * as templates from './template-store.ts';

/** Calls about commands; those about batches are in batch-calls.ts. */
export type CommandCalls = Pick<
  typeof commandsCalls,
  'sendCommand' | 'listCommand' | 'cancelCommand' | 'resendCommand' | 'saveTemplate' | 'listTemplate' | 'delTemplate'
>;

/** Final states that allow another send: failed, timed out, cancelled. */
const ENDED: readonly number[] = [3, 4, 5];

/** The first plates, for the audit log. */
export const platesOf = (targets: readonly { readonly plate: string }[]): string =>
  targets
    .slice(0, PLATES_NAMED)
    .map(({ plate }) => plate)
    .join(' ') + (targets.length > PLATES_NAMED ? ` … ${targets.length}` : '');

/** Commands by id, for modules with more data about them. Throws CallError notFound for one the caller cannot see, or forbidden. */
export type SeenCommands = (user: Principal, seqIds: readonly string[]) => Promise<store.Seen[]>;

export function createSeen(db: Db, service: CommandService): SeenCommands {
  return async (user, seqIds) => {
    const ids = [...new Set(seqIds.map(Number))];
    const rows = await store.seen(db, await service.viewer(user), ids);
    if (rows.length !== ids.length) throw new CallError('notFound', `commands ${seqIds.slice(0, 10).join()}`);
    for (const { cmd_code } of rows) service.allowed(user, cmd_code);
    return rows;
  };
}

export function createCommandCalls(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly service: CommandService;
  readonly batches: BatchService;
  readonly seen: SeenCommands;
  /** Encrypts the parameter `password`. */
  readonly encrypt: (password: string) => string;
  readonly now: () => number;
}): Handlers<CommandCalls> {
  const { db, bus, service, batches, seen: known, encrypt, now } = deps;

  return {
    sendCommand: async ({ cmdCode, targIds, params, queueOffline, confirmation }, { user, peerIp, note }) => {
      const code = service.sendable(user, cmdCode);
      const checked = within('params', () => parseInput(commandParams(code), params));
      const targets = await service.targets(user, targIds);
      note({ object: platesOf(targets), after: { cmdCode, params: withoutSecrets(checked), vehicles: targets.length } });
      const wish = { cmdCode: code, params: sealParams(checked, encrypt), queueOffline };
      return batches.sendGuarded(user, wish, targets, { confirmation, peerIp });
    },
    listCommand: async ({ seqIds, targId, mine, ...filter }, { user, page }) => {
      const { rows, total } = await store.list(
        db,
        await service.viewer(user),
        {
          ...filter,
          // commands by id are listed regardless of their age
          ...(seqIds ? {} : store.listWindow(filter, now())),
          ids: seqIds?.map(Number),
          vehicleId: targId === undefined ? undefined : Number(targId),
          accountId: mine ? user.accountId : undefined,
        },
        page,
      );
      return {
        list: rows.map((row) => ({
          seqId: String(row.id),
          targId: String(row.vehicle_id),
          carNo: row.plate,
          color: row.plate_colour,
          deptName: row.dept_name,
          cmdCode: row.cmd_code,
          params: withoutSecretValues(withoutSecrets(row.params)),
          state: row.state,
          resultCode: row.result_code,
          resultData: withoutSecretValues(row.result_data),
          username: row.user_name ?? '',
          createdAt: row.created_at,
          sentAt: row.sent_at,
          answeredAt: row.answered_at,
          expireAt: row.expire_at,
          sends: row.sends,
        })),
        total,
      };
    },
    cancelCommand: async ({ seqIds }, { user, note }) => {
      const rows = await known(user, seqIds);
      note({ object: platesOf(rows), before: { seqIds } });
      const ids = await store.cancel(
        db,
        rows.map(({ id }) => id),
        now(),
      );
      if (ids.length > 0) bus.publish('command.changed', { ids });
      return { cancelled: ids.length };
    },
    resendCommand: async ({ seqIds, queueOffline }, { user, note }) => {
      const ended = (await known(user, seqIds)).filter(({ state }) => ENDED.includes(state));
      note({ object: platesOf(ended), before: { seqIds } });
      // equal commands are sent together
      const alike = Map.groupBy(ended, ({ cmd_code, params }) => `${cmd_code} ${JSON.stringify(params)}`);
      const lots = await Promise.all(
        [...alike.values()].map(async (rows) => {
          const { cmd_code, params } = rows[0]!;
          const wish = { cmdCode: service.sendable(user, cmd_code), params, queueOffline };
          return {
            wish,
            targets: await service.targets(
              user,
              rows.map(({ vehicle_id }) => String(vehicle_id)),
            ),
          };
        }),
      );
      return { list: await service.sendLots(user, lots) };
    },
    saveTemplate: async ({ cmdCode, name, params }, { user, note }) => {
      const code = service.sendable(user, cmdCode);
      const checked = withoutSecrets(within('params', () => parseInput(commandParams(code), params)));
      note({ object: name, after: { cmdCode, params: checked } });
      const template = { accountId: user.accountId, cmdCode, name, params: checked };
      return { id: String(await templates.saveCommandTemplate(db, template, now())) };
    },
    listTemplate: async ({ cmdCode }, { user }) => {
      const rows = await templates.commandTemplates(db, user.accountId, cmdCode);
      return {
        list: rows
          // the command may no longer exist in this release
          .filter(({ cmd_code }) => isCommandCode(cmd_code))
          .map(({ id, cmd_code, name, params, created_at }) => ({
            id: String(id),
            cmdCode: cmd_code,
            name,
            params,
            createdAt: created_at,
          })),
      };
    },
    delTemplate: async ({ ids }, { user, note }) => {
      note({ object: ids.join(' ') });
      const removed = await db.transaction((tx) =>
        templates.removeTemplates(tx, 'command_template', user.accountId, ids.map(Number)),
      );
      return { removed };
    },
  };
}

/** Reports errors of a part of the data with the part's path. */
export function within<T>(part: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const fields = error.fields.map((fault): FieldFault => ({ ...fault, path: fault.path ? `${part}.${fault.path}` : part }));
    throw new CallError(error.kind, error.message, fields, error.params);
  }
}
