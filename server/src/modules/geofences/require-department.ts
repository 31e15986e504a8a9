import { CallError } from '@fleetwarden/contract/errors';
import type { Scope } from '../../platform/resources/read.ts';

/** The id of a department. Throws CallError notFound if it lies outside the scope. */
export function requireDepartment(deptId: string, scope: Scope): number {
  if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
  return Number(deptId);
}
