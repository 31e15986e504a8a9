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
import { countDays, DATE_FILTERS, type Days, getInitialValue, type ReadDates, readDates, type Times } from '../model/dates.ts';
import type { ReportShape } from '../model/definition.ts';
import type { Filter } from '../model/filter.ts';
import { listFilters } from '../model/filters.ts';
import { listOptions } from '../model/option-texts.ts';
import type { FilterValues, ReportRequest } from '../model/report-request.ts';

export type ParseDeps = { readonly db: Db; readonly scopes: Scopes; readonly timeZone: string };

const MAX_TEXT_CHARACTERS = 50;
const MAX_LIST_VALUES = 500;
const MAX_RANGE_VALUE = 1e9;
/** Limit of a single number: a hundred years in hours. */
const MAX_NUMBER = 1e6;

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

/** Selects all options. */
const ALL = 'all';
const CHOICES: ReadonlySet<number> = new Set([filterTypes.select, filterTypes.multi]);

/** The filter of a range of days. */
const STATIC_DATE = 'staticDate';

/** The value of an omitted filter: that of the page, but yesterday for days (specification 5.1 and 7.1). */
const getOmittedValue = (filter: Filter, now: number, timeZone: string): string =>
  getInitialValue(filter.name === STATIC_DATE ? { ...filter, preset: '-1' } : filter, now, timeZone);

function refuse(filter: Filter, why: string): never {
  throw new CallError('recheckInput', `${filter.name}: ${why}`);
}

function parseNumber(filter: Filter, value: string, highest = MAX_NUMBER): number | null {
  if (value === '') return null;
  const number = Number(value);
  if (!Number.isFinite(number) || Math.abs(number) > highest) refuse(filter, value);
  return number;
}

function parseRange(filter: Filter, value: string): readonly [number | null, number | null] {
  const [low = '', high = '', ...more] = value.split(',').map((part) => part.trim());
  const range = [parseNumber(filter, low, MAX_RANGE_VALUE), parseNumber(filter, high, MAX_RANGE_VALUE)] as const;
  if (more.length > 0 || (range[0] !== null && range[1] !== null && range[0] > range[1])) refuse(filter, value);
  return range;
}

function parseList(filter: Filter, value: string): readonly string[] | null {
  const values = value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (values.length > MAX_LIST_VALUES && (filter.type !== filterTypes.vehicles || values.length > MAX_NAMED_VEHICLES))
    refuse(filter, `${values.length} values`);
  return values.length === 0 ? null : values;
}

/** Record ids of a list. */
export const parseIds = (list: readonly string[]): number[] =>
  list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Lists whose values are not record ids. */
const NAMED: ReadonlySet<number> = new Set([filterTypes.select, filterTypes.multi]);
const ID = /^\d{1,9}$/;
/** The code of a division. */
const DIVISION = /^\d{6}$/;
/** Throws if a value is not an option of the filter, or not an id. */
function validateList(filter: Filter, values: readonly string[]): void {
  const { type, values: named } = filter;
  const known = named === undefined ? undefined : new Set(listOptions(named, 'zh').map(({ value }) => value));
  const invalid = values.find((value) => (known ? !known.has(value) : !NAMED.has(type) && !ID.test(value)));
  if (invalid !== undefined) refuse(filter, invalid);
}

/** Two times of a day; the second may be one of the next day. */
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

/** Validates a value by filter type. Throws CallError recheckInput. */
function validateValue(filter: Filter, value: string): void {
  const { type } = filter;
  if (NUMBERS.has(type)) parseNumber(filter, value);
  else if (type === filterTypes.range) parseRange(filter, value);
  else if (LISTS.has(type)) validateList(filter, parseList(filter, value) ?? []);
  else if (CHOICES.has(type) || type === filterTypes.vehicle) validateList(filter, value === '' ? [] : [value]);
  else if (type === filterTypes.region && value !== '' && !DIVISION.test(value))
    refuse(filter, value.slice(0, MAX_TEXT_CHARACTERS));
  else if (type === filterTypes.drawn && value !== '' && readRegionText(value) === null)
    refuse(filter, value.slice(0, MAX_TEXT_CHARACTERS));
  else if (type === filterTypes.timeOfDay && value !== '' && !TIME_OF_DAY.test(value))
    refuse(filter, value.slice(0, MAX_TEXT_CHARACTERS));
  else if (type === filterTypes.text && value.length > MAX_TEXT_CHARACTERS) refuse(filter, 'too long');
}

function parseDates(filter: Filter, value: string, now: number, timeZone: string): Exclude<ReadDates, string> {
  const read = readDates(filter, value, now, timeZone);
  if (typeof read === 'string') refuse(filter, read);
  return read;
}

/** The requested departments: a company in scope with its subtree. */
async function loadDepartments(scopes: Scopes, scope: Scope, deptId: string): Promise<Scope> {
  if (deptId === '') return scope;
  const id = Number(deptId);
  // an unknown company and one out of scope look the same
  if (!scope.has(id)) throw new CallError('notFound', `department ${deptId}`);
  const below = await scopes.of(id);
  return new Set([...below].filter((department) => scope.has(department)));
}

