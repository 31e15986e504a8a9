import i18next from 'i18next';
import { notify } from '../api/feedback.ts';

/** Puts a text on the clipboard and says so. Plain http has none: then the text is shown, to be marked and copied by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', i18next.t('common.copied'));
  } catch {
    notify('warning', text, 5);
  }
}
