import type { Db } from '../../../platform/db/database.ts';

export type RollupDeps = {
  readonly db: Db;
  readonly timeZone: string;
  readonly now: () => number;
};
