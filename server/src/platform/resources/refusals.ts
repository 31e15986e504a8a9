import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Wish } from './wish.ts';
import type { Refusal } from './write.ts';

/** What refuses all of the wishes where it is said of one, the weightiest first. */
const WHOLE = ['notFound', 'everybodys', 'staleVersion'] as const;

/** Of one wish the fields as they are, as a form shows them; of several each with the wish's number before it. */
export function refused(resource: Resource, wishes: readonly Wish[], refusals: readonly Refusal[]): CallError {
  const gone = WHOLE.map((whole) => refusals.find(({ kind }) => kind === whole)).find((found) => found !== undefined);
  if (gone?.kind) {
    const wish = wishes[gone.at]!;
    return new CallError(gone.kind, `${resource.name} ${wish.kind === 'add' ? '' : wish.id}`);
  }
  const used = refusals.filter(({ kind }) => kind === 'inUse');
  if (used.length > 0) return new CallError('inUse', resource.name, summed(used.flatMap(({ faults }) => faults)));
  const faults = refusals.flatMap(({ at, faults: each }) =>
    each.map((fault) => ({ ...fault, path: wishes.length === 1 ? `values.${fault.path}` : `${at}.${fault.path}` })),
  );
  return new CallError('validation', `${resource.name}: refused`, faults);
}

/** One fault for each of the texts, their counts together. */
function summed(faults: readonly FieldFault[]): FieldFault[] {
  return [...Map.groupBy(faults, ({ key }) => key).values()].map((same) => ({
    ...same[0]!,
    params: { count: same.reduce((sum, { params }) => sum + Number(params?.['count'] ?? 0), 0) },
  }));
}

/**
 * What somebody else wrote between the look and the write: the same value, as the unique index knows, or they removed what is
 * referred to, or refer to what is removed.
 */
export function takenMeanwhile(resource: Resource, error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23503') return new CallError('staleVersion', `${resource.name}: ${constraint}`);
  const keys = code === '23505' && constraint ? resource.uniques?.[constraint] : undefined;
  if (!keys) return error;
  return new CallError('validation', `${constraint}`, [{ path: `values.${keys[0]}`, key: 'rule.taken' }]);
}
