import type { filterTypes, STATUS_DATA_REPORT } from '@fleetwarden/contract/reports';

/** How conditions are filled in, by their numbers. The contract's own list lies beside its schemas, which the console does without. */
export const FILTERS = {
  text: 1,
  number: 2,
  select: 3,
  multi: 4,
  radio: 5,
  check: 6,
  days: 7,
  times: 8,
  day: 9,
  month: 10,
  year: 11,
  company: 12,
  vehicle: 13,
  vehicles: 14,
  drivers: 15,
  areas: 16,
  region: 17,
  range: 18,
  alarmTypes: 19,
  speed: 20,
  minutes: 21,
  timeOfDay: 22,
  vehicleTypes: 23,
  users: 24,
  closedDay: 25,
  week: 26,
  months: 27,
  platforms: 28,
  companies: 29,
  channels: 30,
} as const satisfies typeof filterTypes;

/** The report whose page exports it by itself: its conditions have no button for that. */
export const STATUS_DATA: typeof STATUS_DATA_REPORT = 700052;
/** Reports of one vehicle, whatever their conditions say. */
export const OF_A_VEHICLE: readonly number[] = [401010, 401014];
/** Most that can be named in one condition. */
export const MOST_VEHICLES = 500;
export const MOST_COMPANIES = 20;
/** Letters of a condition that is a text. */
export const MOST_LETTERS = 50;
/** km/h */
export const FASTEST = 160;
/** Months a range of them may have. */
export const MOST_MONTHS = 12;
