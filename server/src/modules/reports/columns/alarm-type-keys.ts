import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import type { ColumnKind } from '../model/column-kind.ts';

/** The column that counts one kind of alarm, by its number. */
export type TypeKey = `t${number}`;
export const toTypeKey = (type: number): TypeKey => `t${type}`;

/** One thing for the column of each kind there is. */
export const mapTypes = <T>(of: (type: number) => T): Readonly<Record<TypeKey, T>> =>
  Object.fromEntries(ALARM_TYPES.map(({ id }) => [toTypeKey(id), of(id)])) as Record<TypeKey, T>;

export const typeColumns = mapTypes((): ColumnKind => ({ type: 'integer', unit: 'times' }));

/** The kind such a column counts; undefined of any other column. */
export const parseTypeKey = (key: string): number | undefined =>
  Object.hasOwn(typeColumns, key) ? Number(key.slice(1)) : undefined;