/** The compared companies, all in scope; null: none chosen. */
function parseCompanies(scope: Scope, named: readonly string[] | null): number[] | null {
  if (named === null) return null;
  const ids = parseIds(named);
  if (ids.length !== named.length || ids.length > MAX_REPORT_COMPANIES) throw new CallError('recheckInput', 'companies');
  const foreign = ids.find((id) => !scope.has(id));
  if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
  return ids;
}

/** The requested vehicles within the departments. Throws CallError notFound if one is outside. */
async function loadVehicles(db: Db, departments: readonly number[], named: readonly string[]): Promise<number[]> {
  const ids = parseIds(named);
  if (named.length > MAX_NAMED_VEHICLES || ids.length !== named.length) throw new CallError('recheckInput', 'vehicles');
  const rows = await db.query<{ id: number }>(sql`
    select id from vehicle where id = any(${ids}) and department_id = any(${[...departments]})`);
  if (rows.length !== new Set(ids).size) throw new CallError('notFound', 'vehicle');
  return ids;
}

/**
 * Parses and validates filters within the user's scope. `exporting`: company and alarm types have no default (specification 5.1).
 * Throws CallError.
 */
export async function parseRequest(
  { id, filters: ownFilters }: Pick<ReportShape, 'id' | 'filters'>,
  given: FilterValues,
  who: ParseDeps & { readonly departmentId: number; readonly now: number },
  exporting = false,
): Promise<ReportRequest> {
  const { db, scopes, now, timeZone } = who;
  const filters = listFilters(ownFilters);
  const scope = await scopes.of(who.departmentId);
  const values = new Map<string, string>();
  let dates: { readonly days: Days; readonly times: Times } | undefined;
  for (const filter of filters) {
    const own = String(given[filter.name] ?? '').trim();
    if (exporting && own === '') requireNamed(filter);
    // an option list that the user cleared means all
    const emptied = own === '' && given[filter.name] !== undefined && CHOICES.has(filter.type);
    const value = own === ALL ? '' : own === '' && !emptied ? getOmittedValue(filter, now, timeZone) : own;
    if (DATE_FILTERS.has(filter.type)) dates = parseDates(filter, value, now, timeZone);
    else validateValue(filter, value);
    values.set(filter.name, value);
  }
  const invalid = Object.keys(given).find((name) => !values.has(name));
  if (invalid !== undefined) throw new CallError('recheckInput', `condition ${invalid}`);
  const text = (name: string): string => values.get(name) ?? '';
  const of = (name: string): Filter => filters.find((filter) => filter.name === name)!;
  const company = Number(text('deptId')) || who.departmentId;
  const below = await loadDepartments(scopes, scope, text('deptId'));
  const compared = parseCompanies(scope, parseList({ name: 'deptIds', type: filterTypes.companies }, text('deptIds')));
  const chosen = compared ?? (text('deptOnly') === '1' ? [company] : [...below]);
  const code = filters.some(({ type, ofCompanies }) => type === filterTypes.region && ofCompanies) ? text('adcode') : '';
  const departments = code === '' ? chosen : await departmentsWithin(db, chosen, code);
  const named = [
    ...(parseList({ name: 'carIds', type: filterTypes.vehicles }, text('carIds')) ?? []),
    ...[text('carId')].filter(Boolean),
  ];
  if (named.length === 0 && (values.has('carId') || VEHICLE_REPORTS.includes(id))) throw new CallError('chooseVehicle');
  const vehicles = named.length === 0 ? null : await loadVehicles(db, chosen, named);
  for (const filter of filters) if (filter.required && text(filter.name) === '') requireChoice(filter);
  const today = businessDay(now, timeZone);
  const { days, times } = dates ?? { days: { from: today.key, to: today.key }, times: { from: today.startAt, to: today.endAt } };
  return {
    departments,
    scope: [...scope],
    company,
    vehicles,
    days,
    times,
    now,
    timeZone,
    text,
    dayCount: countDays(days),
    number: (name) => parseNumber(of(name), text(name)),
    list: (name) => parseList(of(name), text(name)),
    range: (name) => parseRange(of(name), text(name)),
  };
}

/** A required choice of vehicles, geofences or companies has no default: without it nothing is shown, not everything. */
function requireChoice(filter: Filter): void {
  if (filter.type === filterTypes.vehicles) throw new CallError('chooseVehicle');
  if (filter.type === filterTypes.companies) throw new CallError('chooseCompany');
  if (filter.type === filterTypes.areas) refuse(filter, 'required');
}

function requireNamed({ type }: Filter): void {
  if (type === filterTypes.company) throw new CallError('chooseCompany');
  if (type === filterTypes.alarmTypes) throw new CallError('chooseAlarmType');
  if (type === filterTypes.vehicle) throw new CallError('chooseVehicle');
}
