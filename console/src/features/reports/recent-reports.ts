import { localStore } from '../../api/storage.ts';

/** Number of remembered reports. */
const MAX_RECENT = 8;

const keyOf = (userId: string) => `recentReports/${userId}`;

/** IDs of the reports that this user opened last in this browser, newest first. */
export function readRecentReports(userId: string): readonly number[] {
  const ids = (localStore.get(keyOf(userId)) ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_RECENT);
}

export function rememberReport(userId: string, reportId: number): void {
  const others = readRecentReports(userId).filter((id) => id !== reportId);
  localStore.set(keyOf(userId), [reportId, ...others].slice(0, MAX_RECENT).join());
}
