import type { CallReply } from '@fleetwarden/contract/call';
import type { namedReportCalls as table } from '@fleetwarden/contract/reports/named-reports/routes';
import { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Conditions } from './conditions.ts';

export type ReportDocument = CallReply<(typeof table)['styEeAsReport']>;

/** Calls that load reports in the form of documents. */
type LoadDocument = (conditions: Conditions, signal: AbortSignal) => Promise<ReportDocument>;
const DOCUMENTS: Readonly<Record<number, LoadDocument>> = {
  170507: (conditions, signal) => call(namedReportCalls.styVehicleAsReport, toInput(conditions), { signal, quiet: true }),
  170508: (conditions, signal) => call(namedReportCalls.styEeAsReport, toInput(conditions), { signal, quiet: true }),
};
const toInput = (conditions: Conditions) => ({ conditions: { ...conditions } });

export const isDocument = (reportId: number): boolean => reportId in DOCUMENTS;

/** How long a document stays fresh, ms. */
const FRESH_MS = 5 * 60_000;

/** Loads the document of a report; keeps the previous one until then. */
export function useDocument(reportId: number, conditions: Conditions, enabled: boolean) {
  const { i18n } = useTranslation();
  const queryKey = ['report', 'document', reportId, conditions, i18n.language] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => DOCUMENTS[reportId]!(conditions, signal),
    enabled,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return { ...query, queryKey };
}
