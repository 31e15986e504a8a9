import { createHash } from 'node:crypto';

/** A whole number from 0 to 2^32 - 1 that belongs to these: the same wherever and however often a demo is made. */
export const stableRandom = (...of: readonly number[]): number => createHash('sha256').update(of.join()).digest().readUInt32BE();
