import { type Sql, sql } from '../../../platform/db/database.ts';

/**
 * Whether an alarm counts. Alarms that ended before they were raised do not, nor a terminal's overspeed that one of the platform
 * covers (report catalogue 3.7). `alarm`: the table alias.
 */
export const countedAlarms = (alarm: Sql): Sql => sql`(not ${alarm}.brief and ${alarm}.covered_by is null)`;
