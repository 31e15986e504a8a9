import { businessDay } from '@fleetwarden/domain/business-day';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** Larger requests show the figures of the last regular save, at most five minutes old. */
const MAX_SAVED_VEHICLES = 1_000;

/** Writes the figures of today of the requested vehicles, so that a report agrees with the live map. */
export async function saveToday(
  db: Queryable,
  saveDaysOf: (vehicleIds: readonly number[]) => Promise<void>,
  request: Pick<ReportRequest, 'days' | 'departments' | 'vehicles' | 'now' | 'timeZone'>,
): Promise<void> {
  const { days, departments, vehicles, now, timeZone } = request;
  if (days.to < businessDay(now, timeZone).key) return;
  const ids =
    vehicles === null
      ? (
          await db.query<{ id: number }>(sql`
            select id from vehicle where department_id = any(${[...departments]}) limit ${MAX_SAVED_VEHICLES + 1}`)
        ).map(({ id }) => id)
      : [...vehicles];
  if (ids.length <= MAX_SAVED_VEHICLES) await saveDaysOf(ids);
}
