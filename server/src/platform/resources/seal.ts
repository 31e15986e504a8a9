import { createHmac, hkdfSync } from 'node:crypto';
import { createSealer } from '../secrets/sealer.ts';

/** Keeps texts that must be read back from whoever gets the database alone, and lets them be found by their whole value. */
export type Seal = {
  /** `place` is sealed in: what was copied to another column does not open. */
  close(plain: string, place: string): string;
  /** Throws where it was sealed with another SECRET_KEY or changed since. */
  open(sealed: string, place: string): string;
  /** The same for the same text, and no way back. */
  hash(plain: string): string;
};

const KEY_BYTES = 32;

export function createSeal(secretKey: string): Seal {
  const sealer = createSealer(secretKey, 'record');
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'fleetwarden sealed values', KEY_BYTES));
  return {
    close: (plain, place) => sealer.seal(plain, place).sealed,
    open: (sealed, place) => sealer.open({ sealed }, place),
    hash: (plain) => createHmac('sha256', key).update(plain).digest('base64url'),
  };
}
