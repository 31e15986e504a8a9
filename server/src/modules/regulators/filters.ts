import { type Sql, sql } from '../../platform/db/database.ts';

export type Window = { readonly startTime?: number | undefined; readonly endTime?: number | undefined };
export type Filter = Window & { readonly superiorId?: number | undefined; readonly id?: number | undefined };

export const NOTHING = sql``;
export const only = (column: Sql, value: number | undefined): Sql =>
  value === undefined ? NOTHING : sql`and ${column} = ${value}`;
