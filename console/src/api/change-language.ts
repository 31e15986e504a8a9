import type { Language } from '@fleetwarden/locale/names';
import i18next from 'i18next';
import { notify } from './feedback.ts';
import { switchLanguage } from './i18n.ts';

const NETWORK_SECONDS = 5;

/**
 * Changes the language and shows a notice (specification 2.4). If its texts do not load, the old language stays and an error is
 * shown.
 */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    await switchLanguage(language);
    notify('success', i18next.t('shell.switchLanguageSuccess'));
  } catch {
    notify('error', i18next.t('common.networkError'), NETWORK_SECONDS);
  }
}
