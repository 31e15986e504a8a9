import type { PermissionCode } from '../../call.ts';

/** Ledgers that users fill in, by day and by month (report catalogue 4.6 and 4.7). */
export const ledgerKinds = ['day', 'month'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
/** Text fields. */
export const ledgerFields = ['weather', 'result', 'reasons', 'measures', 'remark'] as const;
export type LedgerField = (typeof ledgerFields)[number];
/** Signatures: the monitoring operator, and the head of safety. */
export const ledgerRoles = ['staff', 'head'] as const;
export type LedgerRole = (typeof ledgerRoles)[number];

type LedgerRow = {
  /** The report of this ledger; its permission admits to reading. */
  readonly report: number;
  /** Permission to write. */
  readonly edit: PermissionCode;
  /** Text fields in display order, with their most characters. */
  readonly fields: Readonly<Partial<Record<LedgerField, number>>>;
  /** Signatures with their permissions. All signatures together lock the ledger. */
  readonly roles: Readonly<Partial<Record<LedgerRole, PermissionCode>>>;
  /** Days until it locks without all signatures; null: never. */
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

export const listLedgerFields = (kind: LedgerKind): readonly LedgerField[] =>
  ledgerFields.filter((field) => LEDGERS[kind].fields[field] !== undefined);
export const listLedgerRoles = (kind: LedgerKind): readonly LedgerRole[] =>
  ledgerRoles.filter((role) => LEDGERS[kind].roles[role] !== undefined);
