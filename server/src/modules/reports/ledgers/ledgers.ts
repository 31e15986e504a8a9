import { CallError, fieldTexts } from '@fleetwarden/contract/errors';
import {
  LEDGERS,
  type LedgerField,
  type LedgerKind,
  listLedgerFields,
  listLedgerRoles,
} from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { ledgersCalls } from '@fleetwarden/contract/reports/ledgers/routes';
import type { Ledger } from '@fleetwarden/contract/reports/ledgers/schemas';
import { businessDay } from '@fleetwarden/domain/business-day';
import type { Db, Queryable } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Scopes } from '../../identity/index.ts';
import type { OpenReport } from '../model/report-permissions.ts';
import { loadDepartmentName } from '../query/describe-filters.ts';
import { getLockTime, latestEntries } from './lock.ts';
import { addEntry, loadSheet, type NewEntries, type NewEntry, nextVersion, type Sheet } from './store.ts';

export type LedgersDeps = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly openReport: OpenReport;
  readonly timeZone: string;
  readonly now: () => number;
};
type LedgerKey = { readonly deptId?: string | undefined; readonly period: string };

/** Entries in the history of a sheet, far more than a user writes. */
const MAX_HISTORY_ENTRIES = 500;

/** Creates the calls to read, write and sign daily and monthly ledgers. */
export function createLedgerHandlers({ db, scopes, openReport, timeZone, now }: LedgersDeps): Handlers<typeof ledgersCalls> {
  /** Throws CallError notFound out of scope, forbidden without the report, recheckInput if the period is not over. */
  const findSheet = async ({ deptId, period }: LedgerKey, user: Principal): Promise<Sheet> => {
    const kind: LedgerKind = period.length === 'yyyy-MM'.length ? 'month' : 'day';
    openReport(user, LEDGERS[kind].report);
    const departmentId = deptId === undefined ? user.departmentId : Number(deptId);
    if (!(await scopes.of(user.departmentId)).has(departmentId)) throw new CallError('notFound', `department ${deptId}`);
    const firstDay = kind === 'month' ? `${period}-01` : period;
    const isDay = Number.isFinite(Date.parse(firstDay)) && new Date(`${firstDay}T00:00:00Z`).toISOString().startsWith(firstDay);
    const today = businessDay(now(), timeZone).key;
    if (!isDay || firstDay < FIRST_DAY || period >= today.slice(0, period.length))
      throw new CallError('recheckInput', `period ${period}`);
    return { departmentId, kind, firstDay };
  };
  const formatLedger = (sheet: Sheet, { version, entries }: NewEntries): Ledger => {
    const since = getLockTime(sheet.kind, sheet.firstDay, entries, timeZone);
    return {
      kind: sheet.kind,
      version,
      lockedAt: since,
      locked: since !== null && now() >= since,
      current: latestEntries(entries),
      history: entries.toReversed().slice(0, MAX_HISTORY_ENTRIES),
    };
  };
  /**
   * Adds the entries that `entered` returns to a sheet, unless it changed since the caller read it. No entries: nothing changes.
   */
  const write = (
    sheet: Sheet,
    { version, reason }: { readonly version: number; readonly reason: string },
    { accountId }: Principal,
    entered: (written: NewEntries) => readonly Pick<NewEntry, 'field' | 'text'>[],
  ): Promise<Ledger> =>
    db.transaction(async (tx) => {
      const before = await loadSheet(tx, sheet);
      const entries = entered(before);
      if (before.version !== version) throw stale(sheet, before.version);
      if (entries.length === 0) return formatLedger(sheet, before);
      const taken = await nextVersion(tx, sheet);
      // another user wrote meanwhile
      if (taken.version !== version + 1) throw stale(sheet, taken.version);
      const at = now();
      const since = getLockTime(sheet.kind, sheet.firstDay, before.entries, timeZone);
      const late = since !== null && at >= since;
      if (late && reason === '') refuse('reason', 'ledgers.reasonNeeded');
      for (const { field, text } of entries)
        await addEntry(tx, taken.id, { field, text, accountId, at, late, reason: late ? reason : '' });
      return formatLedger(sheet, await loadSheet(tx, sheet));
    });
  const formatLedgerName = async (tx: Queryable, { departmentId }: Sheet, period: string): Promise<string> =>
    `${await loadDepartmentName(tx, departmentId)} ${period}`;

  return {
    getLedger: async (key, { user }) => {
      const sheet = await findSheet(key, user);
      return formatLedger(sheet, await loadSheet(db, sheet));
    },
    saveLedger: async ({ words, version, reason, ...key }, { user, note }) => {
      const sheet = await findSheet(key, user);
      const { edit, fields } = LEDGERS[sheet.kind];
      note({ object: await formatLedgerName(db, sheet, key.period), after: { ...words, ...(reason === '' ? {} : { reason }) } });
      if (!user.rights.has(edit)) throw new CallError('forbidden', `to write in ${sheet.kind}`);
      const given = Object.entries(words) as [LedgerField, string | undefined][];
      for (const [field, text] of given) {
        const most = fields[field];
        if (most === undefined) refuse(`words.${field}`, fieldTexts.unknown);
        if (text !== undefined && text.length > most) refuse(`words.${field}`, fieldTexts.tooLong, { max: most });
      }
      return write(sheet, { version, reason }, user, ({ entries }) => {
        const known = new Map(latestEntries(entries).map(({ field, text }) => [field, text] as const));
        return listLedgerFields(sheet.kind).flatMap((field) => {
          const text = words[field];
          return text === undefined || text === (known.get(field) ?? '') ? [] : [{ field, text }];
        });
      });
    },
    signLedger: async ({ role, version, reason, ...key }, { user, note }) => {
      const sheet = await findSheet(key, user);
      note({ object: await formatLedgerName(db, sheet, key.period), after: { role, ...(reason === '' ? {} : { reason }) } });
      if (!listLedgerRoles(sheet.kind).includes(role)) throw new CallError('recheckInput', `role ${role} of ${sheet.kind}`);
      if (!user.rights.has(LEDGERS[sheet.kind].roles[role]!)) throw new CallError('forbidden', `to sign as ${role}`);
      return write(sheet, { version, reason }, user, ({ entries }) => {
        if (entries.some(({ field }) => field === role)) refuse('role', 'ledgers.signedAlready');
        return [{ field: role, text: null }];
      });
    },
  };
}

/** The first day with a ledger. */
const FIRST_DAY = '2000-01-01';

const stale = ({ kind, firstDay }: Sheet, version: number): CallError =>
  new CallError('staleVersion', `${kind} ${firstDay} has version ${version}`);

function refuse(path: string, key: string, params: Readonly<Record<string, string | number>> = {}): never {
  throw new CallError('validation', path, [{ path, key, params }]);
}
