import { CallError, type FieldError } from '@fleetwarden/contract/errors';
import { z } from 'zod';
import type { ReplyLanguage } from './language.ts';
import { MAX_DEPTH, MAX_FIELD_ERRORS, MAX_FIELD_PATH } from './limits.ts';

/** zod's own words for a refused field, in every language of replies. */
const messages: Readonly<Record<ReplyLanguage, z.core.$ZodErrorMap>> = {
  en: z.locales.en().localeError,
  zh: z.locales.zhCN().localeError,
  es: z.locales.es().localeError,
  ja: z.locales.ja().localeError,
};

/** A copy of a call's schema that refuses fields it does not name. Nested objects say so themselves (z.strictObject). */
export function closed(schema: z.ZodType, where: string): z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new Error(`${where}: data must be an object`);
  return schema.strict();
}

/**
 * Refuses what no call takes, before anything walks through it: text with a NUL, which PostgreSQL cannot hold, and nesting that
 * would overflow a stack. Throws CallError validation.
 */
export function requireSound(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw unsound(`deeper than ${MAX_DEPTH} levels`);
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' && each.includes('\0')) throw unsound('a NUL character');
      if (typeof each !== 'object' || each === null) continue;
      for (const [key, inner] of Object.entries(each)) below.push(key, inner);
    }
    level = below;
  }
}

const unsound = (message: string) => new CallError('validation', message, [{ path: '', message }]);

/** Parses what a caller sent; throws CallError validation with a field error for each fault, in the caller's language. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, language: ReplyLanguage): z.output<S> {
  const result = schema.safeParse(value, { error: messages[language] });
  if (result.success) return result.data;
  throw new CallError('validation', 'input refused', fieldErrors(result.error));
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues
    .flatMap((issue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      return keys.map((path) => ({ path: path.join('.').slice(0, MAX_FIELD_PATH), message: issue.message.slice(0, 200) }));
    })
    .slice(0, MAX_FIELD_ERRORS);
}
