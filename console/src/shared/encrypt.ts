import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { call } from '../api/call.ts';

/** Thrown when the server's public key is unusable. */
export class KeyError extends Error {}

/**
 * Encrypts passwords for calls: RSA PKCS#1 v1.5 over `password + "\n" + nonce`, base64 (DESIGN 4), all with one single-use nonce.
 * Web Crypto does not exist on plain HTTP. Throws `Refusal`, `NetworkError` or `KeyError`.
 */
export async function encryptPasswords<const P extends readonly string[]>(passwords: P): Promise<{ [K in keyof P]: string }> {
  const [{ publicKey, nonce }, { JSEncrypt }] = await Promise.all([
    call(identityCalls.publicKey, {}, { quiet: true }),
    import('jsencrypt'),
  ]);
  const rsa = new JSEncrypt();
  rsa.setPublicKey(publicKey);
  const ciphers = passwords.map((password) => {
    const cipher = rsa.encrypt(`${password}\n${nonce}`);
    if (cipher === false || cipher === null) throw new KeyError('RSA encryption failed: the public key cannot be read');
    return cipher;
  });
  return ciphers as { [K in keyof P]: string };
}
