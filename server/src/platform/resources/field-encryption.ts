import { createHmac, hkdfSync } from 'node:crypto';
import { createValueCipher } from '../secrets/value-cipher.ts';

/** Encrypts texts of records, and hashes them for exact search. */
export type FieldEncryption = {
  /** `place` (table.column) is authenticated: a value copied to another column cannot be decrypted. */
  encrypt(plain: string, place: string): string;
  /** Throws if the value was encrypted with another SECRET_KEY or was changed. */
  decrypt(sealed: string, place: string): string;
  /** Keyed hash: equal texts have equal hashes. */
  hash(plain: string): string;
};

/** The place of `sealedPassword` in the parameters of commands; superior platforms were first to send one. */
export const COMMAND_PASSWORD = 'superior_request.password';

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
