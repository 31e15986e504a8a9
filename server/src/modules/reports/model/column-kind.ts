import type { ColumnType } from '@fleetwarden/contract/reports/schemas';

/** What a column of the dictionary holds. */
export type ColumnKind = {
  readonly type: ColumnType;
  /** Key of its unit: text `reportUnit.<unit>`. */
  readonly unit?: string;
  /** The enumeration of its values: texts `reportEnum.<ENUM>_<value>`. */
  readonly values?: string;
};
