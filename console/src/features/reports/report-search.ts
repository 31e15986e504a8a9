import type { NavigationReport } from '@fleetwarden/contract/reports/schemas';

/** Returns the pinyin of a text: in full and by initials. */
type Sounds = (text: string) => readonly string[];

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, '');

/** Finds reports by name, label, purpose or code, and by pinyin of name or label. Matches in names come first. */
export function findReports(reports: readonly NavigationReport[], typed: string, sounds: Sounds): readonly NavigationReport[] {
  const wanted = plain(typed);
  if (wanted === '') return reports;
  const holds = (texts: readonly string[]) => texts.some((text) => plain(text).includes(wanted));
  const namesOf = ({ reportName, label }: NavigationReport) => [reportName, label];
  const byName = reports.filter((report) => holds([...namesOf(report), ...namesOf(report).flatMap(sounds)]));
  const known = new Set(byName);
  const byRest = reports.filter(
    (report) => !known.has(report) && holds([report.purpose, report.code, report.familyName, ...sounds(report.familyName)]),
  );
  return [...byName, ...byRest];
}
