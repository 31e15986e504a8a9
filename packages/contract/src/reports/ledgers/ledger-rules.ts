import type { PermissionCode } from '../../call.ts';

/** Sheets that people write in: of a day and of a month (report catalogue 4.6 and 4.7). */
export const ledgerKinds = ['day', 'month'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
/** What is typed. */
export const ledgerFields = ['weather', 'result', 'reasons', 'measures', 'remark'] as const;
export type LedgerField = (typeof ledgerFields)[number];
/** Who marks that they have signed: who watched, and who answers for safety. */
export const ledgerRoles = ['staff', 'head'] as const;
export type LedgerRole = (typeof ledgerRoles)[number];

type LedgerRow = {
  /** The report it stands beside: who may see that one, may read what is written. */
  readonly report: number;
  /** Who may write. */
  readonly edit: PermissionCode;
  /** What is typed, in the order it is shown; letters at the most. */
  readonly fields: Readonly<Partial<Record<LedgerField, number>>>;
  /** Who signs, with whose right. Once all have, the sheet is locked. */
  readonly roles: Readonly<Partial<Record<LedgerRole, PermissionCode>>>;
  /** Days after which it is locked, whoever has signed; null: age does not lock it. */
  readonly lockedAfterDays: number | null;
};

export const LEDGERS: Readonly<Record<LedgerKind, LedgerRow>> = {
  day: {
    report: 409001,
    edit: '4090103',
    fields: { weather: 50, remark: 500 },
    roles: { staff: '4090110', head: '4090111' },
    lockedAfterDays: 7,
  },
  month: {
    report: 409002,
    edit: '4090203',
    fields: { result: 1000, reasons: 1000, measures: 1000, remark: 500 },
    roles: { head: '4090211' },
    lockedAfterDays: null,
  },
};

/** Letters of why something is entered after the sheet was locked. */
export const MAX_LEDGER_REASON = 200;

export const fieldsOf = (kind: LedgerKind): readonly LedgerField[] =>
  ledgerFields.filter((field) => LEDGERS[kind].fields[field] !== undefined);
export const rolesOf = (kind: LedgerKind): readonly LedgerRole[] =>
  ledgerRoles.filter((role) => LEDGERS[kind].roles[role] !== undefined);
