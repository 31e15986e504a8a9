import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { DatePreset, Filter } from './filter.ts';

/** Longest ranges: daily figures, single events, and positions. */
export const MAX_DAYS = 93;
export const MAX_DETAIL_DAYS = 31;
export const MAX_POSITION_DAYS = 7;
/** Twelve months. */
const MAX_MONTHS_DAYS = 366;

/** A company with its subtree. */
export const company: Filter = { name: 'deptId', type: filterTypes.company, required: true, initial: 'own' };
/** Excludes the subtree. Every company filter has it, so that figures of a single company can be drilled down. */
export const companyOnly: Filter = { name: 'deptOnly', type: filterTypes.check, initial: '0' };
export const vehicles: Filter = { name: 'carIds', type: filterTypes.vehicles };
export const vehicle: Filter = { name: 'carId', type: filterTypes.vehicle, required: true };
export const drivers: Filter = { name: 'driverIds', type: filterTypes.drivers };
export const users: Filter = { name: 'userIds', type: filterTypes.users };
export const platforms: Filter = { name: 'platformIds', type: filterTypes.platforms };
export const areas: Filter = { name: 'areaIds', type: filterTypes.areas };
/** A division by its code. */
export const region: Filter = { name: 'adcode', type: filterTypes.region };
/** The division of companies, by its code. */
export const companyRegion: Filter = { ...region, ofCompanies: true };
/** A region drawn for this report. */
export const drawn: Filter = { name: 'region', type: filterTypes.drawn };
/** Channels of a vehicle, by their numbers: its sensors or cameras. */
export const channels: Filter = { name: 'channels', type: filterTypes.channels };
export const carTypes: Filter = { name: 'carTypes', type: filterTypes.vehicleTypes };
export const industries: Filter = { name: 'industries', type: filterTypes.multi, values: 'INDUSTRY' };
export const alarmTypes: Filter = { name: 'alarmTypes', type: filterTypes.alarmTypes, required: true, initial: 'all' };
export const alarmLevels: Filter = { name: 'alarmLevels', type: filterTypes.multi, values: 'ALARM_LEVEL' };

export const days = (preset: DatePreset, maxDays = MAX_DAYS): Filter => ({
  name: 'staticDate',
  type: filterTypes.days,
  required: true,
  preset,
  maxDays,
});
export const times = (preset: DatePreset, maxDays = MAX_DETAIL_DAYS): Filter => ({
  name: 'timeRange',
  type: filterTypes.times,
  required: true,
  preset,
  maxDays,
});
export const month: Filter = { name: 'month', type: filterTypes.month, required: true, preset: 'dtOneMonth' };
/** Compared companies, without their subtrees. */
export const companies: Filter = { name: 'deptIds', type: filterTypes.companies, required: true };
export const months: Filter = {
  name: 'monthRange',
  type: filterTypes.months,
  required: true,
  preset: 'dtOneMonth',
  maxDays: MAX_MONTHS_DAYS,
};
export const closedDay: Filter = { name: 'day', type: filterTypes.closedDay, required: true, preset: '-1' };

/** The grouping of rows; `values`: an enumeration of `reportEnum`, `first`: its default. */
export const groupBy = (values: string, first: string): Filter => ({
  name: 'groupBy',
  type: filterTypes.radio,
  required: true,
  initial: first,
  values,
});
export const text = (name: string): Filter => ({ name, type: filterTypes.text });
export const number = (name: string, initial?: number): Filter => ({
  name,
  type: filterTypes.number,
  ...(initial === undefined ? {} : { initial: String(initial) }),
});
export const minutes = (name: string, initial: number): Filter => ({ name, type: filterTypes.minutes, initial: String(initial) });
export const timeOfDay = (name: string, initial: string): Filter => ({ name, type: filterTypes.timeOfDay, initial });
export const speed = (name: string, initial: number): Filter => ({ name, type: filterTypes.speed, initial: String(initial) });
export const range = (name: string): Filter => ({ name, type: filterTypes.range });
export const one = (name: string, values: string, initial?: string): Filter => ({
  name,
  type: filterTypes.select,
  values,
  ...(initial === undefined ? {} : { initial }),
});
export const some = (name: string, values: string): Filter => ({ name, type: filterTypes.multi, values });
export const check = (name: string, initial: 0 | 1 = 0): Filter => ({ name, type: filterTypes.check, initial: String(initial) });

/** All filters of a report, with companyOnly behind a company filter. */
export const listFilters = (filters: readonly Filter[]): readonly Filter[] =>
  filters.flatMap((filter) => (filter === company ? [filter, companyOnly] : [filter]));
