import type { LanguageTexts } from '@fleetwarden/locale/languages';
import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readCookie, writeCookie } from './cookie.ts';
import { loadCode } from './load-code.ts';
import { UNITS_CHANGED, unitText } from './units.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: LanguageTexts };
  }
}

const COOKIE = 'language';
const COOKIE_DAYS = 365;

/** One chunk per language. */
export const textLoaders: Readonly<Record<Language, () => Promise<LanguageTexts>>> = {
  zh: async () => (await import('@fleetwarden/locale/zh/index')).zh,
  en: async () => (await import('@fleetwarden/locale/en/index')).en,
  es: async () => (await import('@fleetwarden/locale/es/index')).es,
  ja: async () => (await import('@fleetwarden/locale/ja/index')).ja,
};

/** Texts of the pages before sign-in; the rest is several times as large. */
const entranceLoaders: Readonly<Record<Language, () => Promise<Partial<LanguageTexts>>>> = {
  zh: async () => (await import('@fleetwarden/locale/zh/entrance')).entrance,
  en: async () => (await import('@fleetwarden/locale/en/entrance')).entrance,
  es: async () => (await import('@fleetwarden/locale/es/entrance')).entrance,
  ja: async () => (await import('@fleetwarden/locale/ja/entrance')).entrance,
};

const isLanguage = (text: string | null | undefined): text is Language => text != null && Object.hasOwn(languageNames, text);

/** The language of the cookie, else of the browser, else English (specification 1). Unknown cookie values are ignored. */
export function preferredLanguage(): Language {
  const cookie = readCookie(COOKIE);
  if (isLanguage(cookie)) return cookie;
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
}

/** Adds the Spanish plural form 'many' of whole millions, which our texts word like 'other'. */
function withMany(texts: Partial<LanguageTexts>): Partial<LanguageTexts> {
  const areas = Object.entries(texts).map(([area, entries]) => {
    const many = Object.entries(entries).filter(([key]) => key.endsWith('_other'));
    return [area, { ...entries, ...Object.fromEntries(many.map(([key, text]) => [key.replace(/other$/, 'many'), text])) }];
  });
  return Object.fromEntries(areas);
}

export type TextsPart = 'entrance' | 'all';
/** The required part of a language, and the completely loaded languages. */
let wanted: TextsPart = 'all';
const whole = new Set<Language>();

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation') && (wanted === 'entrance' || whole.has(language))) return;
  const part = wanted;
  i18next.addResourceBundle(
    language,
    'translation',
    withMany(await (part === 'all' ? textLoaders : entranceLoaders)[language]()),
    true,
    true,
  );
  if (part === 'all') whole.add(language);
}

/** Loads the texts of the preferred language; call once before rendering. */
export async function startTexts(language: Language = preferredLanguage(), part: TextsPart = 'all'): Promise<void> {
  wanted = part;
  whole.clear();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false },
    // variables without a value that name a unit
    missingInterpolationHandler: (_text, match: RegExpExecArray) => unitText(match[1]!.trim()),
    react: { bindI18n: `languageChanged ${UNITS_CHANGED}` },
  });
  await loadCode(() => load(language));
  document.documentElement.lang = language;
}

/** Loads the texts of pages after sign-in; rejects on failure. */
export async function loadAllTexts(): Promise<void> {
  wanted = 'all';
  await load(i18next.language as Language);
}

/** Changes and stores the language. Rejects without a change if its texts do not load. */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeCookie(COOKIE, language, COOKIE_DAYS);
}
