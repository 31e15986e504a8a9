import { LEDGERS, type LedgerKind, listLedgerRoles } from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { LedgerEntry } from '@fleetwarden/contract/reports/ledgers/schemas';
import { parseDayKey } from '@fleetwarden/domain/business-day';
import { addDays } from '../model/dates.ts';

/** The latest non-empty entry of each field and signature. */
export const latestEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  [...new Map(entries.map((entry) => [entry.field, entry] as const)).values()].filter(({ text }) => text !== '');

/**
 * When a sheet locks, epoch ms: once all have signed, or days after its day, whichever is first (report catalogue 4.6). null:
 * never by age, and signatures are missing.
 */
export function getLockTime(
  kind: LedgerKind,
  firstDay: string,
  entries: readonly LedgerEntry[],
  timeZone: string,
): number | null {
  const { lockedAfterDays } = LEDGERS[kind];
  const byAge = lockedAfterDays === null ? null : parseDayKey(addDays(firstDay, lockedAfterDays + 1), timeZone).startAt;
  const signed = listLedgerRoles(kind).map((role) => entries.find(({ field }) => field === role)?.at);
  const bySigning = signed.every((at) => at !== undefined) ? Math.max(...(signed as number[])) : null;
  return byAge === null || bySigning === null ? (byAge ?? bySigning) : Math.min(byAge, bySigning);
}
