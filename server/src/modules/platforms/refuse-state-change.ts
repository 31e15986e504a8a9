import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import type { Change } from '../../platform/resources/change.ts';
import type { Actor } from '../../platform/resources/resource.ts';

/** Enabling has a permission of its own: an edit without it must leave the state as it is. Throws CallError forbidden. */
export function refuseStateChange(changes: readonly Change[], actor: Actor, field: string, code: PermissionCode): void {
  const switched = changes.some(({ kind, before, after }) => kind === 'edit' && before[field] !== after[field]);
  if (switched && !actor.rights.has(code)) throw new CallError('forbidden', code);
}
