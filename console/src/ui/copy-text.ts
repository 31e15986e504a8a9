import i18next from 'i18next';
import { notify } from '../api/feedback.ts';

/** Copies a text and shows a notice. Plain HTTP has no clipboard: then a dialog shows the text for manual copying. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', i18next.t('common.copied'));
  } catch {
    notify('warning', text, 5);
  }
}
