import { z } from 'zod';
import { MAX_NAMED_VEHICLES } from './report-filters.ts';

export const ReportOption = z.object({
  value: z.string(),
  label: z.string(),
  /** The parent option in a cascader. */
  parent: z.string().optional(),
  checked: z.boolean().optional(),
});
export type ReportOption = z.infer<typeof ReportOption>;

export const ReportFilter = z.object({
  colEname: z.string(),
  colCname: z.string(),
  filterType: z.number(),
  required: z.boolean(),
  /** 0: hidden, and sent with its default value. */
  issHowinWeb: z.literal([0, 1]),
  /** Default of a date: 0 today, 1 the whole of today, -1 yesterday, curMonth, dtOneMonth, `-7,-1`. */
  remark: z.string().optional(),
  /** Default of a filter other than a date; `own`: the user's company. */
  queryDefaultName: z.string().optional(),
  /** The default value, with dates resolved. */
  selectedValue: z.string(),
  pullDownVal: z.array(ReportOption).optional(),
  /** Longest range in days, or in hours for a range of times within a day. */
  maxDays: z.number().optional(),
  unit: z.string().optional(),
});
export type ReportFilter = z.infer<typeof ReportFilter>;

/** Characters of an id and a comma. */
const ID_CHARACTERS = 10;
/** Filter values by name, as the controls send them. */
export const ReportConditions = z.record(
  z.string().max(40),
  z.union([z.string().max(MAX_NAMED_VEHICLES * ID_CHARACTERS), z.number()]),
);
