import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { Cron } from 'croner';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { companyDay, companyMonth, companyWeek } from '../documents/company-layouts.ts';
import { documentText } from '../documents/fill.ts';
import { addDays, type Days, formatWeek, getDaysOfWeek, getLastDayOfMonth } from '../model/dates.ts';
import type { ReportDocument } from '../model/document.ts';

export const documentKinds = ['day', 'week', 'month'] as const;
export type DocumentKind = (typeof documentKinds)[number];

type Kind = {
  /** The report that lists the documents. */
  readonly report: number;
  /** A key of `reportDocument`. */
  readonly title: string;
  readonly document: ReportDocument;
  /** Time of creation in the business time zone: `minute hour`. */
  readonly clock: string;
  /** The period around a day. */
  readonly around: (day: string) => Days;
  /** How far back missed documents are made up for. */
  readonly missedDays: number;
};

/** Company documents (report catalogue 4.8). */
export const KINDS: Readonly<Record<DocumentKind, Kind>> = {
  day: {
    report: 409006,
    title: 'companyDay',
    document: companyDay,
    clock: '0 6',
    around: (day) => ({ from: day, to: day }),
    missedDays: 7,
  },
  week: {
    report: 409007,
    title: 'companyWeek',
    document: companyWeek,
    clock: '30 6',
    around: (day) => getDaysOfWeek(formatWeek(day)),
    missedDays: 14,
  },
  month: {
    report: 409008,
    title: 'companyMonth',
    document: companyMonth,
    clock: '0 7',
    missedDays: 31,
    around: (day) => ({ from: `${day.slice(0, 7)}-01`, to: getLastDayOfMonth(day.slice(0, 7)) }),
  },
};

/** When the document of a period is due, on the day after it; epoch ms. */
export function getDueTime(kind: DocumentKind, { to }: Days, timeZone: string): number {
  const { startAt } = parseDayKey(addDays(to, 1), timeZone);
  return new Cron(`${KINDS[kind].clock} * * *`, { timezone: timeZone, paused: true }).nextRun(new Date(startAt - 1))!.getTime();
}

/** The periods that are due, newest first, within `missedDays`. */
export function listDuePeriods(kind: DocumentKind, now: number, timeZone: string): Days[] {
  const today = businessDay(now, timeZone).key;
  const { around, missedDays } = KINDS[kind];
  const oldest = addDays(today, -missedDays);
  const found: Days[] = [];
  for (let days = around(addDays(today, -1)); days.to >= oldest; days = around(addDays(days.from, -1)))
    if (days.to < today && getDueTime(kind, days, timeZone) <= now) found.push(days);
  return found;
}

/** A period as a text: the day, `2026W03`, or the month. */
export function formatDocumentPeriod(kind: DocumentKind, { from }: Days): string {
  if (kind === 'day') return from;
  return kind === 'week' ? formatWeek(from).replace('-', '') : from.slice(0, 7);
}

/** On this day of the month, last month's documents are rebuilt if late data changed them. */
export const REBUILD_DAY = 4;

/** The name of a document: title, company and period. */
export const formatDocumentName = (kind: DocumentKind, company: string, days: Days, language: ReplyLanguage): string =>
  `${documentText(language, KINDS[kind].title)} ${company} ${formatDocumentPeriod(kind, days)}`;
