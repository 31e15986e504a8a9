import { type Sql, sql } from '../../../platform/db/database.ts';
import type { DrillDown } from '../model/definition.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { handledInTime } from '../rollups/handling-time.ts';
import { isDecidedCase } from './alarm-columns.ts';

/** Cases `c` handled by users, not by rules. */
export const BY_PEOPLE: Sql = sql`(${isDecidedCase} and not c.automatic and c.dealt_by is not null)`;

/** A case has the start and the level of its alarm. */
const IS_TIMELY = handledInTime(
  { startAt: sql`c.start_at`, level: sql`c.level` },
  { dealtAt: sql`c.dealt_at`, dueAt: sql`c.due_at` },
);

/**
 * Cases handled by users: `account_id`, `dealt_at`, `handle_s` from the start of the alarm, `timely`, `untrue`, `deal_type`. If
 * terminal and platform raised the same alarm, only the platform's counts, as in lists. A brief alarm has no case.
 */
export const handledCases = ({ departments }: Pick<ReportRequest, 'departments'>): Sql => sql`(
  select c.dealt_by as account_id, c.dealt_at, c.deal_type, c.state = 3 as untrue, ${IS_TIMELY} as timely,
    greatest(0, extract(epoch from c.dealt_at - c.start_at)) as handle_s
  from alarm_case c join vehicle v on v.id = c.vehicle_id
  where ${BY_PEOPLE} and not c.covered and v.department_id = any(${[...departments]}))`;

/** A drill-down from a handling figure to its alarms. `time`: the row id with the handling time. */
export const drillToHandled = (time: 'row.day' | 'row.month' | 'row.shift'): DrillDown => ({
  column: 'handledCount',
  report: 404007,
  takes: { deptId: 'deptId', userIds: 'row.userId', timeRange: time, byHandleTime: '=1' },
});
