import type { ColumnKind } from '../model/column-kind.ts';

/** Types a part of the dictionary: what a column of each key holds. */
export const columns = <const C extends Readonly<Record<string, ColumnKind>>>(rows: C): C => rows;
