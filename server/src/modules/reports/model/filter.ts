import type { FilterType } from '@fleetwarden/contract/reports/report-filters';

/** A filter of a report. `name` is the name on the wire (`deptId`, `carIds`, ...); its label is the text `reportCondition.<name>`. */
export type Filter = {
  readonly name: string;
  readonly type: FilterType;
  readonly required?: boolean;
  /** Of date filters: which range they start with. */
  readonly preset?: DatePreset;
  /** The default value; `own` of a company filter: the company of the user. */
  readonly initial?: string;
  /** The enumeration of its options: one of `domain/enumerations`, or texts `reportEnum.<values>_<value>`. */
  readonly values?: string;
  /** The options that rows can have; others are accepted and find nothing. Default: all. */
  readonly offered?: readonly string[];
  /** It filters companies: the report covers only those that match. */
  readonly ofCompanies?: true;
  /** The longest range. */
  readonly maxDays?: number;
};

/** Default date ranges as the wire names them (report catalogue 2.3). */
export type DatePreset = '0' | '1' | '-1' | 'curMonth' | 'dtOneMonth' | '-7,-1';
