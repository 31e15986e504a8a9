import { written } from '@fleetwarden/contract/resources/record-schemas';
import {
  choiceRows,
  type EnumerationRow,
  type EnumerationType,
  type Field,
  type RowFields,
} from '@fleetwarden/contract/resources/resource';
import { REPLY_LANGUAGES, type ReplyLanguage } from '../http/language.ts';
import { filled, type GetText } from '../http/replies.ts';

/** The key of a text and values for its `{{name}}`. */
export type TextRef = { readonly key: string; readonly params?: Readonly<Record<string, string | number>> | undefined };

/** Texts of a file in the caller's language. */
export type Words = {
  readonly language: ReplyLanguage;
  say(key: string, params?: TextRef['params']): string;
  /** The heading of a field's column. */
  heading(key: string): string;
  /** Name of an enumeration's value; the value itself where it has none. */
  choice(type: EnumerationType, value: unknown): string;
  /** A text in every language, the caller's first. */
  everyText(key: string): string[];
};

export function createWords(resource: RowFields, getText: GetText, language: ReplyLanguage): Words {
  const languages = [language, ...REPLY_LANGUAGES.filter((each) => each !== language)];
  return {
    language,
    say: (key, params) => filled(getText(language, key), params),
    heading: (key) => findHeading(resource, getText, language, key),
    choice: (type, value) => {
      const row = choiceRows(type).find((each) => each.value === value);
      return row ? formatChoice(row, getText, language) : String(value);
    },
    everyText: (key) => languages.map((each) => getText(each, key)),
  };
}

/** A text of the resource's own area; the field's key where that has none. */
function findHeading({ name, texts = name }: RowFields, getText: GetText, language: ReplyLanguage, key: string): string {
  const path = `${texts}.${key}`;
  const text = getText(language, path);
  return text === path ? key : text;
}

const formatChoice = ({ key, value }: EnumerationRow, getText: GetText, language: ReplyLanguage): string =>
  key === null ? String(value) : getText(language, key);

/** Normalizes a text: ignores width, case and spaces. */
export const plainText = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Values of an enumeration by what people may write for them: the name in any language, or the value. */
export function choiceValues(type: EnumerationType, { everyText }: Words): ReadonlyMap<string, number | string> {
  const values = new Map<string, number | string>();
  const add = (text: string, value: number | string) => {
    if (!values.has(plainText(text))) values.set(plainText(text), value);
  };
  // the caller's language comes first, also among equal values
  const names = choiceRows(type).map(({ key, value }) => ({ value, texts: key === null ? [String(value)] : everyText(key) }));
  for (let at = 0; at < REPLY_LANGUAGES.length; at++)
    for (const { texts, value } of names) for (const text of texts.slice(at, at + 1)) add(text, value);
  for (const { value } of names) add(String(value), value);
  return values;
}

/** Fields that files bring. */
export const importedFields = (resource: RowFields): [string, Field][] =>
  written(resource).filter(([, { notImported }]) => !notImported);

const SEVERAL = /[,;、；，]/;

/** Splits a text at commas of any kind, without duplicates. */
export const pieces = (text: string): string[] => [
  ...new Set(
    text
      .split(SEVERAL)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== ''),
  ),
];
