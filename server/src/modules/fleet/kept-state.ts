import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import type { Actor } from '../../platform/resources/resource.ts';
import type { Change } from '../../platform/resources/write.ts';

/** Binding has a code of its own: whoever may only edit leaves what is bound as it is. Throws CallError forbidden. */
export function refuseBinding(
  changes: readonly Change[],
  { rights }: Actor,
  codes: Readonly<Record<string, PermissionCode>>,
): void {
  const idsOf = (value: unknown) =>
    ((value ?? []) as readonly unknown[])
      .map(Number)
      .sort((a, b) => a - b)
      .join();
  for (const [field, code] of Object.entries(codes)) {
    const bound = changes.some(
      ({ kind, before, after }) => (kind === 'add' || kind === 'edit') && idsOf(before?.[field]) !== idsOf(after[field]),
    );
    if (bound && !rights.has(code)) throw new CallError('forbidden', code);
  }
}

/** Enabling has a button and a code of its own: whoever may only edit leaves the state as it is. Throws CallError forbidden. */
export function refuseStateChange(changes: readonly Change[], actor: Actor, field: string, code: PermissionCode): void {
  const switched = changes.some(({ kind, before, after }) => kind === 'edit' && before[field] !== after[field]);
  if (switched && !actor.rights.has(code)) throw new CallError('forbidden', code);
}
