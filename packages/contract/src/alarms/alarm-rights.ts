import type { AlarmClass } from '@fleetwarden/domain/alarm-types';
import type { PermissionCode } from '../call.ts';
import { permission } from '../permissions.ts';

// Apart from the schemas: the console reads it too.

export const ALARM_CLASSES = ['ordinary', 'event', 'safety'] as const satisfies readonly AlarmClass[];
export type AlarmClassName = (typeof ALARM_CLASSES)[number];

/** Alarms of one decision. */
export const MAX_HANDLED = 500;
/** Longest remark on one. */
export const NOTES_MAX = 200;

/**
 * Which codes let one see alarms of a class, decide one, and decide several at once. Every page that shows them has its own; any of
 * them will do. Calls of both families look here, since none belongs to one page alone.
 */
export const ALARM_RIGHTS = {
  see: { ordinary: ['20501'], event: ['20501'], safety: ['17030101', '5020301'] },
  handle: { ordinary: ['20502'], event: ['20502'], safety: ['17030110', '5020310'] },
  handleInBulk: { ordinary: ['20503'], event: ['20503'], safety: ['17030111', '5020311'] },
  exportRows: { ordinary: ['20501'], event: ['20501'], safety: ['17030106', '5020306'] },
} as const satisfies Record<string, Record<AlarmClassName, readonly PermissionCode[]>>;
/** Any of these lets one hear alarms as they come, without seeing vehicles: the bell of ordinary ones, a list of active safety. */
export const HEARS_ALARMS: readonly PermissionCode[] = [permission.ordinaryBell, ...ALARM_RIGHTS.see.safety];

export type AlarmRight = keyof typeof ALARM_RIGHTS;

/** The classes of alarms a person may see, or decide. */
export const alarmClassesOf = (rights: ReadonlySet<string>, right: AlarmRight = 'see'): AlarmClassName[] =>
  ALARM_CLASSES.filter((name) => ALARM_RIGHTS[right][name].some((code) => rights.has(code)));
