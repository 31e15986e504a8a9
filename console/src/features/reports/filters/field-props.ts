import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';

/** Props of a condition's control. `value` has the format of the call; '': nothing is chosen. */
export type FieldProps = {
  readonly id: string;
  readonly filter: ReportFilter;
  readonly value: string;
  readonly onChange: (value: string) => void;
};
