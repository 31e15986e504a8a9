import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import type { Change } from '../../platform/resources/change.ts';
import type { Actor } from '../../platform/resources/resource.ts';

/** Binding has a permission of its own: an edit without it must leave the bindings as they are. Throws CallError forbidden. */
export function refuseBinding(
  changes: readonly Change[],
  { rights }: Actor,
  codes: Readonly<Record<string, PermissionCode>>,
): void {
  const joinIds = (value: unknown) =>
    ((value ?? []) as readonly unknown[])
      .map(Number)
      .sort((a, b) => a - b)
      .join();
  for (const [field, code] of Object.entries(codes)) {
    const bound = changes.some(
      ({ kind, before, after }) => (kind === 'add' || kind === 'edit') && joinIds(before?.[field]) !== joinIds(after[field]),
    );
    if (bound && !rights.has(code)) throw new CallError('forbidden', code);
  }
}
