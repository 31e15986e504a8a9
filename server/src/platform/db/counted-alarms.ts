import { type Sql, sql } from './database.ts';

/**
 * Whether an alarm counts. Alarms that ended before they were raised do not, nor an overspeed that one with an earlier limit
 * covers (report catalogue 3.7). `alarm`: the table alias.
 */
export const countedAlarms = (alarm: Sql): Sql => sql`(not ${alarm}.brief and ${alarm}.covered_by is null)`;
