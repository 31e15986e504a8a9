import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of the text of an address. Texts begin with a word for their kind, so that none passes for another's. */
export const signText = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Whether `sent` is the expected signature; takes the same time for each wrong one. */
export function isSignature(sent: unknown, expected: string): sent is string {
  if (typeof sent !== 'string') return false;
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
