import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { hasSqlState } from '../db/sql-state.ts';
import type { Refusal } from './change.ts';
import type { WriteRequest } from './write-request.ts';

/** Reasons that refuse the whole call, most important first. */
const WHOLE = ['notFound', 'everybodys', 'beyondOwnRights', 'staleVersion'] as const;

/** The error of a call: one request names fields as a form shows them; several have the request's number before each path. */
export function refused(resource: Resource, requests: readonly WriteRequest[], refusals: readonly Refusal[]): CallError {
  const gone = WHOLE.map((whole) => refusals.find(({ kind }) => kind === whole)).find((found) => found !== undefined);
  if (gone?.kind) {
    const wish = requests[gone.at]!;
    return new CallError(gone.kind, `${resource.name} ${wish.kind === 'add' ? '' : wish.id}`);
  }
  const used = refusals.filter(({ kind }) => kind === 'inUse');
  if (used.length > 0) return new CallError('inUse', resource.name, summed(used.flatMap(({ faults }) => faults)));
  const faults = refusals.flatMap(({ at, faults: each }) =>
    each.map((fault) => ({ ...fault, path: requests.length === 1 ? `values.${fault.path}` : `${at}.${fault.path}` })),
  );
  return new CallError('validation', `${resource.name}: refused`, faults);
}

/** Merges faults with the same text and adds their counts. */
function summed(faults: readonly FieldFault[]): FieldFault[] {
  return [...Map.groupBy(faults, ({ key }) => key).values()].map((same) => ({
    ...same[0]!,
    params: { count: same.reduce((sum, { params }) => sum + Number(params?.['count'] ?? 0), 0) },
  }));
}

/** Translates a constraint violation by a concurrent change: a duplicate value, or a removed or referenced record. */
export function takenMeanwhile(resource: Resource, error: unknown): unknown {
  const { constraint } = error as { constraint?: string };
  if (hasSqlState(error, 'foreignKeyViolation')) return new CallError('staleVersion', `${resource.name}: ${constraint}`);
  const keys = hasSqlState(error, 'uniqueViolation') && constraint ? resource.uniques?.[constraint] : undefined;
  if (!keys) return error;
  return new CallError('validation', `${constraint}`, [{ path: `values.${keys[0]}`, key: 'rule.taken' }]);
}
