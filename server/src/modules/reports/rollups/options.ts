import type { Db } from '../../../platform/db/database.ts';

export type RollupDeps = {
  readonly db: Db;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** Epoch ms. */
  readonly now: () => number;
};
