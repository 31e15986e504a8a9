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
