import type { LedgerField, LedgerKind, LedgerRole } from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { LedgerEntry } from '@fleetwarden/contract/reports/ledgers/schemas';
import { createInstantFormat } from '../export/file-columns.ts';
import { monthBefore } from '../facts/previous-period.ts';
import { latestEntries } from '../ledgers/lock.ts';
import { loadSheet } from '../ledgers/store.ts';
import type { DocumentContext, WordsSection } from '../model/document.ts';
import { documentText } from './fill.ts';

type Lines = WordsSection['lines'];
/** The label of a line, and the ledger field it shows. */
type Line = readonly [name: string, field: LedgerField | LedgerRole];

/** An empty line to be filled in by hand. */
const BY_HAND = '________________________________________';
const SIGNED: Readonly<Record<LedgerRole, string>> = { staff: 'signStaff', head: 'signHead' };
const isRole = (field: string): field is LedgerRole => field in SIGNED;

const loadEntries = async ({ db, request }: DocumentContext, kind: LedgerKind, firstDay = request.days.from) =>
  (await loadSheet(db, { departmentId: request.company, kind, firstDay })).entries;

/** Lines with the entries and signatures of a ledger sheet, by default that of the document's first day. */
const writtenLines = async (
  of: DocumentContext,
  kind: LedgerKind,
  lines: readonly Line[],
  firstDay?: string,
): Promise<readonly string[]> => {
  const { language, request } = of;
  const current = latestEntries(await loadEntries(of, kind, firstDay));
  return lines.map(([name, field]) => {
    const entry = current.find((each) => each.field === field);
    const late = entry?.late ? ` (${documentText(language, 'lateEntry')})` : '';
    const said =
      entry === undefined ? BY_HAND : isRole(field) ? `${entry.text} ${clock(entry.at, request.timeZone)}` : entry.text;
    return `${documentText(language, name)}: ${said}${late}`;
  });
};

const clock = (at: number, timeZone: string): string => createInstantFormat(timeZone)(at);

/** Late entries of a locked sheet: who, when, what and why (report catalogue 4.6). */
const lateEntries = async (of: DocumentContext, kind: LedgerKind): Promise<readonly string[]> => {
  const { language, request } = of;
  const told = ({ field, text }: LedgerEntry): string =>
    isRole(field)
      ? documentText(language, SIGNED[field])
      : `${documentText(language, field)}: ${text === '' ? documentText(language, 'cleared') : text}`;
  return (await loadEntries(of, kind))
    .filter(({ late }) => late)
    .map(
      (entry) =>
        `${documentText(language, 'lateEntry')} ${clock(entry.at, request.timeZone)} ${entry.userName}: ${told(entry)}; ${documentText(language, 'lateReason')}: ${entry.reason}`,
    );
};

/** Weather and remarks of a day. */
export const loadDayHead: Lines = (of) =>
  writtenLines(of, 'day', [
    ['weather', 'weather'],
    ['remark', 'remark'],
  ]);
/** Signatures and late entries of a day. */
export const loadDaySignatures: Lines = async (of) => [
  ...(await writtenLines(of, 'day', [
    ['signStaff', 'staff'],
    ['signHead', 'head'],
  ])),
  ...(await lateEntries(of, 'day')),
];

/** Result, reasons, measures and signatures of a month. */
export const loadMonthTexts: Lines = async (of) => [
  ...(await writtenLines(of, 'month', [
    ['result', 'result'],
    ['reasons', 'reasons'],
    ['measures', 'measures'],
    ['remark', 'remark'],
    ['signHead', 'head'],
  ])),
  ...(await lateEntries(of, 'month')),
];

/** Measures of the previous month with their results, and those for the next month. */
export const loadMeasures: Lines = async (of) => [
  ...(await writtenLines(of, 'month', [['measuresBefore', 'measures']], monthBefore(of.request.days).from)),
  ...(await writtenLines(of, 'month', [
    ['result', 'result'],
    ['reasons', 'reasons'],
    ['measuresNext', 'measures'],
    ['signHead', 'head'],
  ])),
];
