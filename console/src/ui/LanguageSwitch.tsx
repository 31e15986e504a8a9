import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../api/change-language.ts';
import styles from './LanguageSwitch.module.css';
import type { MenuSection } from './Menu.tsx';

const languages = Object.entries(languageNames) as [Language, string][];

/** Switches the language; the current one is disabled. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <select
      className={styles['select']}
      aria-label={t('shell.language')}
      title={t('shell.language')}
      value={i18n.language}
      onChange={(event) => void changeLanguage(event.target.value as Language)}
    >
      {languages.map(([language, name]) => (
        <option key={language} value={language} lang={language} disabled={language === i18n.language}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The language switch as a menu section. */
export function useLanguageSection(): MenuSection {
  const { t, i18n } = useTranslation();
  return {
    key: 'language',
    label: t('shell.language'),
    items: languages.map(([language, name]) => {
      const current = language === i18n.language;
      return {
        key: language,
        label: name,
        lang: language,
        checked: current,
        disabled: current,
        onSelect: () => void changeLanguage(language),
      };
    }),
  };
}
