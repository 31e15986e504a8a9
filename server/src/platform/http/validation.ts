import { CallError, type FieldFault, fieldTexts } from '@fleetwarden/contract/errors';
import { z } from 'zod';
import { MAX_DEPTH, MAX_FIELD_ERRORS, MAX_FIELD_PATH } from './limits.ts';

/** A copy of a schema that rejects unknown fields, made when it is first asked for. Nested objects use z.strictObject. */
export function closed(schema: z.ZodType, where: string): () => z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new Error(`${where}: data must be an object`);
  let strict: z.ZodType | undefined;
  return () => (strict ??= schema.strict());
}

/**
 * Rejects input before it is traversed: NUL characters, which PostgreSQL cannot store, and deep nesting. Throws CallError
 * validation.
 */
export function requireSound(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw unsound(fieldTexts.tooDeep);
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' && each.includes('\0')) throw unsound(fieldTexts.characters);
      if (typeof each !== 'object' || each === null) continue;
      for (const [key, inner] of Object.entries(each)) below.push(key, inner);
    }
    level = below;
  }
}

const unsound = (key: string) => new CallError('validation', key, [{ path: '', key }]);

/** Validates input; throws CallError validation with one fault per rejected field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new CallError('validation', 'input refused', fieldFaults(result.error));
}

/** The faults of a zod error, by field. */
export function fieldFaults(error: z.ZodError): FieldFault[] {
  return error.issues
    .flatMap((issue) => {
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      const reason = reasonOf(issue);
      return paths.map((path) => ({ path: path.join('.').slice(0, MAX_FIELD_PATH), ...reason }));
    })
    .slice(0, MAX_FIELD_ERRORS);
}

/** A translatable reason for a zod issue: zod's messages name types and patterns. */
function reasonOf(issue: z.core.$ZodIssue): Omit<FieldFault, 'path'> {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { key: fieldTexts.unknown };
    case 'invalid_type':
      if (issue.input === undefined) return { key: fieldTexts.required };
      return { key: issue.expected === 'int' ? fieldTexts.integer : fieldTexts.invalid };
    case 'too_small': {
      const [text, entries, number] = [fieldTexts.tooShort, fieldTexts.tooFew, fieldTexts.tooSmall];
      return { key: sized(issue.origin, text, entries, number), params: { min: Number(issue.minimum) } };
    }
    case 'too_big': {
      const [text, entries, number] = [fieldTexts.tooLong, fieldTexts.tooMany, fieldTexts.tooBig];
      return { key: sized(issue.origin, text, entries, number), params: { max: Number(issue.maximum) } };
    }
    case 'custom':
      return isWorded(issue.params) ? { key: issue.params.key, params: issue.params.texts } : { key: fieldTexts.invalid };
    default:
      return { key: fieldTexts.invalid };
  }
}

/** Our own rules carry their reason (contract/resources/field-schemas toFieldFault). */
const isWorded = (params: unknown): params is { key: string; texts: Record<string, string | number> } =>
  typeof params === 'object' && params !== null && typeof (params as { key?: unknown }).key === 'string';

/** The measured size: characters of a text, entries of a list, or a number. */
function sized(origin: string, text: string, entries: string, number: string): string {
  if (origin === 'string') return text;
  return origin === 'array' || origin === 'record' ? entries : number;
}
