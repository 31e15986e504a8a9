import { type Sql, sql } from '../../../platform/db/database.ts';

/**
 * Whether an alarm counts: what was over before it was raised does nowhere, and a terminal's overspeed that one of the platform covers is
 * that one (report catalogue 3.7). `alarm`: the table's name in the query.
 */
export const countedAlarms = (alarm: Sql): Sql => sql`(not ${alarm}.brief and ${alarm}.covered_by is null)`;
