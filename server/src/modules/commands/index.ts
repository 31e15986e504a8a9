import type { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { CommandNews } from '@fleetwarden/contract/commands/schemas';
import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import { COMMAND_PASSWORD, type FieldEncryption } from '../../platform/resources/field-encryption.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { PrincipalOf, Scopes } from '../identity/index.ts';
import { createBatchCalls } from './batch-calls.ts';
import { batchExportTask } from './batch-export.ts';
import { createBatchNews } from './batch-news.ts';
import { createBatchRunner } from './batch-runner.ts';
import { forgetBatches } from './batch-store.ts';
import { type BatchService, createBatchService } from './batches.ts';
import { createCommandCalls, createSeen, type SeenCommands } from './calls.ts';
import type { EnterDeps } from './enter-commands.ts';
import { createGuard, type Guard } from './guard.ts';
import { COMMANDS_KEPT_MS } from './limits.ts';
import { createMessageCalls, type MessageCalls } from './messages.ts';
import { createPresence } from './presence.ts';
import { createRecorderCalls } from './recorder-data.ts';
import { createRowFileCalls } from './row-files.ts';
import { withoutSecretValues } from './secret-params.ts';
import { type CommandService, createCommandService, mayCommand } from './service.ts';
import { createSoon } from './soon.ts';
import * as store from './store.ts';

export type { BatchService, Confirming } from './batches.ts';
export { platesOf } from './calls.ts';
export type { EnteredCommand, Wish } from './enter-commands.ts';
export type { Guard } from './guard.ts';
export type { CommandService, Sent } from './service.ts';
export { ANSWERED, listWindow, states as commandStates, terminalOf } from './store.ts';
export { parseTextMessage, saveTextTemplate, type TextMessage, textCommand } from './text-message.ts';

export type Commands = {
  /** For parts that send commands of their own. */
  readonly service: CommandService;
  /** Sends commands with a danger level, and batches. */
  readonly batches: BatchService;
  /** Checks confirmations, for modules that send dangerous commands of their own. */
  readonly guard: Guard;
  readonly seen: SeenCommands;
  readonly handlers: Handlers<typeof commandsCalls>;
  readonly messageHandlers: MessageCalls;
  /** Reads who is online and continues batches; after the gateway has started. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** For the maintenance job: forgets commands and batches past their time at `now` (epoch ms). */
export async function forgetCommands(db: Db, now: number): Promise<number> {
  const before = now - COMMANDS_KEPT_MS;
  return (await forgetBatches(db, before)) + (await store.forgetCommands(db, before));
}

/** The platform settings about dangerous commands. */
export type CommandSettings = Readonly<{ commandMaxKmh: number; commandApproval: boolean; approvalMinutes: number }>;

export type CommandsDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly log: Log;
  readonly scopes: Scopes;
  readonly principalOf: PrincipalOf;
  /** Throws CallError if the encrypted password is not the user's. */
  readonly provePassword: (user: Principal, encrypted: string, peerIp: string) => Promise<void>;
  readonly settings: () => Promise<CommandSettings>;
  /** Encrypts passwords in parameters. */
  readonly encryption: Pick<FieldEncryption, 'encrypt'>;
  readonly tasks: Pick<Tasks, 'register' | 'start'>;
  /** Storage for files created during a call. */
  readonly files: Pick<SignedFiles, 'create'>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now?: () => number;
};

/** Commands and texts to terminals: permissions, states and messages to consoles. */
export function createCommands(deps: CommandsDeps): Commands {
  const { db, bus, hub, log, scopes, principalOf, provePassword, settings, tasks, files, getText, timeZone } = deps;
  const { now = Date.now } = deps;
  const presence = createPresence(db, bus);
  const soon = createSoon(bus);
  const enterDeps: EnterDeps = { presence, maxSpeedKmh: async () => (await settings()).commandMaxKmh, now };
  const service = createCommandService({ db, bus, scopes, enterDeps, soon });
  const seen = createSeen(db, service);
  const batchNews = createBatchNews({ db, bus, hub, log, scopes, now });
  const runner = createBatchRunner({ db, bus, log, scopes, principalOf, enterDeps, onChange: batchNews.changed });
  const guard = createGuard({ provePassword, approval: async () => (await settings()).commandApproval });
  const batches = createBatchService({
    db,
    scopes,
    service,
    guard,
    approvalMinutes: async () => (await settings()).approvalMinutes,
    wake: runner.wake,
    onChange: batchNews.changed,
    cancelCommands: async (ids) => {
      const cancelled = await store.cancel(db, ids, now());
      if (cancelled.length > 0) bus.publish('command.changed', { ids: cancelled });
    },
    now,
  });
  const encrypt = (password: string) => deps.encryption.encrypt(password, COMMAND_PASSWORD);
  const exporting = batchExportTask({ db, scopes, getText, timeZone });
  tasks.register(exporting);
  // an older state never follows a newer one
  const telling = createSerialQueue();

  const tell = async (ids: readonly number[]): Promise<void> => {
    for (const row of await store.news(db, ids)) {
      const command = isCommandCode(row.cmd_code) ? terminalCommands[row.cmd_code] : undefined;
      const data: CommandNews = {
        seqId: String(row.id),
        targId: String(row.vehicle_id),
        cmdCode: row.cmd_code,
        state: row.state,
        resultCode: row.result_code,
        resultData: withoutSecretValues(row.result_data),
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

  const unsubscribe = bus.subscribe('command.changed', ({ ids }) => telling.run(() => tell(ids)));

  return {
    service,
    guard,
    batches,
    seen,
    handlers: {
      ...createCommandCalls({ db, bus, service, batches, seen, encrypt, now }),
      ...createRecorderCalls({ db, seen, files }),
      ...createRowFileCalls({ service, files, getText, timeZone }),
      ...createBatchCalls({ db, scopes, service, batches, encrypt, tasks, exporting }),
    },
    messageHandlers: createMessageCalls({ db, scopes, service, now }),
    start: async () => {
      await presence.start();
      runner.start();
    },
    stop: async () => {
      unsubscribe();
      await runner.stop();
      await batchNews.stop();
      presence.stop();
      soon.stop();
      await telling.idle();
    },
  };
}
