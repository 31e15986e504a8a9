import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import type { ColumnKind } from '../model/column-kind.ts';

/** The key of the count column of an alarm type. */
export type TypeKey = `t${number}`;
export const toTypeKey = (type: number): TypeKey => `t${type}`;

/** A value per alarm type column. */
export const mapTypes = <T>(of: (type: number) => T): Readonly<Record<TypeKey, T>> =>
  Object.fromEntries(ALARM_TYPES.map(({ id }) => [toTypeKey(id), of(id)])) as Record<TypeKey, T>;

export const typeColumns = mapTypes((): ColumnKind => ({ type: 'integer', unit: 'times' }));

/** The alarm type of a column; undefined for other columns. */
export const parseTypeKey = (key: string): number | undefined =>
  Object.hasOwn(typeColumns, key) ? Number(key.slice(1)) : undefined;
