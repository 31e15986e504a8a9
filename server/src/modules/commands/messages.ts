import type { CallData } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { MESSAGE_MAX, SEND_FLAG_BASE } from '@fleetwarden/contract/messages/message-limits';
import type { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { permission } from '@fleetwarden/contract/permissions';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import { platesOf } from './calls.ts';
import { MAX_DEPARTMENTS } from './limits.ts';
import type { CommandService, Sent } from './service.ts';
import * as store from './store.ts';
import * as templates from './template-store.ts';

/** The command that carries texts. */
const TEXT = '8300';
/** Advertising screen, TTS, display (console.md 9). */
const CHANNELS = [16, 8, 4];
const FROM_TEMPLATE = 0;
const NAME_MAX = 20;

type Payload = Omit<CallData<(typeof messagesCalls)['sendMessage']>, 'targetIds'>;

const fault = (path: string, key: string, params = {}) => new CallError('validation', key, [{ path, key, params }]);

/** The text that is sent (console.md 5): only the chosen one is looked at. Throws CallError validation. */
function textOf({ flag, message = '', templateMsg = '' }: Payload): string {
  const [path, text] = flag === FROM_TEMPLATE ? ['templateMsg', templateMsg] : ['message', message];
  if (text === '') throw fault(path!, flag === FROM_TEMPLATE ? 'message.templateRequired' : 'message.contentRequired');
  // characters as people count them
  if ([...text!].length > MESSAGE_MAX) throw fault(path!, 'message.contentTooLong');
  return text!;
}

/** The channels of a send flag. Throws CallError validation. */
function channelsOf({ sendFlag }: Payload): number[] {
  const sum = sendFlag - SEND_FLAG_BASE;
  const channels = CHANNELS.filter((channel) => sum >= 0 && (sum & channel) !== 0);
  if (sum === 0) throw fault('sendFlag', 'message.channelRequired');
  if (channels.reduce((rest, channel) => rest - channel, sum) !== 0) throw fault('sendFlag', 'field.invalid');
  return channels;
}

/** Throws CallError notFound where a call names another account than the caller's. */
function requireOwn(userId: string | undefined, { accountId }: Principal): void {
  if (userId !== undefined && Number(userId) !== accountId) throw new CallError('notFound', `user ${userId}`);
}

export function createMessageCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly now: () => number;
}): Handlers<typeof messagesCalls> {
  const { db, scopes, service, now } = deps;

  const send = async (user: Principal, payload: Payload, text: string, targets: readonly store.Target[]): Promise<Sent[]> => {
    const params = { channels: channelsOf(payload), text };
    const list = await service.send(user, { cmdCode: TEXT, params, queueOffline: true }, targets);
    if (keeps(payload)) {
      const name = [...text].slice(0, NAME_MAX).join('');
      await templates.addMessageTemplate(db, { accountId: user.accountId, name, description: '', content: text }, now());
    }
    return list;
  };

  const keeps = ({ flag, isSetToTemplate }: Payload) => flag !== FROM_TEMPLATE && Boolean(isSetToTemplate);

  /** The text of a payload the caller may send. */
  const checked = (user: Principal, payload: Payload): string => {
    requireOwn(payload.userId, user);
    const text = textOf(payload);
    channelsOf(payload);
    if (keeps(payload) && !user.rights.has(permission.messageTemplates)) throw new CallError('forbidden', 'message template');
    return text;
  };

  return {
    sendMessage: async ({ targetIds, ...payload }, { user, note }) => {
      const text = checked(user, payload);
      const targets = await service.targets(user, targetIds);
      note({ object: platesOf(targets), after: { text, sendFlag: payload.sendFlag, vehicles: targets.length } });
      return { list: await send(user, payload, text, targets) };
    },
    sendMessageForDept: async ({ targetIds, ...payload }, { user, note }) => {
      const text = checked(user, payload);
      const scope = await scopes.of(user.departmentId);
      const departments = targetIds.map(Number);
      const foreign = departments.find((id) => !scope.has(id));
      if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
      const targets = await store.targetsOfDepartments(db, departments, scope, MAX_DEPARTMENTS);
      if (targets.length === 0) throw fault('targetIds', 'message.noVehicles');
      if (targets.length > MAX_DEPARTMENTS) throw fault('targetIds', 'message.tooManyVehicles', { most: MAX_DEPARTMENTS });
      note({ object: platesOf(targets), after: { text, sendFlag: payload.sendFlag, vehicles: targets.length } });
      return { list: await send(user, payload, text, targets) };
    },
    addTemplate: async ({ content, name, desc, userId }, { user, note }) => {
      requireOwn(userId, user);
      note({ object: name, after: { content } });
      const template = { accountId: user.accountId, name, description: desc, content };
      return { id: String(await templates.addMessageTemplate(db, template, now())) };
    },
    getTemplate: async ({ userId }, { user }) => {
      requireOwn(userId, user);
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
    listMessage: async ({ targId, text, state, ...time }, { user, page }) => {
      const vehicleId = targId === undefined ? undefined : Number(targId);
      const filter = { cmdCode: TEXT, vehicleId, text, state, ...store.listWindow(time, now()) };
      const { rows, total } = await store.list(db, await service.viewer(user), filter, page);
      return {
        list: rows.map((row) => ({
          seqId: String(row.id),
          targId: String(row.vehicle_id),
          carNo: row.plate,
          color: row.plate_colour,
          deptName: row.dept_name,
          message: String(row.params['text']),
          sendFlag: (row.params['channels'] as number[]).reduce((sum, channel) => sum + channel, SEND_FLAG_BASE),
          state: row.state,
          resultCode: row.result_code,
          username: row.user_name ?? '',
          createdAt: row.created_at,
          answeredAt: row.answered_at,
        })),
        total,
      };
    },
  };
}
