import type { LanguageTexts } from '@fleetwarden/locale/languages';
import type { Language } from '@fleetwarden/locale/names';

/** A text in every language; '' for a missing translation. */
export type TextRow = { readonly key: string; readonly area: string } & Readonly<Record<Language, string>>;

export type TextFilter = {
  /** Text to find in keys and texts, ignoring case. */
  readonly search: string;
  /** '': all. */
  readonly area: string;
  readonly onlyMissing: boolean;
};

export type AllTexts = Readonly<Record<Language, LanguageTexts>>;

/** All keys of all languages, in the order of their files. */
export function textRows(texts: AllTexts): TextRow[] {
  const languages = Object.keys(texts) as Language[];
  const rows = new Map<string, Record<string, string>>();
  for (const language of languages)
    for (const [area, entries] of Object.entries(texts[language]))
      for (const [name, text] of Object.entries(entries)) {
        const key = `${area}.${name}`;
        const row = rows.get(key) ?? { key, area, ...Object.fromEntries(languages.map((each) => [each, ''])) };
        row[language] = text;
        rows.set(key, row);
      }
  return [...rows.values()] as TextRow[];
}

const isMissing = (row: TextRow, languages: readonly Language[]) => languages.some((language) => row[language] === '');

/** Rows that match a filter, in order. */
export function filterRows(rows: readonly TextRow[], filter: TextFilter, languages: readonly Language[]): TextRow[] {
  const wanted = filter.search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.area === '' || row.area === filter.area) &&
      (!filter.onlyMissing || isMissing(row, languages)) &&
      (wanted === '' ||
        row.key.toLowerCase().includes(wanted) ||
        languages.some((language) => row[language].toLowerCase().includes(wanted))),
  );
}

/** Number of texts in a language. */
export function coverage(rows: readonly TextRow[], language: Language): number {
  return rows.reduce((count, row) => (row[language] === '' ? count : count + 1), 0);
}
