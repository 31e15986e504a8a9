import { constants, generateKeyPair, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto';
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
  /** Two passwords that were encrypted with one nonce; undefined for anything else. */
  openBoth(first: string, second: string): readonly [string, string] | undefined;
};

export type LoginKeyPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** Makes the RSA key of this run: a login that began before a restart has to fetch the new one. */
export const makeLoginKeyPair = (): Promise<LoginKeyPair> => promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });

export function createLoginKey({ publicKey, privateKey }: LoginKeyPair, now: () => number): LoginKey {
  const nonces = new ExpiringMap<true>({ lifeMs: NONCE_LIFE_MS, max: MAX_NONCES, now });
  const decrypt = (encrypted: string): string => {
    try {
      // bad padding returns random bytes, not an error (implicit rejection): no padding oracle
      return privateDecrypt(
        { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
        Buffer.from(encrypted, 'base64'),
      ).toString();
    } catch {
      return '';
    }
  };
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    nonce: () => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      nonces.set(nonce, true);
      return nonce;
    },
    open: (encrypted) => {
      const { password, nonce } = parse(decrypt(encrypted));
      return nonces.take(nonce) ? password : undefined;
    },
    openBoth: (first, second) => {
      const [a, b] = [parse(decrypt(first)), parse(decrypt(second))];
      return nonces.take(a.nonce) && a.nonce === b.nonce ? [a.password, b.password] : undefined;
    },
  };
}

/** The part before the last line break, and the nonce after it; without a line break an invalid nonce. */
function parse(plain: string): { password: string; nonce: string } {
  const at = plain.lastIndexOf('\n');
  return at >= 0 ? { password: plain.slice(0, at), nonce: plain.slice(at + 1) } : { password: '', nonce: '' };
}
