import { HEARS_ALARMS, listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { useMemo } from 'react';
import { useSession } from '../api/session.ts';

/** Whether the user may handle alarms of a kind: one, or several at once. */
export function useMayHandle(): (warnId: number, several?: boolean) => boolean {
  const rights = useSession((state) => state.rights);
  return useMemo(() => {
    const held = new Set(rights ?? []);
    const [one, several] = [listAlarmClasses(held, 'handle'), listAlarmClasses(held, 'handleInBulk')];
    return (warnId, many = false) => {
      const type = findAlarmType(warnId);
      return type !== undefined && (many ? several : one).includes(type.class);
    };
  }, [rights]);
}

/** Whether the user may see the alarm list of a class. */
export const useSeesAlarms = (name: 'ordinary' | 'safety'): boolean =>
  useSession(({ rights }) => listAlarmClasses(new Set(rights ?? [])).includes(name));

/** Whether the user receives live alarms, even without access to vehicles. */
export const useHearsAlarms = (): boolean =>
  useSession(({ rights }) => HEARS_ALARMS.some((code) => rights?.includes(code) ?? false));
