/** The status data page, a report without a code of its own. */
export const STATUS_DATA_REPORT = 700052;
/** Reports that always need one vehicle. */
export const VEHICLE_REPORTS: readonly number[] = [401010, 401014];
/** Most vehicles selected for a report; for more, select their company. */
export const MAX_REPORT_VEHICLES = 500;
/** Vehicles a call may name for a report. */
export const MAX_NAMED_VEHICLES = 10_000;
/** A part of the map that is drawn for a report is no larger, km². */
export const MAX_REPORT_REGION_KM2 = 2_500;
/** Companies a report may compare. */
export const MAX_REPORT_COMPANIES = 20;

/** Kinds of filter inputs, numbered by the specification. */
export const filterTypes = {
  text: 1,
  number: 2,
  /** One of several. */
  select: 3,
  /** Some of several. */
  multi: 4,
  /** One of several, never empty. */
  radio: 5,
  check: 6,
  days: 7,
  times: 8,
  /** For reports of an operator's own. */
  day: 9,
  month: 10,
  /** For reports of an operator's own. */
  year: 11,
  company: 12,
  vehicle: 13,
  vehicles: 14,
  drivers: 15,
  areas: 16,
  region: 17,
  /** From-to. */
  range: 18,
  alarmTypes: 19,
  speed: 20,
  minutes: 21,
  timeOfDay: 22,
  vehicleTypes: 23,
  users: 24,
  /** A day that is over. */
  closedDay: 25,
  week: 26,
  months: 27,
  platforms: 28,
  companies: 29,
  /** Sensor channels. */
  channels: 30,
  /** A part of the map, beyond the specification (domain/region-text). */
  drawn: 31,
} as const;
export type FilterType = (typeof filterTypes)[keyof typeof filterTypes];

/** Most days that one request recalculates. */
export const MAX_REBUILT_DAYS = 93;
