import i18next from 'i18next';
import { NetworkError } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';

/**
 * Sends an answer and says what came of it. A code other than 0 stays silent in these dialogs (specification 8): what it was
 * answered with is told to all. True where it was taken.
 */
export async function sendReply(
  send: () => Promise<unknown>,
  success: 'regulators.replied' | 'regulators.done',
): Promise<boolean> {
  try {
    await send();
  } catch (error) {
    if (error instanceof NetworkError) notify('error', i18next.t('regulators.replyFailed'));
    return false;
  }
  notify('success', i18next.t(success));
  return true;
}

/** Whether there is an answer; says so where there is none. */
export function hasReply(text: string): boolean {
  if (text.trim() !== '') return true;
  notify('warning', i18next.t('regulators.replyEmpty'));
  return false;
}
