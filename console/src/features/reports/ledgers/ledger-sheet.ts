import {
  LEDGERS,
  type LedgerField,
  type LedgerKind,
  type LedgerRole,
  ledgerKinds,
} from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { ParseKeys } from 'i18next';
import type { Conditions } from '../conditions.ts';

/** A sheet that is written in: of a company ('': one's own), and a day or a month. */
export type LedgerSheet = { readonly kind: LedgerKind; readonly deptId: string; readonly period: string };

/** The sheet that a report under these conditions stands beside; null: it is no ledger, or of no day yet. */
export function sheetBeside(reportId: number, conditions: Conditions): LedgerSheet | null {
  const kind = ledgerKinds.find((each) => LEDGERS[each].report === reportId);
  // the condition that says which is called like the kind
  const period = kind === undefined ? undefined : conditions[kind];
  return kind === undefined || !period ? null : { kind, deptId: conditions['deptId'] ?? '', period };
}

export const FIELD_TEXTS = {
  weather: 'ledgers.weather',
  result: 'ledgers.result',
  reasons: 'ledgers.reasons',
  measures: 'ledgers.measures',
  remark: 'ledgers.remark',
} as const satisfies Record<LedgerField, ParseKeys>;
export const ROLE_TEXTS = { staff: 'ledgers.staff', head: 'ledgers.head' } as const satisfies Record<LedgerRole, ParseKeys>;
