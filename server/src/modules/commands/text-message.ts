import type { CallData } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { MESSAGE_MAX, SEND_FLAG_BASE } from '@fleetwarden/contract/messages/message-limits';
import type { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { permission } from '@fleetwarden/contract/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Wish } from './enter-commands.ts';
import * as templates from './template-store.ts';

/** The command that carries texts. */
export const TEXT_COMMAND = '8300';
/** Advertising screen, TTS, display (console.md 9). */
const CHANNELS = [16, 8, 4];
const FROM_TEMPLATE = 0;
const TEMPLATE_NAME_MAX = 20;

export type MessagePayload = Omit<CallData<(typeof messagesCalls)['sendMessage']>, 'targetIds'>;

/** A checked text. `saveTemplate`: the caller also stores it as a template. */
export type TextMessage = { readonly text: string; readonly channels: readonly number[]; readonly saveTemplate: boolean };

export const textFault = (path: string, key: string, params = {}) => new CallError('validation', key, [{ path, key, params }]);

/** The chosen text (console.md 5); the other one is not checked. Throws CallError validation. */
function readText({ flag, message = '', templateMsg = '' }: MessagePayload): string {
  const [path, text] = flag === FROM_TEMPLATE ? ['templateMsg', templateMsg] : ['message', message];
  if (text === '') throw textFault(path!, flag === FROM_TEMPLATE ? 'message.templateRequired' : 'message.contentRequired');
  // characters as people count them
  if ([...text!].length > MESSAGE_MAX) throw textFault(path!, 'message.contentTooLong');
  return text!;
}

/** The channels of a send flag. Throws CallError validation. */
function readChannels({ sendFlag }: MessagePayload): number[] {
  const sum = sendFlag - SEND_FLAG_BASE;
  const channels = CHANNELS.filter((channel) => sum >= 0 && (sum & channel) !== 0);
  if (sum === 0) throw textFault('sendFlag', 'message.channelRequired');
  if (channels.reduce((rest, channel) => rest - channel, sum) !== 0) throw textFault('sendFlag', 'field.invalid');
  return channels;
}

/** Throws CallError notFound where a call names another account than the caller's. */
export function requireOwnAccount(userId: string | undefined, { accountId }: Principal): void {
  if (userId !== undefined && Number(userId) !== accountId) throw new CallError('notFound', `user ${userId}`);
}

/** The text of a payload. Throws CallError validation, notFound for another account, forbidden without the template permission. */
export function parseTextMessage(user: Principal, payload: MessagePayload): TextMessage {
  requireOwnAccount(payload.userId, user);
  const text = readText(payload);
  const channels = readChannels(payload);
  const saveTemplate = payload.flag !== FROM_TEMPLATE && Boolean(payload.isSetToTemplate);
  if (saveTemplate && !user.rights.has(permission.messageTemplates)) throw new CallError('forbidden', 'message template');
  return { text, channels, saveTemplate };
}

export const textCommand = ({ channels, text }: TextMessage): Wish => ({
  cmdCode: TEXT_COMMAND,
  params: { channels, text },
  queueOffline: true,
});

/** Stores a text as a template of the account, where the message asks for it. Throws CallError tooMany. */
export async function saveTextTemplate(
  db: Queryable,
  { text, saveTemplate }: TextMessage,
  accountId: number,
  now: number,
): Promise<void> {
  if (!saveTemplate) return;
  const name = [...text].slice(0, TEMPLATE_NAME_MAX).join('');
  await templates.addMessageTemplate(db, { accountId, name, description: '', content: text }, now);
}
