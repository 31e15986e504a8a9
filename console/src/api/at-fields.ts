import { Refusal } from './client.ts';

/** A refusal whose fields are named as the form names them: without the prefix that the call has before them. */
export function atFields(error: unknown, prefix: string): unknown {
  if (!(error instanceof Refusal)) return error;
  const fields = error.fields.map(({ path, message }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    message,
  }));
  return new Refusal(error.code, error.message, fields);
}
