import type { Language } from '@fleetwarden/locale/names';
import type { ConfigProviderProps } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** What antd says of itself (pagers, empty tables, calendars), and what days and months are called in its pickers. */
type Words = { readonly locale: AntdLocale; readonly dayjs: string };

/** antd's own English, which it brings along: what a locale leaves unsaid. */
const OWN: Words = { locale: { locale: 'en' }, dayjs: 'en' };

/** Loaded with the language, like its texts: nobody loads words they do not read. */
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
 * antd's words in the language in force: null until they are there, those before them while the next are being loaded. dayjs
 * follows. Where they do not load, what is shown stays, or else is antd's own English.
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
