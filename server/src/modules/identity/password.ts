import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { MAX_PASSWORD_CHARS } from './limits.ts';

// Argon2id, version 0x13, the minimum of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** 32 letters without look-alikes: five bits each. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Random letters that are easy to read out and type. */
export const randomLetters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** A random password: 80 bits, in groups of four. */
export const randomPassword = (): string => randomLetters(16).replace(/(.{4})(?=.)/g, '$1-');

export type PasswordCheck = (storedHash: string | undefined, password: string | undefined) => Promise<boolean>;

/** A hash of no account's password. */
export const makeDecoyHash = (): Promise<string> => hashPassword(randomPassword());

/** A constant-time check: an unknown account or a missing password is compared with `decoyHash`. */
export function createPasswordCheck(decoyHash: string): PasswordCheck {
  return async (storedHash, password) => {
    const usable = password !== undefined && password.length > 0 && password.length <= MAX_PASSWORD_CHARS;
    const matches = await verify(storedHash ?? decoyHash, usable ? password : 'none').catch(() => false);
    return matches && usable && storedHash !== undefined;
  };
}
