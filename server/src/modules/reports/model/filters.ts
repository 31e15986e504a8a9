import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { Condition, Remark } from './definition.ts';

/** Days and times that reports may span: figures of days, single facts, and what is read from positions. */
export const MAX_DAYS = 93;
export const MAX_DETAIL_DAYS = 31;
export const MAX_POSITION_DAYS = 7;
/** Twelve months. */
const MAX_MONTHS_DAYS = 366;

/** The company, with those below it. */
export const company: Condition = { name: 'deptId', type: filterTypes.company, required: true, begins: 'own' };
/** Without those below it: beside each company, so that figures of a company alone lead to what they are made of. */
export const companyOnly: Condition = { name: 'deptOnly', type: filterTypes.check, begins: '0' };
export const vehicles: Condition = { name: 'carIds', type: filterTypes.vehicles };
export const vehicle: Condition = { name: 'carId', type: filterTypes.vehicle, required: true };
export const drivers: Condition = { name: 'driverIds', type: filterTypes.drivers };
export const users: Condition = { name: 'userIds', type: filterTypes.users };
export const platforms: Condition = { name: 'platformIds', type: filterTypes.platforms };
export const areas: Condition = { name: 'areaIds', type: filterTypes.areas };
/** A division, by its code. */
export const region: Condition = { name: 'adcode', type: filterTypes.region };
/** The division that companies are in, by its code. */
export const companyRegion: Condition = { ...region, ofCompanies: true };
/** A part of the map, drawn for this report alone. */
export const drawn: Condition = { name: 'region', type: filterTypes.drawn };
/** Of the sensors of a vehicle. */
export const channels: Condition = { name: 'channels', type: filterTypes.channels };
export const carTypes: Condition = { name: 'carTypes', type: filterTypes.vehicleTypes };
export const industries: Condition = { name: 'industries', type: filterTypes.multi, values: 'INDUSTRY' };
export const alarmTypes: Condition = { name: 'alarmTypes', type: filterTypes.alarmTypes, required: true, begins: 'all' };
export const alarmLevels: Condition = { name: 'alarmLevels', type: filterTypes.multi, values: 'ALARM_LEVEL' };

export const days = (remark: Remark, maxDays = MAX_DAYS): Condition => ({
  name: 'staticDate',
  type: filterTypes.days,
  required: true,
  remark,
  maxDays,
});
export const times = (remark: Remark, maxDays = MAX_DETAIL_DAYS): Condition => ({
  name: 'timeRange',
  type: filterTypes.times,
  required: true,
  remark,
  maxDays,
});
export const month: Condition = { name: 'month', type: filterTypes.month, required: true, remark: 'dtOneMonth' };
/** Companies side by side, without those below them. */
export const companies: Condition = { name: 'deptIds', type: filterTypes.companies, required: true };
export const months: Condition = {
  name: 'monthRange',
  type: filterTypes.months,
  required: true,
  remark: 'dtOneMonth',
  maxDays: MAX_MONTHS_DAYS,
};
export const closedDay: Condition = { name: 'day', type: filterTypes.closedDay, required: true, remark: '-1' };

/** By what rows are summed up; `values`: a row of `reportEnum`, `first` its value to begin with. */
export const groupBy = (values: string, first: string): Condition => ({
  name: 'groupBy',
  type: filterTypes.radio,
  required: true,
  begins: first,
  values,
});
export const text = (name: string): Condition => ({ name, type: filterTypes.text });
export const number = (name: string, begins?: number): Condition => ({
  name,
  type: filterTypes.number,
  ...(begins === undefined ? {} : { begins: String(begins) }),
});
export const minutes = (name: string, begins: number): Condition => ({ name, type: filterTypes.minutes, begins: String(begins) });
export const speed = (name: string, begins: number): Condition => ({ name, type: filterTypes.speed, begins: String(begins) });
export const range = (name: string): Condition => ({ name, type: filterTypes.range });
export const one = (name: string, values: string, begins?: string): Condition => ({
  name,
  type: filterTypes.select,
  values,
  ...(begins === undefined ? {} : { begins }),
});
export const some = (name: string, values: string): Condition => ({ name, type: filterTypes.multi, values });
export const check = (name: string, begins: 0 | 1 = 0): Condition => ({ name, type: filterTypes.check, begins: String(begins) });

/** All conditions of a report: beside a company stands whether it is meant alone. */
export const askedFor = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.flatMap((condition) => (condition === company ? [condition, companyOnly] : [condition]));
