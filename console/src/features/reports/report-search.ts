import type { NavigationReport } from '@fleetwarden/contract/reports/schemas';

/** The sounds of a text: in full and by first letters. */
type Sounds = (text: string) => readonly string[];

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, '');

/**
 * Reports whose name, label, purpose or code holds what was typed, or whose name or label sounds like it; by what they are called
 * first.
 */
export function findReports(reports: readonly NavigationReport[], typed: string, sounds: Sounds): readonly NavigationReport[] {
  const wanted = plain(typed);
  if (wanted === '') return reports;
  const holds = (texts: readonly string[]) => texts.some((text) => plain(text).includes(wanted));
  const called = ({ reportName, label }: NavigationReport) => [reportName, label];
  const byName = reports.filter((report) => holds([...called(report), ...called(report).flatMap(sounds)]));
  const known = new Set(byName);
  const byRest = reports.filter(
    (report) => !known.has(report) && holds([report.purpose, report.code, report.familyName, ...sounds(report.familyName)]),
  );
  return [...byName, ...byRest];
}
