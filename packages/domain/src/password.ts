import { isCommonPassword } from './common-password.ts';

/** Problem of a password: empty, too short, too few character classes, or easy to guess. */
export type PasswordProblem = 'empty' | 'short' | 'classes' | 'common';

export const MIN_PASSWORD_CHARS = 8;
/** Underscore and all other symbols are one class; letters without case and spaces are allowed and count for none. */
const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /[\p{P}\p{S}]/u];
const MIN_CLASSES = 3;

/** The problem of a password, or null. Length counts graphemes, not UTF-16 units. */
export function passwordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'empty';
  if ([...text].length < MIN_PASSWORD_CHARS) return 'short';
  if (CLASSES.filter((of) => of.test(text)).length < MIN_CLASSES) return 'classes';
  return isCommonPassword(text) ? 'common' : null;
}
