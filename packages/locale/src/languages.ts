import { en } from './en/index.ts';
import { es } from './es/index.ts';
import { ja } from './ja/index.ts';
import type { Language } from './names.ts';
import { zh } from './zh/index.ts';

export type { Language } from './names.ts';

/** The same keys with any text: what every language must fill. */
type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
export type LanguageTexts = Texts<typeof zh>;

export const texts: Readonly<Record<Language, LanguageTexts>> = { zh, en, es, ja };

/** The text of a dotted key ('error.forbidden'); the key itself where there is none. */
export function textOf(language: Language, key: string): string {
  let at: unknown = texts[language];
  for (const part of key.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined;
  return typeof at === 'string' ? at : key;
}
