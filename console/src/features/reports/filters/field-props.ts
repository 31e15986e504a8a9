import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';

/** A control of a condition: its value is what is sent, '' where nothing is chosen. */
export type FieldProps = {
  readonly id: string;
  readonly filter: ReportFilter;
  readonly value: string;
  readonly onChange: (value: string) => void;
};
