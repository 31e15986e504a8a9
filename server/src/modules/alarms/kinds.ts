import { type AlarmClassName, type AlarmRight, listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import { CallError } from '@fleetwarden/contract/errors';
import type { Principal } from '../../platform/http/principal.ts';

/** The classes among these on which the user has the right. Throws CallError forbidden if there is none. */
export function requireClasses(
  { rights }: Pick<Principal, 'rights'>,
  among: readonly AlarmClassName[],
  right: AlarmRight = 'see',
): AlarmClassName[] {
  const classes = listAlarmClasses(rights, right).filter((name) => among.includes(name));
  if (classes.length === 0) throw new CallError('forbidden', `${right} alarms`);
  return classes;
}
