import type { CallReply } from '@fleetwarden/contract/call';
import type { reportQuestionsCalls as table } from '@fleetwarden/contract/reports/questions/routes';
import { reportQuestionsCalls } from '@fleetwarden/contract/reports/questions/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Conditions } from './conditions.ts';

export type ReportDocument = CallReply<(typeof table)['styEeAsReport']>;

/** Reports that are read as a document of sections, and the question that tells it. */
type Ask = (conditions: Conditions, signal: AbortSignal) => Promise<ReportDocument>;
const QUESTIONS: Readonly<Record<number, Ask>> = {
  170507: (conditions, signal) => call(reportQuestionsCalls.styVehicleAsReport, asked(conditions), { signal, quiet: true }),
  170508: (conditions, signal) => call(reportQuestionsCalls.styEeAsReport, asked(conditions), { signal, quiet: true }),
};
const asked = (conditions: Conditions) => ({ conditions: { ...conditions } });

export const isDocument = (reportId: number): boolean => reportId in QUESTIONS;

/** A document that was fetched is not fetched again for so long, ms, unless somebody asks. */
const FRESH_MS = 5 * 60_000;

/** The document of a report, and the last one until that is there. Not asked while `enabled` is not so. */
export function useDocument(reportId: number, conditions: Conditions, enabled: boolean) {
  const { i18n } = useTranslation();
  const queryKey = ['report', 'document', reportId, conditions, i18n.language] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => QUESTIONS[reportId]!(conditions, signal),
    enabled,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return { ...query, queryKey };
}
