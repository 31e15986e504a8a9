import type { Field } from '@fleetwarden/contract/resources/resource';
import type { Cell, ColumnKind } from '../files/table.ts';
import type { Stored } from './read.ts';
import type { Words } from './words.ts';

/** The column kind of a field in files. */
export function columnKind({ kind }: Field): ColumnKind {
  if (kind === 'integer' || kind === 'decimal') return 'number';
  return kind === 'date' || kind === 'instant' ? kind : 'text';
}

/** A record's value as people read it; `row` is masked already. */
export function cellText(key: string, field: Field, row: Stored, words: Words): Cell {
  const value = row[key];
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'flag':
    case 'secret':
      return words.say(value ? 'transfer.yes' : 'transfer.no');
    case 'choice':
    case 'code':
      return words.choice(field.of, value);
    case 'choices':
      return joinedNames(
        (value as readonly number[]).map((each) => words.choice(field.of, each)),
        words,
      );
    case 'link':
      return (row[field.shows] as string | null) ?? null;
    case 'links':
      return joinedNames(row[field.shows] as readonly string[], words);
    default:
      return value as string | number;
  }
}

/** Several names in one cell, separated as an import expects. */
const joinedNames = (names: readonly string[], { language }: Words): string =>
  names.join(language === 'zh' || language === 'ja' ? '、' : '; ');
