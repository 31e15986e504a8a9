/**
 * The password as the login call takes it: RSA PKCS#1 v1.5 over `password + "\n" + nonce`, base64 (DESIGN 4). Web Crypto is no
 * help: it does not exist on plain http. Throws when the key cannot be read.
 */
export async function encryptPassword(password: string, nonce: string, publicKey: string): Promise<string> {
  const { JSEncrypt } = await import('jsencrypt');
  const rsa = new JSEncrypt();
  rsa.setPublicKey(publicKey);
  const cipher = rsa.encrypt(`${password}\n${nonce}`);
  if (cipher === false || cipher === null) throw new Error('RSA encryption failed: the public key cannot be read');
  return cipher;
}
