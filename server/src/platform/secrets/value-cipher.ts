import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Purposes, each with its own derived key. */
const PURPOSES = { setting: 'fleetwarden settings', record: 'fleetwarden records' } as const;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret as stored: base64 of nonce, tag and cipher text. */
export type EncryptedValue = { readonly sealed: string };

export type ValueCipher = {
  /** `place` (scope and key, table and column) is authenticated: a copied value cannot be decrypted elsewhere. */
  encrypt(plain: string, place: string): EncryptedValue;
  /** Throws if the value was encrypted with another SECRET_KEY or for another place, or was changed. */
  decrypt(value: EncryptedValue, place: string): string;
};

export const isEncryptedValue = (value: unknown): value is EncryptedValue =>
  typeof value === 'object' && value !== null && typeof (value as Partial<EncryptedValue>).sealed === 'string';

/** Encrypts values at rest with a key derived from SECRET_KEY for one purpose. */
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
