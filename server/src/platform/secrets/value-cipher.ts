import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key for each kind of thing that is sealed. */
const PURPOSES = { setting: 'fleetwarden settings', record: 'fleetwarden records' } as const;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret as it lies in the database: base64 of nonce, tag and cipher text. */
export type EncryptedValue = { readonly sealed: string };

export type ValueCipher = {
  /** `place` (scope and key, table and column) is sealed in: what was copied elsewhere does not open. */
  encrypt(plain: string, place: string): EncryptedValue;
  /** Throws where it was sealed with another SECRET_KEY, for another place, or changed since. */
  decrypt(value: EncryptedValue, place: string): string;
};

export const isEncryptedValue = (value: unknown): value is EncryptedValue =>
  typeof value === 'object' && value !== null && typeof (value as Partial<EncryptedValue>).sealed === 'string';

/** Keeps what must be read back from whoever gets the database alone; the key is derived from SECRET_KEY, another for each purpose. */
export function createValueCipher(secretKey: string, what: keyof typeof PURPOSES): ValueCipher {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSES[what], KEY_BYTES));
  return {
    encrypt: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') };
    },
    decrypt: ({ sealed }, place) => {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new Error(`${what} ${place}: was sealed with another SECRET_KEY`, { cause });
      }
    },
  };
}
