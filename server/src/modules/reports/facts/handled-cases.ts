import { type Sql, sql } from '../../../platform/db/database.ts';
import type { DrillDown } from '../model/definition.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { COUNTS, IS_TIMELY, isDecidedCase } from './alarm-columns.ts';

/** People's own decisions of cases `c`: what a rule decided is nobody's work. */
export const BY_PEOPLE: Sql = sql`(${isDecidedCase} and not c.automatic and c.dealt_by is not null)`;

/**
 * What people decided, a row for each alarm that counts, of the vehicles that were asked for: `account_id`, `dealt_at`, `handle_s` from
 * the beginning of the alarm on, `timely`, `untrue`, `deal_type`. Whoever decides what terminal and platform told of one drive did that
 * once: it is the work of whoever decided the platform's, as it is the platform's that lists show.
 */
export const handledCases = ({ departments }: Pick<ReportRequest, 'departments'>): Sql => sql`(
  select c.dealt_by as account_id, c.dealt_at, c.deal_type, c.state = 3 as untrue, ${IS_TIMELY} as timely,
    greatest(0, extract(epoch from c.dealt_at - f.start_at)) as handle_s
  from alarm_case c join alarm f on f.gid = c.gid join vehicle v on v.id = f.vehicle_id
  where ${BY_PEOPLE} and ${COUNTS} and v.department_id = any(${[...departments]}))`;

/** A figure of what somebody decided leads to the alarms that it counts. `time`: the row's, of the decisions. */
export const drillToHandled = (time: 'row.day' | 'row.month' | 'row.shift'): DrillDown => ({
  column: 'handledCount',
  report: 404007,
  takes: { deptId: 'deptId', userIds: 'row.userId', timeRange: time, byHandleTime: '=1' },
});
