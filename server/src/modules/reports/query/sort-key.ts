import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { COLUMNS, type ColumnKey } from '../columns/dictionary.ts';
import { alarmNames } from '../model/option-texts.ts';

/** Names of people, companies and places: Chinese ones sort by pinyin. Plates do not: there are too many. */
const NAMED: ReadonlySet<string> = new Set([
  ...['deptName', 'driverName', 'ownerName', 'platformName', 'operatorName', 'areaName', 'ruleName', 'userName'],
  ...['loginName', 'roleName', 'dutyUser', 'nextUser', 'handleUser', 'visitUser', 'chkUser', 'terminalVendor'],
]);
const ALARM_ORDER = Object.entries(alarmNames('zh'))
  .toSorted(([, a], [, b]) => a.localeCompare(b, 'zh'))
  .map(([type]) => type);

/** The expression by which rows are sorted by a column: names by pinyin, alarm types by their Chinese names, places from west to east. */
export function sortKey(column: string): Sql {
  // their addresses are looked up for a page only
  if (COLUMNS[column as ColumnKey]?.type === 'place') return sql`string_to_array(${name(column)}::text, ',')::float8[]`;
  if (NAMED.has(column)) return sql`${name(column)}::text collate "zh-x-icu"`;
  return column === 'alarmType' ? sql`array_position(${ALARM_ORDER}::text[], "alarmType"::text)` : name(column);
}
