import { type AlarmClassName, type AlarmRight, listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import { CallError } from '@fleetwarden/contract/errors';
import { ALARM_TYPES, type AlarmType } from '@fleetwarden/domain/alarm-types';
import type { Principal } from '../../platform/http/principal.ts';

const byId = new Map<number, AlarmType>(ALARM_TYPES.map((type) => [type.id, type]));

export const classOf = (typeId: number): AlarmClassName => byId.get(typeId)?.class ?? 'event';

/** The alarm types of some classes. */
export const typesOf = (classes: readonly AlarmClassName[]): number[] =>
  ALARM_TYPES.filter((type) => classes.includes(type.class)).map(({ id }) => id);

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
