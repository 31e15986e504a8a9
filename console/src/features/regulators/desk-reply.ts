import i18next from 'i18next';
import { NetworkError } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';

/**
 * Sends an answer and reports the result; returns whether it was accepted. Codes other than 0 show no error in these dialogs
 * (specification 8).
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

/** Whether the answer is not empty; shows a notice otherwise. */
export function hasReply(text: string): boolean {
  if (text.trim() !== '') return true;
  notify('warning', i18next.t('regulators.replyEmpty'));
  return false;
}
