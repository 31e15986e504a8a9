import {
  LEDGERS,
  type LedgerField,
  type LedgerKind,
  type LedgerRole,
  ledgerKinds,
} from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { ParseKeys } from 'i18next';
import type { Conditions } from '../conditions.ts';

/** A ledger sheet of a company ('': the user's own) for a day or a month. */
export type LedgerSheet = { readonly kind: LedgerKind; readonly deptId: string; readonly period: string };

/** The ledger sheet of a report under conditions; null: the report has none, or no period is chosen yet. */
export function findLedgerSheet(reportId: number, conditions: Conditions): LedgerSheet | null {
  const kind = ledgerKinds.find((each) => LEDGERS[each].report === reportId);
  // the condition for the period has the name of the kind
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
