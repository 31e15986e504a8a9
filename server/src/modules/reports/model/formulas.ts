import { type Sql, sql } from '../../../platform/db/database.ts';

/** A percentage with two decimals; null for a zero denominator. */
export const percent = (part: Sql, whole: Sql): Sql => sql`round((100.0 * ${part} / nullif(${whole}, 0))::numeric, 2)::float8`;
const quotient = (part: Sql, whole: Sql, digits = 2): Sql =>
  sql`round((${part} / nullif(${whole}, 0))::numeric, ${digits}::integer)::float8`;

/** Minimum distance (km) of a rate per 100 km, and minimum driving time (s) of a speed. */
const MIN_KM = sql`case when "mileage" >= 1 then "mileage" end`;
const MIN_HOURS = sql`case when "driveSec" >= 60 then "driveSec" / 3600.0 end`;

/** Formulas (report catalogue 2.6 and 3), the same for a row and for sums. Columns stand in double quotes. */
export const FORMULAS = {
  // a vehicle that was online was due, also before its registration or although reported out of service
  shouldOnline: sql`case when "joinedCount" is not null then greatest("joinedCount" - "exemptCount", "onlineCount") end`,
  // greatest() ignores nulls
  offlineCount: sql`case when "shouldOnline" is not null then greatest("shouldOnline" - "onlineCount", 0) end`,
  joinRate: percent(sql`"joinedCount"`, sql`"carTotal"`),
  onlineRate: percent(sql`"onlineCount"`, sql`"shouldOnline"`),
  avgOnlineSec: sql`round(1.0 * "onlineSec" / nullif("onlineCount", 0))::integer`,
  onlineTimeRate: percent(sql`"onlineSec"`, sql`"shouldOnline" * 86400`),
  mileageDiff: sql`case when "odoMileage" > 0 and "gnssMileage" > 0
    then ${percent(sql`abs("odoMileage" - "gnssMileage")`, sql`greatest("odoMileage", "gnssMileage")`)} end`,
  avgDayMileage: quotient(sql`"mileage"`, sql`"runDays"`),
  avgCarMileage: quotient(sql`"mileage"`, sql`"runCount"`),
  idleRate: percent(sql`"idleSec"`, sql`"accOnSec"`),
  driveRate: percent(sql`"driveSec"`, sql`"accOnSec"`),
  avgSpeed: quotient(sql`"mileage"`, MIN_HOURS, 1),
  pointInvalid: sql`"pointTotal" - "pointValid"`,
  validRate: percent(sql`"pointValid"`, sql`"pointTotal"`),
  driftRate: percent(sql`"driftCars"`, sql`"onlineCount"`),
  isDrift: sql`"driftCount" >= 3`,
  trackKm: sql`"trackOkKm" + "trackGapKm"`,
  trackRate: sql`case when "trackKm" = 0 then 100 else ${percent(sql`"trackOkKm"`, sql`"trackKm"`)} end`,
  alarmPerCar: quotient(sql`"alarmCount"::float8`, sql`"onlineCount"`),
  alarmPer100: quotient(sql`100.0 * "alarmCount"`, MIN_KM),
  overPerCar: quotient(sql`"overCount"::float8`, sql`"onlineCount"`),
  fatiguePerCar: quotient(sql`"fatigueSec" / 60.0`, sql`"onlineCount"`),
  unhandledCount: sql`"needCount" - "handledCount"`,
  handleRate: percent(sql`"handledCount"`, sql`"needCount"`),
  timelyRate: percent(sql`"timelyCount"`, sql`"needCount"`),
  falseRate: percent(sql`"falseCount"`, sql`"handledCount"`),
  /** Relative to handled alarms, not to those that must be handled. */
  timelyOfHandled: percent(sql`"timelyCount"`, sql`"handledCount"`),
  smsRate: percent(sql`"smsOk"`, sql`"smsTotal"`),
  chkRate: percent(sql`"chkOk"`, sql`"chkCount"`),
  spotRate: percent(sql`"spotCars"`, sql`"onlineCount"`),
  evidRate: percent(sql`"evidReceived"`, sql`"evidExpected"`),
  patrolRate: percent(sql`"patrolOk"`, sql`"patrolCount"`),
  avgHandleMin: quotient(sql`"_handleSec" / 60.0`, sql`"handledCount"`, 1),
} as const satisfies Readonly<Record<string, Sql>>;
