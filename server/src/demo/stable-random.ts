import { createHash } from 'node:crypto';

/** A deterministic integer from 0 to 2^32 - 1 for these inputs. */
export const stableRandom = (...of: readonly number[]): number => createHash('sha256').update(of.join()).digest().readUInt32BE();
