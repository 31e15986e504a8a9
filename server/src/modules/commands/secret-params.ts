import { hideSecretParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';

/** Parameters of a command by name. */
type Params = Readonly<Record<string, unknown>>;

/** Parameters that lists, the audit log and templates leave out. */
const SECRET: ReadonlySet<string> = new Set(['password', 'sealedPassword', 'authCode']);

/** Replaces the password by its encrypted form, which the gateway decrypts when it sends the command. */
export function sealParams(params: Params, encrypt: (password: string) => string): Params {
  const { password, ...rest } = params;
  if (password === undefined) return params;
  return typeof password === 'string' && password !== '' ? { ...rest, sealedPassword: encrypt(password) } : rest;
}

export const withoutSecrets = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([key]) => !SECRET.has(key)));

/** Where an answer, or the parameters of a set, hold values of the terminal. */
const LISTS = ['parameters', 'values'] as const;

/** A longer list is not shown with its command: its page reads it by a call of its own. */
const MAX_SHOWN_ITEMS = 2_500;

/** An answer, or the parameters of a set, without the passwords of the terminal. */
export function withoutSecretValues(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const shown: Record<string, unknown> = { ...data };
  if (Array.isArray(shown['items']) && shown['items'].length > MAX_SHOWN_ITEMS) delete shown['items'];
  for (const list of LISTS) {
    const values = shown[list];
    if (typeof values !== 'object' || values === null || Array.isArray(values)) continue;
    shown[list] = hideSecretParameters({ ...values });
  }
  return shown;
}
