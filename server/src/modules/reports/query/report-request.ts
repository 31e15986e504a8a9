import { CallError } from '@fleetwarden/contract/errors';
import {
  filterTypes,
  MAX_NAMED_VEHICLES,
  MAX_REPORT_COMPANIES,
  VEHICLE_REPORTS,
} from '@fleetwarden/contract/reports/report-filters';
import { businessDay } from '@fleetwarden/domain/business-day';
import { readRegionText } from '@fleetwarden/domain/region-text';
import { type Db, sql } from '../../../platform/db/database.ts';
import type { Scope, Scopes } from '../../identity/index.ts';
import { departmentsWithin } from '../facts/company-region.ts';
import { type Days, dateBegins, dayCount, type ReadDates, readDates, type Times } from '../model/dates.ts';
import type { Asked, Condition, ReportDefinition } from '../model/definition.ts';
import { askedFor } from '../model/filters.ts';
import { optionsOf } from '../model/option-texts.ts';

/** Conditions as they came, by name. */
export type Given = Readonly<Record<string, string | number>>;

const TEXT_MAX = 50;
const LIST_MAX = 500;
const HIGHEST = 1e9;
/** Of a number by itself: as hours a hundred years. */
const HIGHEST_ALONE = 1e6;

const DATES: ReadonlySet<number> = new Set([
  filterTypes.days,
  filterTypes.times,
  filterTypes.day,
  filterTypes.closedDay,
  filterTypes.month,
  filterTypes.months,
  filterTypes.week,
]);
const LISTS: ReadonlySet<number> = new Set([
  filterTypes.multi,
  filterTypes.vehicles,
  filterTypes.drivers,
  filterTypes.areas,
  filterTypes.alarmTypes,
  filterTypes.vehicleTypes,
  filterTypes.users,
  filterTypes.platforms,
  filterTypes.companies,
  filterTypes.channels,
]);
const NUMBERS: ReadonlySet<number> = new Set([filterTypes.number, filterTypes.speed, filterTypes.minutes, filterTypes.check]);

/** Everything a condition offers. */
const ALL = 'all';
const CHOICES: ReadonlySet<number> = new Set([filterTypes.select, filterTypes.multi]);

/** What a condition is on a page that nothing was asked of. */
export const beginsWith = (condition: Condition, now: number, timeZone: string): string =>
  dateBegins(condition, now, timeZone) ??
  (condition.begins === 'own' || condition.begins === 'all' ? '' : (condition.begins ?? ''));

/** Days of a report; not those of months, weeks and times. */
const STATIC_DATE = 'staticDate';

/**
 * What a condition is that a call leaves out. Days are yesterday, whatever the report's page begins with (specification 5.1 and 7.1):
 * the page says what it is about. All else is what the page begins with.
 */
const leftOut = (condition: Condition, now: number, timeZone: string): string =>
  beginsWith(condition.name === STATIC_DATE ? { ...condition, remark: '-1' } : condition, now, timeZone);

/** Throws what people are told of a condition that makes no sense. */
function refuse(condition: Condition, why: string): never {
  throw new CallError('recheckInput', `${condition.name}: ${why}`);
}

function numberOf(condition: Condition, value: string, highest = HIGHEST_ALONE): number | null {
  if (value === '') return null;
  const number = Number(value);
  if (!Number.isFinite(number) || Math.abs(number) > highest) refuse(condition, value);
  return number;
}

function rangeOf(condition: Condition, value: string): readonly [number | null, number | null] {
  const [low = '', high = '', ...more] = value.split(',').map((part) => part.trim());
  const range = [numberOf(condition, low, HIGHEST), numberOf(condition, high, HIGHEST)] as const;
  if (more.length > 0 || (range[0] !== null && range[1] !== null && range[0] > range[1])) refuse(condition, value);
  return range;
}

function listOf(condition: Condition, value: string): readonly string[] | null {
  const values = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (values.length > LIST_MAX && (condition.type !== filterTypes.vehicles || values.length > MAX_NAMED_VEHICLES))
    refuse(condition, `${values.length} values`);
  return values.length === 0 ? null : values;
}

/** The ids of a list, each a number of a record. */
export const idsOf = (list: readonly string[]): number[] => list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Lists whose values are no records. */
const NAMED: ReadonlySet<number> = new Set([filterTypes.select, filterTypes.multi, filterTypes.channels]);
const ID = /^\d{1,9}$/;
/** The code of a division. */
const DIVISION = /^\d{6}$/;
/** Throws where one is none of the condition's values, or no id. */
function checkList(condition: Condition, values: readonly string[]): void {
  const { type, values: named } = condition;
  const known = named === undefined ? undefined : new Set(optionsOf(named, 'zh').map(({ value }) => value));
  const strange = values.find((value) => (known ? !known.has(value) : !NAMED.has(type) && !ID.test(value)));
  if (strange !== undefined) refuse(condition, strange);
}

/** Checks one value by its condition's type. Throws CallError recheckInput. */
function check(condition: Condition, value: string): void {
  const { type } = condition;
  if (NUMBERS.has(type)) numberOf(condition, value);
  else if (type === filterTypes.range) rangeOf(condition, value);
  else if (LISTS.has(type)) checkList(condition, listOf(condition, value) ?? []);
  else if (CHOICES.has(type) || type === filterTypes.vehicle) checkList(condition, value === '' ? [] : [value]);
  else if (type === filterTypes.region && value !== '' && !DIVISION.test(value)) refuse(condition, value.slice(0, TEXT_MAX));
  else if (type === filterTypes.drawn && value !== '' && readRegionText(value) === null)
    refuse(condition, value.slice(0, TEXT_MAX));
  else if (type === filterTypes.text && value.length > TEXT_MAX) refuse(condition, 'too long');
}

