import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'fleetwarden closed box';

/** A public key to encrypt, and the private key to decrypt: both base64url of DER. */
export function createOneTimeKeys(): { readonly lock: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { lock: encodePublicKey(publicKey), key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url') };
}

/**
 * Encrypts a text for one reader (X25519, HKDF, AES-256-GCM); the writer cannot decrypt it. Base64url. Throws on an invalid key.
 */
export function encryptOneTimeSecret(lock: string, text: string): string {
  const own = generateKeyPairSync('x25519');
  const to = createPublicKey({ key: Buffer.from(lock, 'base64url'), type: 'spki', format: 'der' });
  const from = encodePublicKey(own.publicKey);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(own.privateKey, to, from, lock), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [from, Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')].join('.');
}

/** The decrypted text; undefined for another or an invalid key. */
export function decryptOneTimeSecret(key: string, box: string): string | undefined {
  try {
    const [from = '', rest = ''] = box.split('.');
    const own = createPrivateKey({ key: Buffer.from(key, 'base64url'), type: 'pkcs8', format: 'der' });
    const by = createPublicKey({ key: Buffer.from(from, 'base64url'), type: 'spki', format: 'der' });
    const bytes = Buffer.from(rest, 'base64url');
    const secret = deriveKey(own, by, from, encodePublicKey(createPublicKey(own)));
    const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

const encodePublicKey = (publicKey: KeyObject): string => publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');

const deriveKey = (privateKey: KeyObject, publicKey: KeyObject, from: string, to: string): Buffer =>
  Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), `${from}.${to}`, PURPOSE, KEY_BYTES));
