import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** The manifest of a package: each file with its hash. Its signature makes them those of this platform. */
export const Manifest = z.object({
  format: z.literal('fleetwarden-evidence-1'),
  platform: z.string(),
  createdAt: z.number(),
  username: z.string(),
  alarmGids: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST = 'manifest.json';
/** Base64 of the Ed25519 signature over the bytes of the manifest. */
export const MANIFEST_SIGNATURE = 'manifest.sig';
export const PUBLIC_KEY = 'public-key.pem';
/** The comment of the zip: base64 of the signature over all bytes before it. */
export const COMMENT_BYTES = 88;

const SEED_BYTES = 32;
/** PKCS #8 of an Ed25519 key, up to its seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export type PackageKeys = {
  readonly publicKey: string;
  sign(data: Uint8Array): string;
  verify(data: Uint8Array, signature: string): boolean;
};

/** The key pair of this platform: the same for one SECRET_KEY, so that packages of earlier years can be checked. */
export function createPackageKeys(signingKey: Buffer): PackageKeys {
  const seed = Buffer.from(hkdfSync('sha256', signingKey, '', 'fleetwarden evidence package', SEED_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (data) => sign(null, data, key).toString('base64'),
    verify: (data, signature) => verify(null, data, publicKey, Buffer.from(signature, 'base64')),
  };
}

/** What the comment signs: a digest of the zip before it. Its prefix keeps it apart from a manifest. */
export const containerText = (sha256: string): Buffer => Buffer.from(`fleetwarden evidence zip ${sha256}`);
