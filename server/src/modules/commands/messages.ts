import { CallError } from '@fleetwarden/contract/errors';
import type { messagesCalls } from '@fleetwarden/contract/messages/routes';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import { platesOf } from './calls.ts';
import { MAX_DEPARTMENTS } from './limits.ts';
import type { CommandService, Sent } from './service.ts';
import * as store from './store.ts';
import * as templates from './template-store.ts';
import {
  parseTextMessage,
  requireOwnAccount,
  saveTextTemplate,
  type TextMessage,
  textCommand,
  textFault,
} from './text-message.ts';

/** The calls that send texts. Module messages lists messages of both directions. */
export type MessageCalls = Omit<Handlers<typeof messagesCalls>, 'listMessage' | 'listMenu' | 'listSubscription'>;

export function createMessageCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly now: () => number;
}): MessageCalls {
  const { db, scopes, service, now } = deps;

  const send = async (user: Principal, message: TextMessage, targets: readonly store.Target[]): Promise<Sent[]> => {
    const list = await service.send(user, textCommand(message), targets);
    await saveTextTemplate(db, message, user.accountId, now());
    return list;
  };

  return {
    sendMessage: async ({ targetIds, ...payload }, { user, note }) => {
      const message = parseTextMessage(user, payload);
      const targets = await service.targets(user, targetIds);
      note({ object: platesOf(targets), after: { text: message.text, sendFlag: payload.sendFlag, vehicles: targets.length } });
      return { list: await send(user, message, targets) };
    },
    sendMessageForDept: async ({ targetIds, ...payload }, { user, note }) => {
      const message = parseTextMessage(user, payload);
      const scope = await scopes.of(user.departmentId);
      const departments = targetIds.map(Number);
      const foreign = departments.find((id) => !scope.has(id));
      if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
      const targets = await store.targetsOfDepartments(db, departments, scope, MAX_DEPARTMENTS);
      if (targets.length === 0) throw textFault('targetIds', 'message.noVehicles');
      if (targets.length > MAX_DEPARTMENTS) throw textFault('targetIds', 'message.tooManyVehicles', { most: MAX_DEPARTMENTS });
      note({ object: platesOf(targets), after: { text: message.text, sendFlag: payload.sendFlag, vehicles: targets.length } });
      return { list: await send(user, message, targets) };
    },
    addTemplate: async ({ content, name, desc, userId }, { user, note }) => {
      requireOwnAccount(userId, user);
      note({ object: name, after: { content } });
      const template = { accountId: user.accountId, name, description: desc, content };
      return { id: String(await templates.addMessageTemplate(db, template, now())) };
    },
    getTemplate: async ({ userId }, { user }) => {
      requireOwnAccount(userId, user);
      const rows = await templates.messageTemplates(db, user.accountId);
      return {
        templates: rows.map(({ id, name, description, content }) => ({ id: String(id), name, desc: description, content })),
      };
    },
    delTemplate: async ({ ids }, { user, note }) => {
      note({ object: ids.join(' ') });
      const removed = await db.transaction((tx) =>
        templates.removeTemplates(tx, 'message_template', user.accountId, ids.map(Number)),
      );
      return { removed };
    },
  };
}
