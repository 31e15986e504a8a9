import { ledgersCalls } from '@fleetwarden/contract/reports/ledgers/routes';
import type { Ledger } from '@fleetwarden/contract/reports/ledgers/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { LedgerSheet } from './ledger-sheet.ts';

/** The sheet as parameters of a call. */
export const toSheetInput = ({ deptId, period }: LedgerSheet) => ({ period, ...(deptId === '' ? {} : { deptId }) });

/** Loads the entries of a sheet, never cached, because new entries depend on them. `put` sets the sheet that a call returned. */
export function useLedger(sheet: LedgerSheet) {
  const queries = useQueryClient();
  const queryKey = ['report', 'ledger', sheet.kind, sheet.deptId, sheet.period] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(ledgersCalls.getLedger, toSheetInput(sheet), { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  return { ...query, put: (ledger: Ledger) => void queries.setQueryData(queryKey, ledger) };
}
