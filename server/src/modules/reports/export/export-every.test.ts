import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { filterTypes, VEHICLE_REPORTS } from '@fleetwarden/contract/reports/report-filters';
import { type ReportFormat, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { languageNames } from '@fleetwarden/locale/names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { tableFiles } from '../../../../test/support/files/workbooks.ts';
import { headingsIn } from '../../../../test/support/reports/documents.ts';
import { startTestReports, type TestReports } from '../../../../test/support/reports/report-server.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { formatReportName, toShownColumn } from '../model/template.ts';
import { readScoreRules } from '../scores/score-rules.ts';
import { formatHeading } from './file-columns.ts';
import { createExportTask, createWriteReport } from './write-report.ts';

const LANGUAGES = Object.keys(languageNames) as ReplyLanguage[];
const DATES: readonly number[] = [
  filterTypes.days,
  filterTypes.times,
  filterTypes.month,
  filterTypes.months,
  filterTypes.closedDay,
];

/** Documents have rows of other reports. */
const REPORTS: ReadonlyMap<number, ReportDefinition> = new Map(DEFINITIONS.map((report) => [report.id, report]));

let fixture: TestReports;
const files = tableFiles();
beforeAll(async () => {
  fixture = await startTestReports();
});
afterAll(async () => {
  await files.remove();
  await fixture.stop();
});

/** Required filters of a report. */
function needed({ id, filters: conditions }: ReportDefinition): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, type, required } of conditions) {
    if (type === filterTypes.company || (required && type === filterTypes.companies)) found[name] = String(fixture.company);
    if (required && type === filterTypes.vehicles) found[name] = String(fixture.cars[0]);
    if (required && type === filterTypes.areas) found[name] = '1';
    if (type === filterTypes.alarmTypes) found[name] = 'all';
    if (type === filterTypes.vehicle) found[name] = String(fixture.cars[0]);
    if (type === filterTypes.drawn) found[name] = '4:113.2644,23.1291,1000';
  }
  if (VEHICLE_REPORTS.includes(id) && found['carId'] === undefined) found['carIds'] = String(fixture.cars[0]);
  return found;
}

/** The file of a report, with its name and the task's result. */
async function made(report: ReportDefinition, format: ReportFormat, language: ReplyLanguage) {
  const task = createExportTask(
    createWriteReport({
      db: fixture.db,
      reports: REPORTS,
      scopes: fixture.identity.scopes,
      timeZone: 'Asia/Shanghai',
      nameOfPlace: async (place) => place,
      searchRegion: async () => [],
      platformNameOf: async () => '',
      rulesOf: readScoreRules(fixture.settingsArea),
      now: () => fixture.clock.now,
    }),
  );
  let name = '';
  let bytes = Buffer.alloc(0);
  const columns = report.columns.map(toShownColumn).flatMap(({ key, hidden }) => (hidden ? [] : [key]));
  const wish = {
    reportId: report.id,
    conditions: needed(report),
    columns,
    order: [...report.order] as [string, 'asc' | 'desc'],
    format,
  };
  const result = await task.run(wish, {
    progress: () => undefined,
    signal: new AbortController().signal,
    account: (await fixture.identity.principalOf(fixture.boss))!,
    departmentId: fixture.company,
    language,
    units: 'metric',
    file: async (called, write) => {
      const stream = new PassThrough();
      const whole = buffer(stream);
      await write(stream);
      stream.end();
      name = called;
      bytes = await whole;
    },
  });
  return { name, bytes, rows: (result as { rows: number }).rows, columns };
}

describe.each(reportFormats)('as %s', (format) => {
  it.each(DEFINITIONS.map((report, at) => [report.id, report, LANGUAGES[at % LANGUAGES.length]!] as const))(
    '%d is complete',
    async (_id, report, language) => {
      const { name, bytes, rows, columns } = await made(report, format, language);
      const title = formatReportName(report, language);
      const dated = report.filters.some(({ type }) => DATES.includes(type))
        ? /_\d{6,8}(-\d{6,8})?_\d{14}\.\w+$/
        : /_\d{14}\.\w+$/;
      expect(name).toMatch(dated);
      expect(name.startsWith(title.replace('/', '_'))).toBe(true);
      expect(name.endsWith(`.${format}`)).toBe(true);
      if (format === 'pdf') {
        const read = readPdf(bytes);
        expect(read.title).toBe(title);
        if (report.layout) {
          // each of its sections has its heading
          for (const heading of headingsIn(report.layout, format, language)) expect(extractTexts(read)).toContain(heading);
          return;
        }
        // headings may be broken into lines
        const said = extractTexts(read).join('').replaceAll(' ', '');
        expect(said).toContain(`${formatHeading(columns[0]!, language)}:`.replaceAll(' ', ''));
        return;
      }
      const [first, ...lines] = await files.cells(bytes);
      const foot = report.sums && columns.some((key) => key in report.sums!) ? 1 : 0;
      if (format === 'xlsx') expect(first).toEqual([title]);
      if (report.layout && format === 'xlsx') {
        const said = lines.flat();
        for (const heading of headingsIn(report.layout, format, language)) expect(said).toContain(heading);
        return;
      }
      // headings, rows and sums; a workbook has two lines above them
      expect(lines.length + 1).toBe((format === 'xlsx' ? 3 : 1) + rows + foot);
    },
  );
});
