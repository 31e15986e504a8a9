import type { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { CommandNews } from '@fleetwarden/contract/commands/schemas';
import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import type { messagesCalls } from '@fleetwarden/contract/messages/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Scopes } from '../identity/index.ts';
import { createCommandCalls, createSeen, type SeenCommands } from './calls.ts';
import { COMMANDS_KEPT_MS } from './limits.ts';
import { createMessageCalls } from './messages.ts';
import { createPresence } from './presence.ts';
import { type CommandService, createCommandService, mayCommand } from './service.ts';
import { createSoon } from './soon.ts';
import * as store from './store.ts';

export { platesOf } from './calls.ts';
export type { EnteredCommand } from './enter-commands.ts';
export type { CommandService, Sent } from './service.ts';
export { parseTextMessage, saveTextTemplate, type TextMessage, textCommand } from './text-message.ts';

export type Commands = {
  /** For parts that send commands of their own. */
  readonly service: CommandService;
  readonly seen: SeenCommands;
  readonly handlers: Handlers<typeof commandsCalls>;
  readonly messageHandlers: Handlers<typeof messagesCalls>;
  /** Reads who is online; after the gateway has started. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** For the maintenance job: forgets commands past their time at `now` (epoch ms). */
export const forgetCommands = (db: Db, now: number): Promise<number> => store.forgetCommands(db, now - COMMANDS_KEPT_MS);

/** Commands and texts to terminals: permissions, states and messages to consoles. */
export function createCommands(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly now?: () => number;
}): Commands {
  const { db, bus, hub, scopes, now = Date.now } = deps;
  const presence = createPresence(db, bus);
  const soon = createSoon(bus);
  const service = createCommandService({ db, bus, scopes, presence, soon, now });
  const seen = createSeen(db, service);
  let telling: Promise<void> = Promise.resolve();

  const tell = async (ids: readonly number[]): Promise<void> => {
    for (const row of await store.news(db, ids)) {
      const command = isCommandCode(row.cmd_code) ? terminalCommands[row.cmd_code] : undefined;
      const data: CommandNews = {
        seqId: String(row.id),
        targId: String(row.vehicle_id),
        cmdCode: row.cmd_code,
        state: row.state,
        resultCode: row.result_code,
        resultData: row.result_data,
      };
      await hub.publish(
        {
          who: async ({ accountId, departmentId, rights }) =>
            (accountId === row.account_id || (command !== undefined && mayCommand(rights, command))) &&
            (await scopes.of(departmentId)).has(row.department_id),
        },
        { type: 'cmdResult', data },
      );
    }
  };

  const unsubscribe = bus.subscribe('command.changed', ({ ids }) => {
    // one after the other: an older state never comes behind a newer one
    const told = telling.then(() => tell(ids));
    telling = told.catch(() => undefined);
    return told;
  });

  return {
    service,
    seen,
    handlers: createCommandCalls({ db, bus, service, seen, now }),
    messageHandlers: createMessageCalls({ db, scopes, service, now }),
    start: () => presence.start(),
    stop: async () => {
      unsubscribe();
      presence.stop();
      soon.stop();
      await telling;
    },
  };
}
