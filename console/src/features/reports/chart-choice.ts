import { localStore } from '../../api/storage.ts';

const keyOf = (userId: string) => `reportChart/${userId}`;

/** Whether this user last showed or hid the charts of reports in this browser; null: neither. */
export function readChartChoice(userId: string): boolean | null {
  const stored = localStore.get(keyOf(userId));
  return stored === '1' ? true : stored === '0' ? false : null;
}

export const rememberChartChoice = (userId: string, shown: boolean): boolean => localStore.set(keyOf(userId), shown ? '1' : '0');
