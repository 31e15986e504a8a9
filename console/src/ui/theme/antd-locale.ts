import type { Language } from '@fleetwarden/locale/names';
import type { ConfigProviderProps } from 'antd';
import english from 'antd/locale/en_US';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** antd's own texts (pagers, empty tables, calendars), and dayjs names of days and months. */
type Words = { readonly locale: AntdLocale; readonly dayjs: string };

/** antd's built-in English, the fallback. Given whole: some components read their texts from here alone. */
const OWN: Words = { locale: english, dayjs: 'en' };

/** Loaded with the language's texts. */
const loaders: Readonly<Record<Language, () => Promise<Words>>> = {
  zh: async () => {
    const [antd] = await Promise.all([import('antd/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    return { locale: antd.default, dayjs: 'zh-cn' };
  },
  en: async () => OWN,
  es: async () => {
    const [antd] = await Promise.all([import('antd/locale/es_ES'), import('dayjs/locale/es')]);
    return { locale: antd.default, dayjs: 'es' };
  },
  ja: async () => {
    const [antd] = await Promise.all([import('antd/locale/ja_JP'), import('dayjs/locale/ja')]);
    return { locale: antd.default, dayjs: 'ja' };
  },
};

const loaded = new Map<Language, Words>();

/**
 * antd's texts in the current language; null while the first load, the previous ones while the next load. dayjs follows. If
 * loading fails, the current texts or English stay.
 */
export function useAntdLocale(): AntdLocale | null {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  const [words, setWords] = useState(() => loaded.get(language) ?? null);

  useEffect(() => {
    let left = false;
    const use = (next: Words) => {
      loaded.set(language, next);
      if (left) return;
      dayjs.locale(next.dayjs);
      setWords(next);
    };
    const known = loaded.get(language);
    if (known) use(known);
    else loaders[language]().then(use, () => left || setWords((shown) => shown ?? OWN));
    return () => {
      left = true;
    };
  }, [language]);

  return words?.locale ?? null;
}
