import { constants, generateKeyPair, privateDecrypt, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { ExpiringMap } from './expiring-map.ts';
import { MAX_NONCES, NONCE_LIFE_MS, RSA_BITS } from './limits.ts';

const NONCE_BYTES = 16;

export type LoginKey = {
  readonly publicKey: string;
  /** A nonce that works once, for five minutes. */
  nonce(): string;
  /** The password in an encrypted login; undefined for anything but a fresh `password + "\n" + nonce`. */
  open(encrypted: string): string | undefined;
};

/** Makes the RSA key of this run: a login that began before a restart has to fetch the new one. */
export async function createLoginKey(now: () => number): Promise<LoginKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const nonces = new ExpiringMap<true>({ lifeMs: NONCE_LIFE_MS, max: MAX_NONCES, now });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    nonce: () => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      nonces.set(nonce, true);
      return nonce;
    },
    open: (encrypted) => {
      let plain: string;
      try {
        // bad padding gives random bytes here, not an error (implicit rejection): nothing to be told apart
        plain = privateDecrypt(
          { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
          Buffer.from(encrypted, 'base64'),
        ).toString('utf8');
      } catch {
        return undefined;
      }
      const at = plain.lastIndexOf('\n');
      return at >= 0 && nonces.take(plain.slice(at + 1)) ? plain.slice(0, at) : undefined;
    },
  };
}
