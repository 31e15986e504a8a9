/** The status data page, a report without a code of its own. */
export const STATUS_DATA_REPORT = 700052;
/** Reports that need one vehicle, whatever else is asked. */
export const VEHICLE_REPORTS: readonly number[] = [401010, 401014];
/** Vehicles that are chosen by hand for a report; more are asked for by their company. */
export const MAX_REPORT_VEHICLES = 500;
/** Vehicles a call may name for a report. */
export const MAX_NAMED_VEHICLES = 10_000;
/** A part of the map that is drawn for a report is no larger, km². */
export const MAX_REPORT_REGION_KM2 = 2_500;
/** Companies a report may compare. */
export const MAX_REPORT_COMPANIES = 20;

/**
 * How a condition is filled in, by the specification's numbers: 1 text, 2 number, 3 one of several, 4 some of several, 5 one that
 * always has a value, 6 check box, 7 days, 8 times, 10 month, 12 company, 13 vehicle, 14 vehicles, 15 drivers, 16 areas, 17 region,
 * 18 from-to, 19 alarm types, 20 speed, 21 minutes, 22 part of the day, 23 vehicle types, 24 users, 25 a day that is over, 26 week,
 * 27 months, 28 superior platforms, 29 companies, 30 sensor channels. Beside them 31: a part of the
 * map that is drawn (domain/region-text). 9 (a day) and 11 (a year) are for reports of an operator's own.
 */
export const filterTypes = {
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
  drawn: 31,
} as const;
export type FilterType = (typeof filterTypes)[keyof typeof filterTypes];

/** Days that are counted anew at a time. */
export const MAX_REBUILT_DAYS = 93;
