import { Refusal } from './client.ts';

/** Renames a refusal's fields to form fields by removing the call's prefix. */
export function atFields(error: unknown, prefix: string): unknown {
  if (!(error instanceof Refusal)) return error;
  const fields = error.fields.map(({ path, message }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    message,
  }));
  return new Refusal(error.code, error.message, fields);
}
