import { ledgersCalls } from '@fleetwarden/contract/reports/ledgers/routes';
import type { Ledger } from '@fleetwarden/contract/reports/ledgers/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { LedgerSheet } from './ledger-sheet.ts';

/** How calls name a sheet. */
export const named = ({ deptId, period }: LedgerSheet) => ({ period, ...(deptId === '' ? {} : { deptId }) });

/** What is written in a sheet. Asked each time: what somebody writes rests on it. `put`: it is this by now. */
export function useLedger(sheet: LedgerSheet) {
  const queries = useQueryClient();
  const queryKey = ['report', 'ledger', sheet.kind, sheet.deptId, sheet.period] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(ledgersCalls.getLedger, named(sheet), { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  return { ...query, put: (ledger: Ledger) => void queries.setQueryData(queryKey, ledger) };
}
