import type { ColumnKind } from '../model/column-kind.ts';

/** A part of the dictionary: what a column of each key holds, in whichever report it stands. */
export const columns = <const C extends Readonly<Record<string, ColumnKind>>>(rows: C): C => rows;
