import type { CommandCode } from '@fleetwarden/contract/commands/terminal-commands';
import { findNumberProblem } from '@fleetwarden/contract/resources/number-problem';
import { type Field, type Fields, getMaxChars } from '@fleetwarden/contract/resources/resource';
import type { RuleProblem } from '@fleetwarden/domain/form-rules';
import type { TFunction } from 'i18next';

export type Values = Readonly<Record<string, unknown>>;

/** Rows of values, such as the entries of a phone book. `labels`: text keys of its columns. */
export type RowsField = {
  readonly kind: 'rows';
  readonly fields: Fields;
  readonly labels: Readonly<Record<string, string>>;
  readonly min: number;
  readonly max: number;
  /** The command and its list that rows of a file are read for. */
  readonly file?: { readonly cmdCode: CommandCode; readonly list: string };
};
/** Several numbers, typed in. */
export type NumbersField = {
  readonly kind: 'numbers';
  readonly min: number;
  readonly max: number;
  /** Most numbers. */
  readonly most: number;
  readonly required?: true;
};
/** One of several numbers with names; `label` is a text key. */
type SelectField = {
  readonly kind: 'select';
  readonly options: readonly { readonly value: number; readonly label: string }[];
  readonly required?: true;
  readonly initial?: number;
};
/** A field of a command's form. */
export type FormField = Field | RowsField | NumbersField | SelectField;

type Fault =
  | RuleProblem
  | { readonly key: 'field.required' }
  | { readonly key: 'field.tooFew'; readonly params: { readonly min: number } };

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Why a value is refused; null if it is valid. The server checks the same. */
export function findFault(field: FormField, value: unknown): Fault | null {
  if (field.kind === 'rows') return rowsFault(field, (value ?? []) as readonly Values[]);
  if (isNothing(value)) return 'required' in field && field.required && field.kind !== 'flag' ? { key: 'field.required' } : null;
  switch (field.kind) {
    case 'numbers':
      return (value as readonly number[]).map((each) => rangeFault(field, each)).find((fault) => fault !== null) ?? null;
    case 'integer':
    case 'decimal':
      if (field.kind === 'integer' && field.rule) return findNumberProblem(field, value as number);
      return rangeFault(field, value as number) ?? findNumberProblem(field, value as number);
    case 'text':
    case 'secret': {
      const max = getMaxChars(field);
      const text = String(value).trim();
      if ([...text].length > max) return { key: 'rule.lengthMax', params: { max } };
      return field.rule?.check(text) ?? null;
    }
    default:
      return null;
  }
}

function rangeFault({ kind, min, max }: { kind: string; min: number; max: number }, value: number): Fault | null {
  if (!Number.isFinite(value) || (kind !== 'decimal' && !Number.isInteger(value)))
    return { key: 'rule.integer', params: { min, max } };
  if (value < min) return { key: 'rule.min', params: { min } };
  return value > max ? { key: 'rule.max', params: { max } } : null;
}

function rowsFault({ fields, min }: RowsField, rows: readonly Values[]): Fault | null {
  if (rows.length < min) return min === 1 ? { key: 'field.required' } : { key: 'field.tooFew', params: { min } };
  for (const row of rows)
    for (const [key, field] of Object.entries(fields)) {
      const fault = findFault(field, row[key]);
      if (fault) return fault;
    }
  return null;
}

export function faultText(t: TFunction, fault: Fault): string {
  const params: Readonly<Record<string, string | number>> = ('params' in fault && fault.params) || {};
  return t(fault.key, params);
}

/** Unit and limits of a number, as words under its input; '' for other fields. */
export function limitsText(t: TFunction, field: FormField): string {
  if (field.kind !== 'integer' && field.kind !== 'decimal') return '';
  const { min, max, unit } = field;
  return t('terminalSetup.limits', { min, max, unit: unit ?? '' }).trim();
}

/** The values of a new form or row. */
export const initialValues = (fields: Readonly<Record<string, FormField>>): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      'initial' in field && field.initial !== undefined ? [[key, field.initial]] : [],
    ),
  );
