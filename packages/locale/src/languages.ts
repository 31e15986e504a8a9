import { en } from './en/index.ts';
import { es } from './es/index.ts';
import { ja } from './ja/index.ts';
import type { Language } from './names.ts';
import { fillUnits, type UnitSystem } from './units.ts';
import { zh } from './zh/index.ts';

export type { Language } from './names.ts';

/** The same keys with any text: every language must have all of them. */
export type LanguageTexts = { readonly [Area in keyof typeof zh]: Readonly<Record<keyof (typeof zh)[Area], string>> };

export const texts: Readonly<Record<Language, LanguageTexts>> = { zh, en, es, ja };

/** The text of a dotted key ('error.forbidden') with the names of the units; the key itself if there is none. */
export function getText(language: Language, key: string, units: UnitSystem = 'metric'): string {
  const [area = '', name = '', ...below] = key.split('.');
  const areas: Readonly<Record<string, Readonly<Record<string, string>>>> = texts[language];
  const entries = below.length === 0 && Object.hasOwn(areas, area) ? areas[area] : undefined;
  return entries && Object.hasOwn(entries, name) ? fillUnits(entries[name] ?? key, texts[language].unit, units) : key;
}
