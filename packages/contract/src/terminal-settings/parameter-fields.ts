import { ENUMERATIONS, type EnumerationType } from '@fleetwarden/domain/enumerations';
import type { RuleProblem } from '@fleetwarden/domain/form-rules';
import { findNumberProblem } from '../resources/number-problem.ts';
import { type ChoiceField, type DecimalField, getMaxChars, type IntegerField, type TextField } from '../resources/resource.ts';

/** A number whose bits mean something: the values of an enumeration are bit numbers. `alarm`: the bits of 0x0200. */
export type BitsField = {
  readonly kind: 'bits';
  readonly of: EnumerationType | 'alarm';
  readonly initial?: number;
  /** At least one bit is set. */
  readonly some?: true;
};
/** Several values in one number: `shift` is the lowest bit of a part. */
export type PackedPart = {
  readonly shift: number;
  readonly width: number;
  readonly field: IntegerField | ChoiceField | BitsField;
};
export type PackedField = {
  readonly kind: 'packed';
  readonly parts: Readonly<Record<string, PackedPart>>;
  /** A rule across the parts; its path is that of a part. */
  readonly check?: (parts: Readonly<Record<string, number>>) => ParameterProblem | null;
};
/** An object of values. `partial`: a terminal keeps the ones that are absent (all bits 1 on the wire). */
export type StructField = { readonly kind: 'struct'; readonly fields: ParameterFields; readonly partial?: true };
/** A list of objects. */
export type ListField = { readonly kind: 'list'; readonly of: StructField; readonly max: number };

/** A value of a terminal parameter. Numbers and texts are fields as of resources. */
export type ParameterField =
  | IntegerField
  | DecimalField
  | TextField
  | ChoiceField
  | BitsField
  | PackedField
  | StructField
  | ListField;
export type ParameterFields = Readonly<Record<string, ParameterField>>;

/** Why a value of a parameter is refused. `path`: the value inside, '' for the whole. */
export type ParameterProblem = {
  readonly path: string;
  readonly key: string;
  readonly params?: NonNullable<RuleProblem['params']>;
};

const INVALID = 'field.invalid';
const MAX_UINT32 = 0xff_ff_ff_ff;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Bits `shift` to `shift + width - 1` of an unsigned number. */
export const readPart = (value: number, { shift, width }: Pick<PackedPart, 'shift' | 'width'>): number =>
  Math.floor(value / 2 ** shift) % 2 ** width;

/** The parts of a packed number by their keys. */
export const unpackParts = ({ parts }: PackedField, value: number): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, readPart(value, part)]));

/** The number of these parts; absent ones are 0. */
export const packParts = ({ parts }: PackedField, values: Readonly<Record<string, number>>): number =>
  Object.entries(parts).reduce((sum, [key, { shift }]) => sum + (values[key] ?? 0) * 2 ** shift, 0);

/** Keys of the values inside a field, each with a text of its own. */
export function innerKeys(field: ParameterField): string[] {
  if (field.kind === 'struct') return Object.entries(field.fields).flatMap(([key, inner]) => [key, ...innerKeys(inner)]);
  if (field.kind === 'packed') return Object.keys(field.parts);
  return field.kind === 'list' ? innerKeys(field.of) : [];
}

/** Numbers of the bits that are set. */
export const listBits = (value: number): number[] =>
  Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => readPart(value, { shift: bit, width: 1 }) === 1);

/** What is wrong with a value; null if nothing. Form, call and import refuse alike. */
export function findParameterProblem(field: ParameterField, value: unknown, path = ''): ParameterProblem | null {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return at(path, findRangeProblem(field, value));
    case 'text':
      return at(path, findTextProblem(field, value));
    case 'choice':
      return ENUMERATIONS[field.of].some((row) => row.value === value) ? null : { path, key: INVALID };
    case 'bits':
      if (!isWhole(value, MAX_UINT32)) return { path, key: INVALID };
      return field.some && value === 0 ? { path, key: 'field.required' } : null;
    case 'packed':
      if (!isWhole(value, MAX_UINT32)) return { path, key: INVALID };
      return (
        findFirst(Object.entries(field.parts), ([key, part]) =>
          findParameterProblem(part.field, readPart(value, part), join(path, key)),
        ) ?? findPartsProblem(field, value, path)
      );
    case 'struct':
      return findStructProblem(field, value, path);
    case 'list':
      if (!Array.isArray(value)) return { path, key: INVALID };
      if (value.length > field.max) return { path, key: 'field.tooMany', params: { max: field.max } };
      return findFirst([...value.entries()], ([i, item]) => findStructProblem(field.of, item, join(path, String(i))));
  }
}

function findStructProblem({ fields, partial }: StructField, value: unknown, path: string): ParameterProblem | null {
  if (!isObject(value)) return { path, key: INVALID };
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined) return { path: join(path, unknown), key: 'field.unknown' };
  if (Object.keys(value).length === 0) return { path, key: 'field.required' };
  return findFirst(Object.entries(fields), ([key, inner]) => {
    if (value[key] !== undefined) return findParameterProblem(inner, value[key], join(path, key));
    return partial ? null : { path: join(path, key), key: 'field.required' };
  });
}

function findRangeProblem(field: IntegerField | DecimalField, value: unknown): RuleProblem | { readonly key: string } | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: INVALID };
  if (value < field.min) return { key: 'rule.min', params: { min: field.min } };
  if (value > field.max) return { key: 'rule.max', params: { max: field.max } };
  if (field.kind === 'integer' && !Number.isInteger(value)) return { key: 'field.integer' };
  return findNumberProblem(field, value);
}

/** An empty text clears the parameter. */
function findTextProblem(field: TextField, value: unknown): RuleProblem | { readonly key: string } | null {
  if (typeof value !== 'string') return { key: INVALID };
  if (value === '') return field.required ? { key: 'field.required' } : null;
  const max = getMaxChars(field);
  if ([...value].length > max) return { key: 'rule.lengthMax', params: { max } };
  return field.rule?.check(value) ?? null;
}

const isWhole = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);
const at = (path: string, problem: { readonly key: string; readonly params?: RuleProblem['params'] } | null) =>
  problem && { path, key: problem.key, ...(problem.params ? { params: problem.params } : {}) };

function findFirst<T>(items: readonly T[], find: (item: T) => ParameterProblem | null): ParameterProblem | null {
  for (const item of items) {
    const problem = find(item);
    if (problem) return problem;
  }
  return null;
}

function findPartsProblem(field: PackedField, value: number, path: string): ParameterProblem | null {
  const problem = field.check?.(unpackParts(field, value)) ?? null;
  return problem && { ...problem, path: join(path, problem.path) };
}
