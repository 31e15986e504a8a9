import { RULE_KINDS, type RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { type RuleButton, ruleRight } from '@fleetwarden/contract/alarm-rules/rights';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { CallError } from '@fleetwarden/contract/errors';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { Scope } from '../../platform/resources/read.ts';
import * as store from './store.ts';

/** Ids of a department and everything below it. */
export type Below = (departmentId: number) => Promise<Scope>;

/** Throws CallError forbidden if the user may not do this on the page of a kind. */
export function requireRight(user: Principal, code: RuleCode, button: RuleButton): void {
  const right = ruleRight(code, button);
  if (!user.rights.has(right)) throw new CallError('forbidden', right);
}

/** Throws CallError notFound for a department that is not of the scope. */
export function requireDepartment(deptId: string, scope: Scope): number {
  if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
  return Number(deptId);
}

/** A department of the scope with its descendants; undefined without a filter. Throws CallError notFound. */
export const departmentsWithin = async (below: Below, deptId: string | undefined, scope: Scope): Promise<number[] | undefined> =>
  deptId === undefined ? undefined : [...(await below(requireDepartment(deptId, scope)))];

/** Schemes of a kind, all of them of the scope. Throws CallError notFound. */
export async function requireSchemes(db: Queryable, code: RuleCode, ids: readonly string[], scope: Scope): Promise<Scheme[]> {
  const wanted = [...new Set(ids.map(Number))];
  const rows = await store.byIds(db, code, scope, wanted);
  if (rows.length < wanted.length) throw new CallError('notFound', `schemes ${ids.slice(0, 10).join()}`);
  return rows;
}

/** Vehicles and departments a scheme may be for, all of them of the scope. Throws CallError notFound. */
export async function requireTargets(
  db: Queryable,
  cars: readonly string[],
  depts: readonly string[],
  scope: Scope,
): Promise<store.Targets> {
  const vehicleIds = [...new Set(cars.map(Number))];
  const departmentIds = [...new Set(depts.map((id) => requireDepartment(id, scope)))];
  if ((await store.countVehicles(db, vehicleIds, scope)) < vehicleIds.length)
    throw new CallError('notFound', 'a vehicle of a scheme');
  return { vehicleIds, departmentIds };
}

/** Parameters of a scheme of a kind, with all defaults. Throws CallError validation whose paths begin with `params`. */
export const parseParams = (code: RuleCode, params: unknown): Record<string, unknown> =>
  parseInput(z.object({ params: RULE_KINDS[code].params as z.ZodObject }), { params }).params;
