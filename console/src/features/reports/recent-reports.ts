import { localStore } from '../../api/storage.ts';

/** Reports that are remembered. */
const MAX_RECENT = 8;

const keyOf = (userId: string) => `recentReports/${userId}`;

/** Ids of the reports this user opened last in this browser, newest first. */
export function recentReports(userId: string): readonly number[] {
  const kept = (localStore.get(keyOf(userId)) ?? '').split(',').map(Number);
  return kept.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_RECENT);
}

export function rememberReport(userId: string, reportId: number): void {
  const others = recentReports(userId).filter((id) => id !== reportId);
  localStore.set(keyOf(userId), [reportId, ...others].slice(0, MAX_RECENT).join());
}
