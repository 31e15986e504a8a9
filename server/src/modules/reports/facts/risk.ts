import { ADOPTED_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { type Sql, sql } from '../../../platform/db/database.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { preAggregate } from './alarm-day-types.ts';
import { isOfTypes, RISKS } from './alarm-groups.ts';
import { type RequestScope, VEHICLE_SUMS, whereRequested } from './day-rollup.ts';

/** Alarms weighted by level, without false alarms. */
const WEIGHT = sql`(f.cnt - f.false_cnt) * case f.level when 3 then 6 when 2 then 3 else 1 end`;
/** The weight of a night with banned driving, and of the share of night driving. */
const [BAN_WEIGHT, NIGHT_SHARE_WEIGHT] = [6, 20] as const;
/** The weight per 100 km that gives the worst index, 100. */
const REFERENCE = { speed: 6, fatigue: 3, distraction: 8, collision: 15, night: 3 } as const;
/** Shares of the risk score; their sum is 1. */
const SHARE = { speed: 0.25, fatigue: 0.25, distraction: 0.2, collision: 0.2, night: 0.1 } as const;
/** A risk index needs at least this distance. */
const MIN_KM = 100;

type Index = keyof typeof SHARE;
const INDICES = Object.keys(SHARE) as Index[];
/** Column keys of the indices. */
const COLUMN: Readonly<Record<Index, string>> = {
  speed: 'speedIdx',
  fatigue: 'fatigueIdx',
  distraction: 'distractIdx',
  collision: 'collideIdx',
  night: 'nightIdx',
};
export const INDEX_COLUMNS: readonly string[] = INDICES.map((index) => COLUMN[index]);

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);
const summed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all} + ${part}`);
const part = (index: Index): Sql =>
  ({
    speed: sql`speed`,
    fatigue: sql`fatigue`,
    distraction: sql`distraction`,
    collision: sql`collision`,
    night: sql`night`,
  })[index];
const onHundredKm = (weight: Sql): Sql => sql`100.0 * coalesce(${weight}, 0) / km`;
const buildIndex = (rate: Sql, index: Index): Sql =>
  sql`case when km >= ${MIN_KM}::float8 then least(100, 100 * (${rate}) / ${REFERENCE[index]}::float8) end as ${part(index)}`;
const tenth = (value: Sql): Sql => sql`round((${value})::numeric, 1)::float8`;

/** The alarm weights per risk: the columns that `buildIndices` reads. */
export const WEIGHTS: Sql = sql`sum(${WEIGHT}) filter (where ${isOfTypes(RISKS.speed)}) as speed_w,
  sum(${WEIGHT}) filter (where ${isOfTypes(RISKS.fatigue)}) as fatigue_w,
  sum(${WEIGHT}) filter (where ${isOfTypes(RISKS.distraction)}) as distraction_w,
  sum(${WEIGHT}) filter (where ${isOfTypes(RISKS.collision)}) as collision_w,
  sum(f.cnt - f.false_cnt) filter (where ${isOfTypes(RISKS.nightBan)}) as bans`;

/** Risk indices by key columns, from driving (`km`, `drive_s`, `night_s`) and alarm weights. */
export const buildIndices = (keys: Sql, { driven, warned }: { readonly driven: Sql; readonly warned: Sql }): Sql => sql`
  select ${keys}, km, ${buildIndex(onHundredKm(sql`speed_w`), 'speed')}, ${buildIndex(onHundredKm(sql`fatigue_w`), 'fatigue')},
    ${buildIndex(onHundredKm(sql`distraction_w`), 'distraction')}, ${buildIndex(onHundredKm(sql`collision_w`), 'collision')},
    ${buildIndex(
      sql`${onHundredKm(sql`${BAN_WEIGHT}::integer * bans`)} + ${NIGHT_SHARE_WEIGHT}::float8 * coalesce(night_s / nullif(drive_s, 0)::float8, 0)`,
      'night',
    )}
  from (${driven}) driven left join (${warned}) warned using (${keys})`;

/** The rows `f` that WEIGHTS aggregates. */
export const weighedAlarms = (keys: Readonly<Record<string, Sql>>, where: Sql): Sql =>
  preAggregate(keys, ['cnt', 'false_cnt'], { where });

/** Sums of driving that a rollup by company shares with `withRisks`: its days are read once. */
export const DRIVING_SUMS: Sql = sql`sum(f.drive_s) as drive_s, sum(f.night_drive_s) as night_s`;
const SHARED_DRIVING = sql`select department_id, vehicle_id, "mileage" as km, drive_s, night_s from ${VEHICLE_SUMS}`;

/** Indices per vehicle, or per vehicle and company: department_id, vehicle_id, km and one column per index. */
export function vehicleIndices(
  request: RequestScope,
  { byCompany, driven }: { readonly byCompany: boolean; readonly driven?: Sql | undefined },
): Sql {
  const keys = byCompany ? sql`department_id, vehicle_id` : sql`vehicle_id`;
  const alarms = weighedAlarms(
    { vehicle_id: sql`f.vehicle_id`, ...(byCompany ? { department_id: sql`f.department_id` } : {}) },
    sql`${whereRequested('alarmDay', request)} and ${isOfTypes(Object.values(RISKS).flat())}`,
  );
  return buildIndices(keys, {
    driven:
      driven ??
      sql`
      select ${keys}, sum(${ADOPTED_KM}) as km, ${DRIVING_SUMS}
      from vehicle_day f ${WITH_SOURCE} where ${whereRequested('vehicleDay', request)} group by ${keys}`,
    warned: sql`select ${keys}, ${WEIGHTS} from ${alarms} group by ${keys}`,
  });
}

/** The mean of several vehicles' indices, weighted by distance. */
export const MEANS: Sql = listed(
  INDICES.map((index) => sql`sum(${part(index)} * km) / sum(km) filter (where ${part(index)} is not null) as ${part(index)}`),
);
const ofCompanies = (request: RequestScope, driven?: Sql): Sql => sql`
  select department_id, ${MEANS} from (${vehicleIndices(request, { byCompany: true, driven })}) v group by department_id`;
/** All requested vehicles together. */
const ofWhole = (request: RequestScope): Sql =>
  sql`select false as whole, ${MEANS} from (${vehicleIndices(request, { byCompany: false })}) v`;

/** What is rated. */
type Rated = 'vehicle' | 'dept' | 'whole';
const KEYS: Readonly<Record<Rated, Sql>> = { vehicle: sql`vehicle_id`, dept: sql`department_id`, whole: sql`whole` };

/** Indices, score and rank of vehicles or companies; null below MIN_KM. */
export const buildRisks = (request: RequestScope, of: Rated): Sql =>
  buildScores(
    KEYS[of],
    of === 'vehicle' ? vehicleIndices(request, { byCompany: false }) : of === 'dept' ? ofCompanies(request) : ofWhole(request),
  );

/** Rounds indices and adds the score and rank. */
export function buildScores(key: Sql, indices: Sql): Sql {
  const weighedAlarms = INDICES.map((index) => sql`${SHARE[index]}::float8 * ${part(index)}`);
  return sql`
    select ${key}, ${listed(INDICES.map((index) => sql`${tenth(part(index))} as ${indexColumn(index)}`))}, score as "riskScore",
      case when score is not null then dense_rank() over (order by score) end as "_place"
    from (select *, ${tenth(summed(weighedAlarms))} as score from (${indices}) i) s`;
}

/** The stored risks of a closed month. */
const risksWritten = ({ departments }: Pick<RequestScope, 'departments'>, month: string): Sql => sql`
  select object_id as vehicle_id, ${listed(INDICES.map((index) => sql`(metrics ->> ${COLUMN[index]}::text)::float8 as ${indexColumn(index)}`))},
    (metrics ->> 'riskScore')::float8 as "riskScore",
    case when score is not null then dense_rank() over (order by score desc nulls last) end as "_place"
  from score_month where object_type = 'vehicle' and month = ${month} and department_id = any(${[...departments]}::integer[])`;

const indexColumn = (index: Index): Sql =>
  ({
    speed: sql`"speedIdx"`,
    fatigue: sql`"fatigueIdx"`,
    distraction: sql`"distractIdx"`,
    collision: sql`"collideIdx"`,
    night: sql`"nightIdx"`,
  })[index];

/** RISK_LEVEL: none, low, medium, high. */
const LEVEL = sql`case when "riskScore" >= 70 then 1 when "riskScore" >= 40 then 2 when "riskScore" >= 10 then 3
  when "riskScore" is not null then 0 end`;
/** 100 minus the risk score. */
export const safetyScore = (risk: Sql): Sql => sql`round((100 - ${risk})::numeric, 1)::float8`;
const GRADE_OF = (score: Sql): Sql =>
  sql`case when ${score} >= 90 then 'A' when ${score} >= 80 then 'B' when ${score} >= 60 then 'C' when ${score} is not null then 'D' end`;
/** GRADE of a row. */
export const GRADE: Sql = GRADE_OF(safetyScore(sql`"riskScore"`));

/** Risks of a period; of vehicles in a closed month, as they were stored. */
export function selectRisks(request: RequestScope, of: Rated, closed?: { has(month: string): boolean }): Sql {
  const month = request.days.from.slice(0, 'yyyy-MM'.length);
  return of === 'vehicle' && closed?.has(month) ? risksWritten(request, month) : buildRisks(request, of);
}

/** Adds risk scores and those of the previous period. `prevScore` is a risk score, or a safety score if rows are `rated`. */
export function withRisks(
  relation: Relation,
  {
    request,
    before,
    of,
    rated = false,
    closed,
    sharesDriving = false,
  }: {
    readonly request: ReportRequest;
    /** The previous period; absent: not compared. */
    readonly before?: ReportRequest['days'];
    readonly of: Rated;
    readonly rated?: boolean;
    /** Closed months: their stored scores are used for vehicles. */
    readonly closed?: { has(month: string): boolean };
    /** The relation is a rollup by company with DRIVING_SUMS. */
    readonly sharesDriving?: boolean;
  },
): Relation {
  const key = KEYS[of];
  const risks = (days: ReportRequest['days']): Sql => selectRisks({ ...request, days }, of, closed);
  return {
    ...relation,
    with: [
      ...(relation.with ?? []),
      { name: 'risks', body: sharesDriving ? buildScores(key, ofCompanies(request, SHARED_DRIVING)) : risks(request.days) },
      ...(before ? [{ name: 'risks_before', body: sql`select ${key}, "riskScore" as "_before" from (${risks(before)}) b` }] : []),
    ],
    from: sql`${relation.from} left join risks using (${key}) ${before ? sql`left join risks_before using (${key})` : sql``}`,
    columns: {
      ...relation.columns,
      ...Object.fromEntries(INDICES.map((index) => [COLUMN[index], indexColumn(index)])),
      riskScore: sql`"riskScore"`,
      riskLevel: LEVEL,
      ...(before ? { prevScore: rated ? safetyScore(sql`"_before"`) : sql`"_before"` } : {}),
      ...(rated ? { rankNo: sql`"_place"`, safeScore: safetyScore(sql`"riskScore"`), scoreGrade: GRADE } : {}),
    },
    formulas: {
      ...relation.formulas,
      ...(rated && before
        ? { momRate: sql`round((100.0 * ("safeScore" - "prevScore") / nullif("prevScore", 0))::numeric, 2)::float8` }
        : {}),
    },
  };
}