function datesOf(condition: Condition, value: string, now: number, timeZone: string): Exclude<ReadDates, string> {
  const read = readDates(condition, value, now, timeZone);
  if (typeof read === 'string') refuse(condition, read);
  return read;
}

/** Departments that are asked for: a company of the scope with those below it. */
async function departmentsOf(scopes: Scopes, scope: Scope, asked: string): Promise<Scope> {
  if (asked === '') return scope;
  const id = Number(asked);
  // a foreign company is as unknown as one that is not there
  if (!scope.has(id)) throw new CallError('notFound', `department ${asked}`);
  const below = await scopes.of(id);
  return new Set([...below].filter((department) => scope.has(department)));
}

/** Companies that are compared, each of the scope; null: none was chosen. */
function comparedOf(scope: Scope, named: readonly string[] | null): number[] | null {
  if (named === null) return null;
  const ids = idsOf(named);
  if (ids.length !== named.length || ids.length > MAX_REPORT_COMPANIES) throw new CallError('recheckInput', 'companies');
  const foreign = ids.find((id) => !scope.has(id));
  if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
  return ids;
}

/** Of the vehicles that are named those within the departments. Throws CallError notFound where one is not. */
async function vehiclesOf(db: Db, departments: readonly number[], named: readonly string[]): Promise<number[]> {
  const ids = idsOf(named);
  if (named.length > MAX_NAMED_VEHICLES || ids.length !== named.length) throw new CallError('recheckInput', 'vehicles');
  const rows = await db.query<{ id: number }>(sql`
    select id from vehicle where id = any(${ids}) and department_id = any(${[...departments]})`);
  if (rows.length !== new Set(ids).size) throw new CallError('notFound', 'vehicle');
  return ids;
}

/**
 * What a report is asked for, checked, and within what the caller may see. `exporting`: nothing is taken for granted then, company
 * and kinds of alarms must be named (specification 5.1). Throws CallError.
 */
export async function readAsked(
  { id, conditions: written }: Pick<ReportDefinition, 'id' | 'conditions'>,
  given: Given,
  who: {
    readonly db: Db;
    readonly scopes: Scopes;
    readonly departmentId: number;
    readonly now: number;
    readonly timeZone: string;
  },
  exporting = false,
): Promise<Asked> {
  const { db, scopes, now, timeZone } = who;
  const conditions = askedFor(written);
  const scope = await scopes.of(who.departmentId);
  const values = new Map<string, string>();
  let dates: { readonly days: Days; readonly times: Times } | undefined;
  for (const condition of conditions) {
    const own = String(given[condition.name] ?? '').trim();
    if (exporting && own === '') requireNamed(condition);
    // a choice that was emptied by hand means all of it
    const emptied = own === '' && given[condition.name] !== undefined && CHOICES.has(condition.type);
    const value = own === ALL ? '' : own === '' && !emptied ? leftOut(condition, now, timeZone) : own;
    if (DATES.has(condition.type)) dates = datesOf(condition, value, now, timeZone);
    else check(condition, value);
    values.set(condition.name, value);
  }
  const strange = Object.keys(given).find((name) => !values.has(name));
  if (strange !== undefined) throw new CallError('recheckInput', `condition ${strange}`);
  const text = (name: string): string => values.get(name) ?? '';
  const of = (name: string): Condition => conditions.find((condition) => condition.name === name)!;
  const company = Number(text('deptId')) || who.departmentId;
  const below = await departmentsOf(scopes, scope, text('deptId'));
  const compared = comparedOf(scope, listOf({ name: 'deptIds', type: filterTypes.companies }, text('deptIds')));
  const chosen = compared ?? (text('deptOnly') === '1' ? [company] : [...below]);
  const code = conditions.some(({ type, ofCompanies }) => type === filterTypes.region && ofCompanies) ? text('adcode') : '';
  const departments = code === '' ? chosen : await departmentsWithin(db, chosen, code);
  const named = [
    ...(listOf({ name: 'carIds', type: filterTypes.vehicles }, text('carIds')) ?? []),
    ...[text('carId')].filter(Boolean),
  ];
  if (named.length === 0 && (values.has('carId') || VEHICLE_REPORTS.includes(id))) throw new CallError('chooseVehicle');
  const today = businessDay(now, timeZone);
  const { days, times } = dates ?? { days: { from: today.key, to: today.key }, times: { from: today.startAt, to: today.endAt } };
  return {
    departments,
    scope: [...scope],
    company,
    vehicles: named.length === 0 ? null : await vehiclesOf(db, chosen, named),
    days,
    times,
    now,
    timeZone,
    text,
    dayCount: dayCount(days),
    number: (name) => numberOf(of(name), text(name)),
    list: (name) => listOf(of(name), text(name)),
    range: (name) => rangeOf(of(name), text(name)),
  };
}

function requireNamed({ type }: Condition): void {
  if (type === filterTypes.company) throw new CallError('chooseCompany');
  if (type === filterTypes.alarmTypes) throw new CallError('chooseAlarmType');
  if (type === filterTypes.vehicle) throw new CallError('chooseVehicle');
}
