import { type AlarmClassName, type AlarmRight, alarmClassesOf } from '@fleetwarden/contract/alarm-rights';
import { CallError } from '@fleetwarden/contract/errors';
import { ALARM_TYPES, type AlarmType } from '@fleetwarden/domain/alarm-types';
import type { Principal } from '../../platform/http/principal.ts';

const OF_TYRES = 3;
const OF_PLATFORM = 9;
/** mainType of the items of 0x0200. */
const MAIN_TYPES: Readonly<Record<number, number>> = { 100: 1, 101: 2, 103: 4, 112: 5 };
const byId = new Map<number, AlarmType>(ALARM_TYPES.map((type) => [type.id, type]));

/** What the console's calls name a kind by: its main type, and its number within. */
export function numbersOf(typeId: number): { readonly mainType: number; readonly subType: number } {
  const source = byId.get(typeId)?.source;
  if (source?.kind === 'item') return { mainType: MAIN_TYPES[source.item] ?? 0, subType: source.type };
  if (source?.kind === 'tyre') return { mainType: OF_TYRES, subType: source.bit };
  if (source?.kind === 'bit' || source?.kind === 'video') return { mainType: 0, subType: source.bit };
  return { mainType: source === undefined || source.kind === 'terminal' ? 0 : OF_PLATFORM, subType: typeId };
}

export const classOf = (typeId: number): AlarmClassName => byId.get(typeId)?.class ?? 'event';

/** The kinds of some classes. */
export const typesOf = (classes: readonly AlarmClassName[]): number[] =>
  ALARM_TYPES.filter((type) => classes.includes(type.class)).map(({ id }) => id);

/** Classes of alarms, of these, that somebody may see. Throws CallError forbidden where there is none. */
export function requireClasses(
  { rights }: Pick<Principal, 'rights'>,
  among: readonly AlarmClassName[],
  right: AlarmRight = 'see',
): AlarmClassName[] {
  const classes = alarmClassesOf(rights, right).filter((name) => among.includes(name));
  if (classes.length === 0) throw new CallError('forbidden', `${right} alarms`);
  return classes;
}
