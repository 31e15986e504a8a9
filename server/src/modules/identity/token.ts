import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX_BYTES = 8;
const SECRET_BYTES = 32;
const TOKEN = /^([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/;

export type TokenParts = { readonly prefix: string; readonly secret: string };

/** `<16 hex>.<256 bits base64url>`: the prefix names the session, the secret proves it. */
export function newToken(): TokenParts {
  return { prefix: randomBytes(PREFIX_BYTES).toString('hex'), secret: randomBytes(SECRET_BYTES).toString('base64url') };
}

export function parseToken(token: string): TokenParts | undefined {
  const [, prefix, secret] = TOKEN.exec(token) ?? [];
  return prefix && secret ? { prefix, secret } : undefined;
}

/** The stored hash of a secret: with 256 random bits a plain hash is enough. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const secretMatches = (secret: string, stored: Buffer): boolean => timingSafeEqual(hashSecret(secret), stored);
