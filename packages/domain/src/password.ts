/** Problem of a password: empty, too short, or too few character classes. */
export type PasswordProblem = 'empty' | 'short' | 'classes';

export const MIN_PASSWORD_CHARS = 8;
/** Other characters are allowed and count for no class. */
const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /_/];
const MIN_CLASSES = 3;

/** The problem of a password, or null. Length counts graphemes, not UTF-16 units. */
export function passwordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'empty';
  if ([...text].length < MIN_PASSWORD_CHARS) return 'short';
  return CLASSES.filter((of) => of.test(text)).length < MIN_CLASSES ? 'classes' : null;
}
