import { createHmac, hkdfSync } from 'node:crypto';
import { createValueCipher } from '../secrets/value-cipher.ts';

/** Keeps texts that must be read back from whoever gets the database alone, and lets them be found by their whole value. */
export type FieldEncryption = {
  /** `place` is sealed in: what was copied to another column does not open. */
  encrypt(plain: string, place: string): string;
  /** Throws where it was sealed with another SECRET_KEY or changed since. */
  decrypt(sealed: string, place: string): string;
  /** The same for the same text, and no way back. */
  hash(plain: string): string;
};

const KEY_BYTES = 32;

export function createFieldEncryption(secretKey: string): FieldEncryption {
  const cipher = createValueCipher(secretKey, 'record');
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'fleetwarden sealed values', KEY_BYTES));
  return {
    encrypt: (plain, place) => cipher.encrypt(plain, place).sealed,
    decrypt: (sealed, place) => cipher.decrypt({ sealed }, place),
    hash: (plain) => createHmac('sha256', key).update(plain).digest('base64url'),
  };
}
