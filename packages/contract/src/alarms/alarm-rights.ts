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
 * Codes to see alarms of a class, to handle one, and to handle several at once. Each page has its own codes;
 * any of them is enough, because the calls serve several pages.
 */
export const ALARM_RIGHTS = {
  see: { ordinary: ['20501'], event: ['20501'], safety: ['17030101', '5020301'] },
  handle: { ordinary: ['20502'], event: ['20502'], safety: ['17030110', '5020310'] },
  handleInBulk: { ordinary: ['20503'], event: ['20503'], safety: ['17030111', '5020311'] },
  exportRows: { ordinary: ['20501'], event: ['20501'], safety: ['17030106', '5020306'] },
} as const satisfies Record<string, Record<AlarmClassName, readonly PermissionCode[]>>;
/** Any of these codes admits to live alarms without live vehicles: the bell of ordinary alarms, or a list of active-safety alarms. */
export const HEARS_ALARMS: readonly PermissionCode[] = [permission.ordinaryBell, ...ALARM_RIGHTS.see.safety];

export type AlarmRight = keyof typeof ALARM_RIGHTS;

/** The classes of alarms a person may see, or decide. */
export const listAlarmClasses = (rights: ReadonlySet<string>, right: AlarmRight = 'see'): AlarmClassName[] =>
  ALARM_CLASSES.filter((name) => ALARM_RIGHTS[right][name].some((code) => rights.has(code)));
