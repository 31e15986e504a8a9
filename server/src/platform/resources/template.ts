import type { Writable } from 'node:stream';
import {
  choiceRows,
  type EnumerationType,
  type Field,
  getMaxChars,
  type RowFields,
} from '@fleetwarden/contract/resources/resource';
import type { Cell, Column } from '../files/table.ts';
import { writeTable } from '../files/write-table.ts';
import { columnKind } from './cell-text.ts';
import { OFFERED_VALUES } from './limits.ts';
import { importedFields, type Words } from './words.ts';

/** Writes an empty file for records: headings with notes, an example row that imports skip, and an explanation. */
export async function writeTemplate(
  stream: Writable,
  resource: RowFields,
  options: {
    readonly words: Words;
    readonly format: 'xlsx' | 'csv';
    readonly timeZone: string;
    /** Name of a department that the user may choose. */
    readonly department: string;
    /** Without a column of operations there is no example, either. */
    readonly operations: boolean;
  },
): Promise<void> {
  const { words, format, timeZone, department, operations: hasOperations } = options;
  const fields = importedFields(resource).filter(([, { kind }]) => kind !== 'secret' || format === 'xlsx');
  const operations = ['transfer.opAdd', 'transfer.opChange', 'transfer.opRemove'].map((key) => words.say(key));
  const first: Column = {
    title: words.say('transfer.operation'),
    kind: 'text',
    note: words.say('transfer.noteOperation'),
    // the example's own word is not offered
    allowed: [...operations, words.say('transfer.opExample')],
  };
  const columns = fields.map(([key, field]): Column => {
    const allowed = offered(field, words);
    return {
      title: words.heading(key),
      kind: columnKind(field) === 'date' ? 'date' : 'text',
      note: formatNote(resource, key, field, words),
      ...(allowed ? { allowed } : {}),
    };
  });
  const example: Cell[] = fields.map(([key, field]) => chooseExample(key, field, words, department));
  const lines = [
    ...(hasOperations ? [words.say('transfer.noteExample'), `${first.title}: ${first.note}`] : []),
    ...fields.map(([key, field]) => `${words.heading(key)}: ${explained(resource, key, field, words)}`),
  ];
  await writeTable(stream, format, {
    sheet: words.say('transfer.templateFile', { name: '' }).replace(/^[-\s]+/, ''),
    columns: hasOperations ? [first, ...columns] : columns,
    rows: hasOperations ? [[words.say('transfer.opExample'), ...example]] : [],
    timeZone,
    notes: { sheet: words.say('transfer.notes'), lines },
  });
}

const enabled = (type: EnumerationType) =>
  choiceRows(type)
    .filter((row) => row.enabled)
    .map(({ value }) => value);

/** The options of a cell's list. */
function offered(field: Field, words: Words): string[] | undefined {
  if (field.kind === 'flag') return [words.say('transfer.yes'), words.say('transfer.no')];
  if (field.kind !== 'choice' && field.kind !== 'code') return undefined;
  const names = enabled(field.of).map((value) => words.choice(field.of, value));
  return names.length <= OFFERED_VALUES ? names : undefined;
}

/** A spreadsheet shows 255 characters in a note. */
const NOTE_CHARS = 255;

function formatNote(resource: RowFields, key: string, field: Field, words: Words): string {
  return explained(resource, key, field, words).slice(0, NOTE_CHARS);
}

/** The explanation of a column. */
function explained(resource: RowFields, key: string, field: Field, words: Words): string {
  const parts = [
    ...(field.required ? [words.say('transfer.noteRequired')] : []),
    ...(resource.importKey?.includes(key) ? [words.say('transfer.noteKey')] : []),
    ...kindNotes(field, words),
  ];
  return parts.join('; ');
}

function kindNotes(field: Field, words: Words): string[] {
  switch (field.kind) {
    case 'text':
    case 'secret':
      return [words.say('transfer.noteLength', { max: getMaxChars(field) })];
    case 'integer':
    case 'decimal':
      return [words.say('transfer.noteRange', { min: field.min, max: field.max })];
    case 'date':
      return [words.say('transfer.noteDate')];
    case 'instant':
      return [words.say('transfer.noteInstant')];
    case 'flag':
      return [words.say('transfer.noteOptions', { values: `${words.say('transfer.yes')}, ${words.say('transfer.no')}` })];
    case 'choice':
    case 'code':
    case 'choices': {
      const values = enabled(field.of).map((value) => words.choice(field.of, value));
      const options = words.say('transfer.noteOptions', { values: values.join(', ') });
      return field.kind === 'choices' ? [options, words.say('transfer.noteSeveral')] : [options];
    }
    case 'link':
      return [words.say(field.to === 'department' ? 'transfer.noteDepartment' : 'transfer.noteName')];
    case 'links':
      return [words.say('transfer.noteName'), words.say('transfer.noteSeveral')];
    // in no file
    case 'geometry':
      return [];
    case 'permissions':
      return [words.say('transfer.notePermissions', { role: words.say('role.monitor') })];
  }
}

/** Good texts of rules, by the rule's name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  mobile: '13800001234',
  phone: '13800001234',
  landline: '0755-12345678',
  idCard: '11010519491231002X',
  idCard2: '11010519491231002X',
  driverLicence: '11010519491231002X',
  vin: 'LSVAU033772000001',
  sim: '13900001234',
  creditCode: '91110000600037341L',
  email: 'name@example.com',
  ipv4: '192.0.2.1',
  host: 'example.com',
  port: '8080',
};

function chooseExample(key: string, field: Field, words: Words, department: string): Cell {
  switch (field.kind) {
    case 'text':
      return (field.rule && EXAMPLES[field.rule.name]) ?? (field.required ? words.heading(key) : null);
    case 'integer':
    case 'decimal':
      return String(field.initial ?? field.min);
    case 'date':
      return '2030-12-31';
    case 'instant':
      return '2026-11-21 08:30';
    case 'flag':
      return words.say('transfer.yes');
    case 'choice':
    case 'code':
    case 'choices': {
      const [first] = enabled(field.of);
      return first === undefined ? null : words.choice(field.of, field.initial ?? first);
    }
    case 'permissions':
      return words.say('role.monitor');
    case 'link':
      return field.to === 'department' ? department : null;
    default:
      return null;
  }
}
