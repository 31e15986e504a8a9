import { SEND_FLAG_BASE } from '@fleetwarden/contract/messages/message-limits';
import type { Templates } from './message-templates.ts';

/** Content choice (console.md 5). */
export const [TEMPLATE, CUSTOM] = [0, 1] as const;

/** Values of the message form. */
export type FilledMessage = {
  readonly flag: typeof TEMPLATE | typeof CUSTOM;
  readonly templateId?: string;
  readonly message?: string;
  readonly isSetToTemplate?: boolean;
  readonly channels: readonly number[];
};

/** The text of the chosen source. */
export const textOfMessage = ({ flag, templateId, message = '' }: FilledMessage, templates: Templates['list']): string =>
  flag === TEMPLATE ? (templates.find(({ id }) => id === templateId)?.content ?? '') : message;

/** The payload of msg/sendMessage without receivers (console.md 3, 9): flag 3 and the sum of the channels. */
export function messagePayload(
  filled: FilledMessage,
  { templates, keeps, userId }: { templates: Templates['list']; keeps: boolean; userId: string | undefined },
) {
  const text = textOfMessage(filled, templates);
  const { flag, isSetToTemplate = false, channels } = filled;
  return {
    flag,
    ...(flag === TEMPLATE ? { templateMsg: text } : { message: text, isSetToTemplate: isSetToTemplate && keeps }),
    sendFlag: SEND_FLAG_BASE + channels.reduce((sum, channel) => sum + channel, 0),
    ...(userId === undefined ? {} : { userId }),
  };
}
