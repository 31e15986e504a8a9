import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { MAX_PASSWORD_CHARS } from './limits.ts';

// Argon2id, version 0x13, as OWASP's password storage sheet asks at least: 19 MiB, two passes, one lane
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** A password that nobody can guess and anybody can type: 80 bits without look-alike letters. */
export function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return Array.from(randomBytes(16), (byte) => letters[byte % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');
}

export type PasswordCheck = (storedHash: string | undefined, password: string | undefined) => Promise<boolean>;

/** A check that takes as long for an unknown account, or for no password at all, as for a wrong one. */
export async function createPasswordCheck(): Promise<PasswordCheck> {
  const nobody = await hashPassword(randomPassword());
  return async (storedHash, password) => {
    const usable = password !== undefined && password.length > 0 && password.length <= MAX_PASSWORD_CHARS;
    const matches = await verify(storedHash ?? nobody, usable ? password : 'none').catch(() => false);
    return matches && usable && storedHash !== undefined;
  };
}
