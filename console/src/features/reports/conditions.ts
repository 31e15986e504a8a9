import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';
import {
  filterTypes,
  MAX_REPORT_COMPANIES,
  MAX_REPORT_REGION_KM2,
  MAX_REPORT_VEHICLES,
  VEHICLE_REPORTS,
} from '@fleetwarden/contract/reports/report-filters';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { regionAreaKm2 } from '@fleetwarden/domain/region';
import { readRegionText } from '@fleetwarden/domain/region-text';
import type { Dayjs } from 'dayjs';
import { businessNow } from '../../api/business-time.ts';
import { countDate, countRange, DAY, MOMENT, MONTH, weekStart, weekText } from './days.ts';
import { MAX_MONTHS, MAX_SPEED_KMH, MAX_TEXT_LENGTH } from './report-types.ts';

/** Conditions by name, in the format of the call; '': no restriction. */
export type Conditions = Readonly<Record<string, string>>;

/** Why a report cannot be requested (specification 5.1). */
export type Complaint = 'company' | 'alarmType' | 'vehicle' | 'vehicles' | 'region' | 'recheck';

/** An export needs everything a query needs, plus company and alarm type. */
export type Purpose = 'query' | 'export';

type Filters = readonly ReportFilter[];

const MONTHS_A_YEAR = 12;

/** Whether the filter has a control. Others are sent with their default. */
export const isShown = ({ issHowinWeb }: ReportFilter): boolean => issHowinWeb === 1;

/** Default conditions. */
export const defaultConditions = (filters: Filters): Conditions =>
  Object.fromEntries(filters.map(({ colEname, selectedValue }) => [colEname, selectedValue]));

/** Conditions from a URL; missing ones have their default. */
export const readConditions = (filters: Filters, query: URLSearchParams): Conditions =>
  Object.fromEntries(filters.map(({ colEname, selectedValue }) => [colEname, query.get(colEname) ?? selectedValue]));

/** Conditions limited to this report's filters. Saved or shared conditions may have more, or fewer. */
export const fitConditions = (filters: Filters, values: Conditions): Conditions =>
  Object.fromEntries(filters.map(({ colEname, selectedValue }) => [colEname, values[colEname] ?? selectedValue]));

export const splitList = (value: string): readonly string[] => value.split(',').filter((each) => each !== '');

/** The chosen company; vehicles, people and areas depend on it. */
export const findCompany = (filters: Filters, values: Conditions): string =>
  values[filters.find(({ filterType }) => filterType === filterTypes.company)?.colEname ?? ''] ?? '';

const OF_COMPANY: ReadonlySet<number> = new Set([
  filterTypes.vehicle,
  filterTypes.vehicles,
  filterTypes.drivers,
  filterTypes.areas,
  filterTypes.users,
  filterTypes.channels,
]);

/** Conditions after one change. Choosing another company clears the vehicles and people of the previous one. */
export function changeCondition(filters: Filters, values: Conditions, filter: ReportFilter, value: string): Conditions {
  const next = { ...values, [filter.colEname]: value };
  const another = values[filter.colEname] !== value;
  const goes = (type: number) =>
    (filter.filterType === filterTypes.company && OF_COMPANY.has(type)) ||
    (filter.filterType === filterTypes.vehicle && type === filterTypes.channels);
  if (another) for (const { colEname, filterType } of filters) if (goes(filterType)) next[colEname] = '';
  return next;
}

/** The first reason why these conditions cannot be requested; null: none. `now`: current time in the business time zone. */
export function findComplaint(
  { reportId, qryCdtionCfgList }: Pick<ReportTemplate, 'reportId' | 'qryCdtionCfgList'>,
  values: Conditions,
  purpose: Purpose,
  now: Dayjs = businessNow(),
): Complaint | null {
  const filters = qryCdtionCfgList.filter(isShown);
  const empty = ({ colEname }: ReportFilter) => splitList(values[colEname] ?? '').length === 0;
  const missing = (type: number, always: boolean) =>
    filters.some((filter) => filter.filterType === type && (filter.required || always) && empty(filter));
  const ofVehicles = filters.filter(
    ({ filterType }) => filterType === filterTypes.vehicle || filterType === filterTypes.vehicles,
  );

  if (missing(filterTypes.company, purpose === 'export') || missing(filterTypes.companies, false)) return 'company';
  if (missing(filterTypes.alarmTypes, purpose === 'export')) return 'alarmType';
  if (VEHICLE_REPORTS.includes(reportId) && ofVehicles.every(empty)) return 'vehicle';
  if (missing(filterTypes.vehicle, false)) return 'vehicle';
  if (missing(filterTypes.vehicles, false)) return 'vehicles';
  const drawn = filters.find(({ filterType }) => filterType === filterTypes.drawn);
  // stored areas or a drawn region, never both
  const storedAreas = filters.filter(({ filterType }) => filterType === filterTypes.areas);
  if (drawn && empty(drawn) === storedAreas.every(empty)) return 'region';
  const wrong = filters.some((filter) => (empty(filter) ? filter.required : !isPossible(filter, values[filter.colEname]!, now)));
  return wrong ? 'recheck' : null;
}

