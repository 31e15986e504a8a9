import { DAY_MS } from '@fleetwarden/domain/durations';
import type { DepartmentSettings } from './identity-settings.ts';

/** Whether the password must be changed first: it was set by another user, or is too old. */
export function passwordDue(
  password: { readonly must_change_password: boolean; readonly password_changed_at: number | null },
  { changeInitial, passwordDays }: Pick<DepartmentSettings, 'changeInitial' | 'passwordDays'>,
  now: number,
): boolean {
  const { must_change_password: initial, password_changed_at: changedAt } = password;
  const tooOld = passwordDays > 0 && changedAt !== null && now >= changedAt + passwordDays * DAY_MS;
  return (initial && changeInitial) || tooOld;
}
