import type { PermissionCode } from '@fleetwarden/contract/call';
import { inputSchema } from '@fleetwarden/contract/resources/field-schemas';
import { written } from '@fleetwarden/contract/resources/record-schemas';
import { type Field, getButtonCode, type Resource, type RowFields } from '@fleetwarden/contract/resources/resource';
import type { z } from 'zod';
import type { TableRow } from '../files/table-rows.ts';
import { fieldFaults } from '../http/validation.ts';
import { TaskFault } from '../tasks/task.ts';
import { cellReader, type ReadCell } from './cell-value.ts';
import { type FileColumn, type HeaderLine, requiredKeys } from './header-line.ts';
import type { Names } from './names.ts';
import { plainText, type TextRef, type Words } from './words.ts';

export type Operation = 'add' | 'change' | 'remove';

/** An error of a row; without a column it concerns the whole row. */
export type RowFault = TextRef & { readonly at?: number };

/** A parsed row: valid values, and names to look up in the database. */
export type ReadRow = {
  readonly file: TableRow;
  /** undefined: a change where a record matches, otherwise a new one. */
  readonly operation: Operation | undefined;
  readonly values: Record<string, unknown>;
  /** By the field's key. */
  readonly names: Map<string, readonly string[]>;
  readonly faults: RowFault[];
};

export type RowReader = {
  /** undefined: the row is an example. */
  read(file: TableRow): ReadRow | undefined;
  /** Puts the ids of records in place of their names. */
  link(row: ReadRow, column: FileColumn, names: Names): void;
  /** Initial values of a new record with the row's values. Throws TaskFault if the file lacks a required column. */
  newValues(row: ReadRow): Record<string, unknown>;
  /** Required values that a row leaves empty though it may not. */
  emptied(row: ReadRow, operation: 'add' | 'change'): RowFault[];
};

const BUTTONS = { add: 'add', change: 'edit', remove: 'remove' } as const satisfies Record<Operation, 'add' | 'edit' | 'remove'>;
const OPERATION_TEXTS = { add: 'transfer.opAdd', change: 'transfer.opChange', remove: 'transfer.opRemove' } as const;
const EXAMPLE = 'example';

export const operationText = (operation: Operation): string => OPERATION_TEXTS[operation];

type Column = FileColumn & { readonly read: ReadCell; readonly schema: z.ZodType };

/** Whether a user may perform the operation of a row. */
export const mayPerform = (resource: Resource, operation: Operation, rights: ReadonlySet<string>): boolean =>
  resource.can.includes(BUTTONS[operation]) && rights.has(getButtonCode(resource, BUTTONS[operation]) satisfies PermissionCode);

export function createRowReader(resource: RowFields, header: HeaderLine, words: Words, timeZone: string): RowReader {
  const columns = header.columns.map(
    (column): Column => ({ ...column, read: cellReader(column.field, words, timeZone), schema: inputSchema(column.field) }),
  );
  const keys = new Set(resource.importKey);
  const operations = operationWords(words);
  const absent = listDefaults(resource, new Set(columns.map(({ key }) => key)));
  const lacking = requiredKeys(resource).filter((key) => columns.every((column) => column.key !== key));
  const told = {
    add: words.say(OPERATION_TEXTS.add),
    change: words.say(OPERATION_TEXTS.change),
    remove: words.say(OPERATION_TEXTS.remove),
  };

  return {
    read: (file) => {
      const cell = (at: number) => (at < 0 ? '' : (file.cells[at] ?? ''));
      const operation = operations.get(plainText(cell(header.operationAt)));
      if (operation === EXAMPLE) return undefined;
      const row: ReadRow = {
        file,
        operation: operation === 'any' ? undefined : operation,
        values: {},
        names: new Map(),
        faults: [],
      };
      if (!operation) row.faults.push({ key: 'transfer.unknownOperation', params: told, at: header.operationAt });
      for (const column of columns) {
        // a removal only needs the key; other cells are ignored
        if (operation === 'remove' && !keys.has(column.key)) continue;
        const said = column.read(cell(column.at));
        if ('wrong' in said) row.faults.push({ ...said.wrong, at: column.at });
        else if ('names' in said) row.names.set(column.key, said.names);
        else take(row, column, said.value);
      }
      return row;
    },
    link: (row, column, names) => {
      const named = (row.names.get(column.key) ?? []).map(names);
      const bad = named.find((each) => 'wrong' in each);
      if (bad && 'wrong' in bad) row.faults.push({ ...bad.wrong, at: column.at });
      else {
        const ids = named.map((each) => ('id' in each ? each.id : ''));
        row.values[column.key] = column.field.kind === 'links' ? ids : ids[0];
      }
    },
    newValues: ({ file, values }) => {
      if (lacking.length > 0) {
        throw new TaskFault({
          key: 'transfer.missingToAdd',
          params: { row: file.row, headers: lacking.map(words.heading).join(', ') },
        });
      }
      const blank = columns.filter(({ key, field }) => values[key] === null && field.initial !== undefined);
      return { ...absent, ...values, ...Object.fromEntries(blank.map(({ key, field }) => [key, field.initial])) };
    },
    // an absent secret remains unchanged; a new record has none yet
    emptied: ({ values }, operation) =>
      columns.flatMap(({ key, at, field }) =>
        field.required && values[key] === null && (field.kind === 'secret') === (operation === 'add')
          ? [{ key: 'field.required', at }]
          : [],
      ),
  };
}

/** A value as the record's form would have to send it. */
function take(row: ReadRow, { key, at, field, schema }: Column, value: unknown): void {
  // an empty cell of a new record gets the form's initial value; whether it is new is not known yet
  const isOpen = value === null && field.initial !== undefined;
  const result = schema.safeParse(isOpen ? field.initial : value, { reportInput: true });
  if (isOpen) row.values[key] = null;
  else if (result.success) row.values[key] = result.data;
  else for (const { key: text, params } of fieldFaults(result.error).slice(0, 1)) row.faults.push({ key: text, params, at });
}

/** Values of a new record for fields without a column in the file. */
function listDefaults(resource: RowFields, present: ReadonlySet<string>): Record<string, unknown> {
  const missing = written(resource).filter(([key]) => !present.has(key));
  return Object.fromEntries(missing.map(([key, field]) => [key, field.initial ?? nothing(field)]));
}

function nothing({ kind }: Field): unknown {
  if (kind === 'flag') return false;
  return kind === 'choices' || kind === 'links' || kind === 'permissions' ? [] : null;
}

/** Words for the column of operations. */
function operationWords({ everyText }: Words): ReadonlyMap<string, Operation | 'any' | typeof EXAMPLE> {
  const words = new Map<string, Operation | 'any' | typeof EXAMPLE>([
    ['', 'any'],
    ['edit', 'change'],
    ['update', 'change'],
    ['delete', 'remove'],
  ]);
  for (const operation of ['add', 'change', 'remove'] as const)
    for (const text of [operation, ...everyText(OPERATION_TEXTS[operation])]) words.set(plainText(text), operation);
  for (const text of everyText('transfer.opExample')) words.set(plainText(text), EXAMPLE);
  return words;
}
