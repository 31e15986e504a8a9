import { type Sql, sql } from '../../../platform/db/database.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { ALARM_COUNTS, allCompanyDays } from '../facts/company-days.ts';
import { rollup } from '../facts/day-rollup.ts';
import { handledCases } from '../facts/handled-cases.ts';
import { inTimes } from '../facts/row-times.ts';
import type { SourceQuery } from '../model/document.ts';
import { FORMULAS } from '../model/formulas.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import type { Aggregate } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { sumIfAllKnown } from '../query/sql-builder.ts';

const HANDLED = ['needCount', 'handledCount', 'timelyCount'] as const;

/** Days of all requested companies together, with sums. */
export const days: SourceQuery = {
  query: allCompanyDays,
  sums: {
    carTotal: 'avg',
    onlineCount: 'sum',
    runCount: 'sum',
    onlineRate: 'ratio',
    mileage: 'sum',
    alarmCount: 'sum',
    ...(Object.fromEntries(ALARM_COUNTS.map((key) => [key, 'sum'])) as Readonly<Record<string, Aggregate>>),
    unhandledCount: 'sum',
    handleRate: 'ratio',
    chkCount: 'sum',
    chkOk: 'sum',
    supCount: 'sum',
  },
};

/** The same by week, starting on Monday, each with its first day in the range. */
export const weeks: SourceQuery = {
  query: (request) => {
    const relation = allCompanyDays(request);
    const week = sql`date_trunc('week', day)`;
    const summed = Object.entries(relation.columns).filter(([key]) => key !== 'statDate');
    return {
      ...relation,
      columns: {
        statDate: sql`min(day)`,
        ...Object.fromEntries(
          summed.map(([key, of]) => [
            key,
            key === 'carTotal' ? sql`round(avg(${of}))` : relation.unknown?.includes(key) ? sumIfAllKnown(of) : sql`sum(${of})`,
          ]),
        ),
      },
      groupBy: [week],
      ids: {},
      tie: [week],
    };
  },
};

/** Alarm types with handling figures. `safety`: active safety only. */
export const alarmKinds = (safety = false): SourceQuery => ({
  query: (request) =>
    rollup(request, {
      by: ['type'],
      measures: ['alarmCount', 'alarmCars', ...HANDLED],
      formulas: ['handleRate', 'timelyRate'],
      ...(safety ? ofSafety : {}),
    }),
  sums: { alarmCount: 'sum', needCount: 'sum', handledCount: 'sum', handleRate: 'ratio' },
});
const ofSafety = { alarms: isOfTypes(SAFETY_TYPES) };

/** Active safety alarms by level. */
export const safetyLevels: SourceQuery = {
  query: (request) =>
    rollup(request, { by: ['level'], measures: ['alarmCount', 'alarmCars', ...HANDLED], formulas: ['handleRate'], ...ofSafety }),
  sums: { alarmCount: 'sum', needCount: 'sum', handledCount: 'sum', handleRate: 'ratio' },
};

/** Vehicles with active safety alarms. */
export const safetyVehicles: SourceQuery = {
  query: (request) =>
    rollup(request, {
      by: ['vehicle'],
      rows: 'alarmDay',
      measures: ['alarmCount', 'lvl1Count', 'lvl2Count', 'lvl3Count', 'mileage'],
      formulas: ['alarmPer100'],
      ...ofSafety,
    }),
};

/** Use and alarms of vehicles. */
export const vehicleUse: SourceQuery = {
  query: (request) =>
    rollup(request, {
      by: ['vehicle'],
      rows: 'every',
      measures: ['onlineDays', 'runDays', 'mileage', 'driveSec', 'tripCount', 'alarmCount', ...ALARM_COUNTS],
      formulas: ['avgDayMileage', 'handleRate'],
    }),
  sums: { mileage: 'sum', driveSec: 'sum', alarmCount: 'sum', needCount: 'sum', handledCount: 'sum', handleRate: 'ratio' },
};

/** Data quality of vehicles. `poor`: only vehicles below a threshold of the settings, or with drift. */
export const quality = (poor: boolean): SourceQuery => ({
  query: async (request, { rulesOf }) => {
    const relation = rollup(request, {
      by: ['vehicle'],
      measures: ['pointTotal', 'pointValid', 'trackOkKm', 'trackGapKm', 'driftCount', 'gapCount'],
      formulas: ['validRate', 'trackKm', 'trackRate'],
    });
    if (!poor) return relation;
    const { scoreDataFloor, scoreTrackFloor } = await rulesOf(request.company);
    const track = sql`("trackOkKm" + "trackGapKm")`;
    return {
      ...relation,
      where: [
        sql`(100.0 * "pointValid" < ${scoreDataFloor}::float8 * "pointTotal" or 100.0 * "trackOkKm" < ${scoreTrackFloor}::float8 * ${track}
          or "driftCount" >= ${DRIFTS}::integer)`,
      ],
    };
  },
  sums: { pointTotal: 'sum', pointValid: 'sum', validRate: 'ratio', trackKm: 'sum', trackRate: 'ratio', driftCount: 'sum' },
});
/** A vehicle with this many drift points drifts. */
const DRIFTS = 3;

/** Vehicles with device faults. */
export const faults: SourceQuery = {
  query: (request) => ({
    ...rollup(request, { by: ['vehicle'], rows: 'alarmDay', measures: ['deviceCount'], having: sql`"deviceCount" > 0` }),
  }),
  sums: { deviceCount: 'sum' },
};

/** Handling figures per user. */
export const monitors: SourceQuery = {
  query: (request) => ({
    from: sql`(${decidedBy(request)}) f join account a on a.id = f.account_id`,
    columns: {
      userName: sql`a.user_name`,
      handledCount: sql`f.cases`,
      timelyCount: sql`f.timely`,
      falseCount: sql`f.untrue`,
      _handleSec: sql`f.handle_s`,
    },
    formulas: {
      timelyOfHandled: FORMULAS.timelyOfHandled,
      avgHandleMin: FORMULAS.avgHandleMin,
      timelyRate: sql`"timelyOfHandled"`,
    },
    tie: [sql`f.account_id`],
  }),
};

const decidedBy = (request: ReportRequest): Sql => sql`
  select w.account_id, count(*) as cases, count(*) filter (where w.timely) as timely, count(*) filter (where w.untrue) as untrue,
    round(sum(w.handle_s)) as handle_s
  from ${handledCases(request)} w where ${inTimes(request, sql`w.dealt_at`)} group by 1`;
