/** What is wrong with a password: nothing typed, too few characters, or too few classes of them. */
export type PasswordProblem = 'empty' | 'short' | 'classes';

export const MIN_PASSWORD_CHARS = 8;
/** Of these; other characters are allowed and count for no class. */
const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /_/];
const MIN_CLASSES = 3;

/** What keeps a text from being a password; null where it may be one. Characters are counted as people see them, not in UTF-16. */
export function passwordProblem(text: string): PasswordProblem | null {
  if (text === '') return 'empty';
  if ([...text].length < MIN_PASSWORD_CHARS) return 'short';
  return CLASSES.filter((of) => of.test(text)).length < MIN_CLASSES ? 'classes' : null;
}
