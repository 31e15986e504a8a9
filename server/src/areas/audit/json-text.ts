/**
 * A value as JSON that PostgreSQL takes as jsonb: half of a surrogate pair, which JSON can name and jsonb refuses, becomes U+FFFD.
 * null for undefined.
 */
export function jsonText(value: unknown): string | null {
  const text = JSON.stringify(value) as string | undefined;
  // an escaped backslash is taken in one piece, so that what follows it is not mistaken for an escape
  return text?.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (piece) => (piece === '\\\\' ? piece : '\ufffd')) ?? null;
}
