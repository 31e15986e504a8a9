import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { ReportDefinition } from '../model/definition.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** Maximum length of a part, so that the name fits in a file system. */
const PART_CHARACTERS = 60;

/**
 * `<report>_<company>_<period>_<yyyyMMddHHmmss>.<extension>`, with the plate of a single vehicle behind the company (report
 * catalogue 4.2).
 */
export function buildFileName(
  report: Pick<ReportDefinition, 'filters'>,
  request: ReportRequest,
  of: { readonly title: string; readonly company: string; readonly plate?: string | undefined; readonly extension: string },
): string {
  const parts = [of.title, of.company, ...(of.plate === undefined ? [] : [of.plate]), formatPeriod(report, request)];
  return buildStampedName(parts, request.now, request.timeZone, of.extension);
}

/** Joins parts, the creation time (epoch ms) and the extension. */
export function buildStampedName(parts: readonly string[], at: number, timeZone: string, extension: string): string {
  const stamp = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replaceAll(/[^\d]/g, '');
  return `${[...parts, stamp]
    .filter((part) => part !== '')
    .map(safe)
    .join('_')}.${extension}`;
}

/** The period of a report: `20260101-20260107`, `202601`, `2026W03`. */
export function formatPeriod({ filters }: Pick<ReportDefinition, 'filters'>, { days, text }: ReportRequest): string {
  const find = (...types: readonly number[]) => filters.find(({ type }) => types.includes(type));
  const [week, months] = [find(filterTypes.week), find(filterTypes.month, filterTypes.months)];
  if (week) return text(week.name).replace('-', '');
  const span = (from: string, to: string) => (from === to ? from : `${from}-${to}`);
  const digits = (day: string, count: number) => day.replaceAll('-', '').slice(0, count);
  const count = months ? 'yyyyMM'.length : 'yyyyMMdd'.length;
  return span(digits(days.from, count), digits(days.to, count));
}

/** Replaces characters that file systems refuse, and direction marks. */
const safe = (part: string): string =>
  [...part]
    .slice(0, PART_CHARACTERS)
    .map((character) => (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) || '\\/:*?"<>|'.includes(character) ? '_' : character))
    .join('');
