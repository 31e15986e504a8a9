import { findParameter, hasParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import type { Deviation } from '@fleetwarden/contract/terminal-settings/schemas';

/** Values by parameter id. */
export type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a stored value has what is expected; parts of an object that are not expected may be anything. */
export function matches(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected))
    return Array.isArray(actual) && actual.length === expected.length && expected.every((item, i) => matches(item, actual[i]));
  if (isObject(expected))
    return isObject(actual) && Object.entries(expected).every(([key, value]) => matches(value, actual[key]));
  return expected === actual;
}

/** The ids among these that a terminal of this version has; all of them while the version is unknown. */
export const applicable = (ids: readonly string[], version: number | null): string[] =>
  version === null
    ? [...ids]
    : ids.filter((id) => {
        const row = findParameter(id);
        return row === undefined || hasParameter(row, version);
      });

/** Where stored values deviate from the expected ones. Parameters that the version lacks are left out. */
export function findDeviations(expected: Values, actual: Values, version: number | null): Deviation[] {
  return applicable(Object.keys(expected), version).flatMap((id) =>
    matches(expected[id], actual[id]) ? [] : [{ id, expected: expected[id], actual: actual[id] ?? null }],
  );
}

/** The values of these ids. */
export const pick = (values: Values, ids: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(ids.filter((id) => values[id] !== undefined).map((id) => [id, values[id]]));
