import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { useTranslation } from 'react-i18next';
import { notify } from './feedback.ts';
import { switchLanguage } from './i18n.ts';
import styles from './LanguageSwitch.module.css';

/** Changes the language on the spot; the current one cannot be chosen again. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();

  async function handleChange(language: Language) {
    await switchLanguage(language);
    notify('success', i18n.t('shell.switchLanguageSuccess'));
  }

  return (
    <select
      className={styles['select']}
      aria-label={t('shell.language')}
      value={i18n.language}
      onChange={(event) => void handleChange(event.target.value as Language)}
    >
      {Object.entries(languageNames).map(([language, name]) => (
        <option key={language} value={language} lang={language} disabled={language === i18n.language}>
          {name}
        </option>
      ))}
    </select>
  );
}