/** Whether a value is valid for its filter. */
function isPossible(filter: ReportFilter, value: string, now: Dayjs): boolean {
  const { maxDays = Number.POSITIVE_INFINITY } = filter;
  const today = now.format(DAY);
  switch (filter.filterType) {
    case filterTypes.text:
      return value.trim().length <= MAX_TEXT_LENGTH;
    case filterTypes.number:
      return isNumber(value);
    case filterTypes.days: {
      const range = countRange(value, DAY);
      return range !== null && inOrder(range) && range[1] <= countDate(today, DAY)! && range[1] - range[0] < maxDays * DAY_MS;
    }
    case filterTypes.times: {
      const range = countRange(value, MOMENT);
      return range !== null && inOrder(range) && range[1] < countDate(today, DAY)! + DAY_MS && isShortEnough(range, filter);
    }
    case filterTypes.day:
      return countDate(value, DAY) !== null && value <= today;
    case filterTypes.closedDay:
      return countDate(value, DAY) !== null && value < today;
    case filterTypes.month:
      return countDate(value, MONTH) !== null && value < now.format(MONTH);
    case filterTypes.months: {
      const range = countRange(value, MONTH);
      const current = countDate(now.format(MONTH), MONTH)!;
      return range !== null && inOrder(range) && range[1] < current && countMonths(...range) <= MAX_MONTHS;
    }
    case filterTypes.week:
      return weekStart(value) !== null && value < weekText(now);
    case filterTypes.year:
      return /^\d{4}$/.test(value) && Number(value) <= now.year();
    case filterTypes.range:
      return isRange(value);
    case filterTypes.speed:
      return isNumber(value) && Number(value) >= 0 && Number(value) <= MAX_SPEED_KMH;
    case filterTypes.minutes:
      return isNumber(value) && Number(value) >= 0;
    case filterTypes.timeOfDay:
      return /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/.test(value);
    case filterTypes.vehicles:
      return splitList(value).length <= MAX_REPORT_VEHICLES;
    case filterTypes.drawn: {
      const region = readRegionText(value);
      return region !== null && regionAreaKm2(region) <= MAX_REPORT_REGION_KM2;
    }
    case filterTypes.companies:
      return splitList(value).length <= MAX_REPORT_COMPANIES;
    default:
      return true;
  }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
/** Ends of a range as `countDate` returns them, ms. */
type Range = readonly [from: number, to: number];
const inOrder = ([from, to]: Range) => from <= to;
const monthNumber = (at: number) => new Date(at).getUTCFullYear() * MONTHS_A_YEAR + new Date(at).getUTCMonth();
const countMonths = (...[from, to]: Range) => monthNumber(to) - monthNumber(from) + 1;

/** The unit of a limit: hours if it is below a day, else days. */
export const limitUnit = ({ unit }: Pick<ReportFilter, 'unit'>): 'hour' | 'day' => (unit === 'h' ? 'hour' : 'day');

function isShortEnough([from, to]: Range, { maxDays, unit }: ReportFilter): boolean {
  if (maxDays === undefined) return true;
  if (limitUnit({ unit }) === 'hour') return to - from <= maxDays * HOUR_MS;
  // a range to the last second of a day counts as whole days
  return to - from < maxDays * DAY_MS;
}

/** From, to; one of them may be open. */
function isRange(value: string): boolean {
  const parts = value.split(',');
  const [low = '', high = ''] = parts;
  if (parts.length > 2 || (low === '' && high === '')) return false;
  if ([low, high].some((end) => end !== '' && !isNumber(end))) return false;
  return low === '' || high === '' || Number(low) <= Number(high);
}
