import type { CallInput } from '@fleetwarden/contract/call';
import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { callPaged, type Paged } from '../../api/call-paged.ts';
import { dataOf } from '../../ui/table/table-load.ts';
import type { Filters, TableState } from '../../ui/table/use-table-url.ts';

type EvidenceFilter = CallInput<typeof evidenceCalls.listEvidence>;
type Convert = (value: string | number) => object;

const asList =
  (key: string, toValue: (value: string | number) => string | number): Convert =>
  (value) => ({
    [key]: [toValue(value)],
  });
const YES = '1';
const asBoolean =
  (key: string): Convert =>
  (value) => ({ [key]: value === YES });

/** Filters of the form that the call takes in another form; others are sent as they are. */
const CONVERT: Readonly<Record<string, Convert>> = {
  deptId: asList('deptIds', String),
  warnId: asList('warnIds', Number),
  level: asList('levels', Number),
  fileState: asList('fileStates', Number),
  hasVideo: asBoolean('hasVideo'),
  locked: asBoolean('locked'),
  sort: () => ({}),
  order: (value) => ({ sort: value === 'asc' ? 'oldest' : 'newest' }),
};

/** Filters and sort of the form in the format of the call. The server validates an edited URL. */
const toEvidenceFilter = (data: Filters): EvidenceFilter =>
  Object.assign({}, ...Object.entries(data).map(([key, value]) => CONVERT[key]?.(value) ?? { [key]: value }));

/** A page of evidence; stable. */
export const loadEvidence = (state: TableState, signal: AbortSignal): Promise<Paged<EvidenceRow>> =>
  callPaged(evidenceCalls.listEvidence, toEvidenceFilter(dataOf(state) as Filters), {
    signal,
    pageModel: { page: state.page, limit: state.size },
  });
