import { alarmClassesOf, HEARS_ALARMS } from '@fleetwarden/contract/alarms/alarm-rights';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { useMemo } from 'react';
import { useSession } from '../api/session.ts';

/** Whether the signed-in user may handle alarms of a type: one, or several at once. */
export function useMayHandle(): (warnId: number, several?: boolean) => boolean {
  const rights = useSession((state) => state.rights);
  return useMemo(() => {
    const held = new Set(rights ?? []);
    const [one, several] = [alarmClassesOf(held, 'handle'), alarmClassesOf(held, 'handleInBulk')];
    return (warnId, many = false) => {
      const type = findAlarmType(warnId);
      return type !== undefined && (many ? several : one).includes(type.class);
    };
  }, [rights]);
}

/** Whether the signed-in user may see the list of alarms of a class. */
export const useSeesAlarms = (name: 'ordinary' | 'safety'): boolean =>
  useSession(({ rights }) => alarmClassesOf(new Set(rights ?? [])).includes(name));

/** Whether the signed-in user hears alarms as they come, also where they may not see vehicles. */
export const useHearsAlarms = (): boolean =>
  useSession(({ rights }) => HEARS_ALARMS.some((code) => rights?.includes(code) ?? false));
