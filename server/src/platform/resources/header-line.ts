import type { Field, RowFields } from '@fleetwarden/contract/resources/resource';
import { REPLY_LANGUAGES } from '../http/language.ts';
import type { GetText } from '../http/replies.ts';
import { TaskFault } from '../tasks/task.ts';
import { createWords, importedFields, plainText, type Words } from './words.ts';

/** A column that is read: `at` counts from 0; `title` as the file has it. */
export type FileColumn = { readonly key: string; readonly field: Field; readonly at: number; readonly title: string };

export type HeaderLine = {
  readonly titles: readonly string[];
  readonly columns: readonly FileColumn[];
  /** Index of the operation column; -1 if there is none. */
  readonly operationAt: number;
  /** Index of the column with errors of an earlier import. */
  readonly reasonAt: number;
};

/** A key that no field has. */
const IGNORED = '@ignored';
const OPERATION = '@operation';
const REASON = '@reason';

/**
 * Finds the fields of a file's columns by headings in any language or by field keys. Export-only columns
 * are skipped. Throws TaskFault for unknown, duplicate or missing headings.
 */
export function readHeaderLine(cells: readonly string[], resource: RowFields, getText: GetText, words: Words): HeaderLine {
  const titles = cells.map((cell) => cell.trim());
  const known = knownHeadings(resource, getText, words);
  const meanings = titles.map((title) => (title === '' ? IGNORED : known.get(headingText(title))));
  const unknown = titles.filter((_, at) => meanings[at] === undefined);
  if (unknown.length > 0) throw fault('transfer.unknownHeaders', unknown);
  const double = titles.filter((_, at) => meanings[at] !== IGNORED && meanings.indexOf(meanings[at]) !== at);
  if (double.length > 0) throw fault('transfer.doubleHeaders', [...new Set(double)]);
  const fields = new Map(importedFields(resource));
  const columns = meanings.flatMap((key, at): FileColumn[] => {
    const field = key === undefined ? undefined : fields.get(key);
    return field && key !== undefined ? [{ key, field, at, title: titles[at] ?? '' }] : [];
  });
  const has = new Set(columns.map(({ key }) => key));
  const isMissing = resource.importKey ?? requiredKeys(resource);
  const missing = isMissing.filter((key) => fields.has(key) && !has.has(key));
  if (missing.length > 0) throw fault('transfer.missingHeaders', missing.map(words.heading));
  return { titles, columns, operationAt: meanings.indexOf(OPERATION), reasonAt: meanings.indexOf(REASON) };
}

/** Fields without which there is no new record. */
export const requiredKeys = (resource: RowFields): string[] =>
  importedFields(resource).flatMap(([key, { required, initial }]) => (required && initial === undefined ? [key] : []));

/** A required column may be marked as such. */
const headingText = (title: string) => plainText(title.replace(/^\*|\*$/g, ''));

function knownHeadings(resource: RowFields, getText: GetText, words: Words): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const add = (title: string, meaning: string) => {
    if (!known.has(headingText(title))) known.set(headingText(title), meaning);
  };
  const imported = new Set(importedFields(resource).map(([key]) => key));
  const keys = Object.keys(resource.fields);
  for (const language of [words.language, ...REPLY_LANGUAGES]) {
    const { heading } = createWords(resource, getText, language);
    for (const key of keys) add(heading(key), imported.has(key) ? key : IGNORED);
  }
  for (const key of keys) add(key, imported.has(key) ? key : IGNORED);
  for (const title of words.everyText('transfer.operation')) add(title, OPERATION);
  for (const title of words.everyText('transfer.reason')) add(title, REASON);
  for (const text of ['transfer.createdAt', 'transfer.updatedAt']) for (const title of words.everyText(text)) add(title, IGNORED);
  return known;
}

const fault = (key: string, headers: readonly string[]) => new TaskFault({ key, params: { headers: headers.join(', ') } });
