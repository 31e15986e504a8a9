import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { MAX_PDF_ROWS, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import type { ReportCell, ReportColumn } from '@fleetwarden/contract/reports/schemas';
import { languageNames } from '@fleetwarden/locale/names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWalk, type Walk } from '../../test/support/demo/walk.ts';
import {
  FLAT_CHARTS,
  FLAT_COLUMNS,
  MAY_BE_EMPTY,
  ONE_ROW,
  RARE,
  REGISTERS,
  SHOWN,
  SINGLE_FACTS,
} from '../../test/support/demo/walk-tables.ts';
import { type Form, isMeasure, isSame, textIn } from '../../test/support/demo/walk-texts.ts';
import { extractTexts, readPdf } from '../../test/support/files/read-pdf.ts';
import { tableFiles } from '../../test/support/files/workbooks.ts';
import { headingsIn } from '../../test/support/reports/documents.ts';
import { DEFINITIONS } from '../modules/reports/definitions/all.ts';
import type { ReportDefinition } from '../modules/reports/model/definition.ts';
import type { ReplyLanguage } from '../platform/http/language.ts';

const LANGUAGES = Object.keys(languageNames) as ReplyLanguage[];
/** Rows of a file to compare cell by cell; of a document, whose cells may have several lines. */
const COMPARED = 50;
/** Rows of a figure that are followed. */
const FOLLOWED = 8;
/** In fewer rows a column may be the same by chance. */
const MIN_COMPARED = 8;
const START_MS = 900_000;
const MONTHS: readonly number[] = [filterTypes.month, filterTypes.months];

let walk: Walk;
const files = tableFiles();
beforeAll(async () => {
  walk = await startWalk();
}, START_MS);
afterAll(async () => {
  await files.remove();
  await walk?.stop();
});

const EVERY = DEFINITIONS.map((report) => [report.id, report] as const);
const WITH_ROWS = EVERY.filter(([id]) => !(id in MAY_BE_EMPTY));
/** The columns that a key of the definition expands to. */
const expandColumns = (
  key: string,
  { columns, dynamicColumns: spread }: ReportDefinition,
  told: readonly ReportColumn[],
): readonly ReportColumn[] => {
  if (!spread || !(key in spread)) return told.filter(({ colEName }) => colEName === key);
  const own = new Set(columns.map((column) => (typeof column === 'string' ? column : column.key)));
  return told.filter(({ colEName }) => !own.has(colEName));
};

describe('all reports of the demo', () => {
  it.each(EVERY)('%d has texts in each language', async (id) => {
    const said = await Promise.all(LANGUAGES.map((language) => walk.template(id, language)));
    for (const [index, { reportName, purpose, qryCdtionCfgList, colCfgList }] of said.entries()) {
      const where = `${id} ${LANGUAGES[index]}`;
      expect(reportName, where).not.toMatch(/^$|^\w+\.\w+$/);
      expect(purpose, where).toMatch(/\S{4}/);
      for (const { colEname, colCname } of qryCdtionCfgList) expect(['', colEname], where).not.toContain(colCname);
      for (const { colEName, colName, hint } of colCfgList) {
        expect(['', colEName], where).not.toContain(colName);
        expect(['', undefined, colEName], `${where} ${colEName}`).not.toContain(hint);
      }
    }
    // a name may be written the same way in Chinese and Japanese
    expect(new Set(said.map(({ reportName }) => reportName)).size).toBeGreaterThanOrEqual(LANGUAGES.length - 1);
    expect(new Set(said.map(({ purpose }) => purpose)).size).toBe(LANGUAGES.length);
    expect(new Set(said.map(({ colCfgList }) => colCfgList.map(({ hint }) => hint).join())).size).toBe(LANGUAGES.length);
  });

  it.each(EVERY)('%d shows rows on several pages', async (id, report) => {
    const { asked, page } = await walk.of(report);
    if (id in MAY_BE_EMPTY && page.total === 0) return;
    expect(page.total, JSON.stringify(asked)).toBeGreaterThan(0);
    expect(page.list).toHaveLength(page.total);
    const second = await walk.search(id, asked, { limit: 10, page: 2 });
    expect(second).toMatchObject({ list: page.list.slice(10, 20), total: page.total });
  });

  it.each(WITH_ROWS)('%d has the sums of its rows', async (_id, report) => {
    const { page, columns } = await walk.of(report);
    for (const [key, how] of Object.entries(report.sums ?? {}))
      for (const { colEName } of expandColumns(key, report, columns)) {
        if (how === 'ratio') continue;
        const told = page.sums[colEName] ?? null;
        const values = page.list.map(({ cells }) => cells[colEName]).filter((cell) => typeof cell === 'number');
        if (values.length === 0) {
          expect([null, 0], colEName).toContain(told);
          continue;
        }
        const sum = values.reduce((all, value) => all + value, 0);
        const expected = { sum, max: Math.max(...values), min: Math.min(...values), avg: sum / values.length }[how];
        // cells may be rounded, sums are of what they were before
        expect(Math.abs(Number(told) - expected), `${colEName}: ${told}, ${expected}`).toBeLessThan(
          0.006 * values.length + 0.006,
        );
      }
  });

  it.each(WITH_ROWS)('%d has rows that differ', async (id, report) => {
    const { page, columns } = await walk.of(report);
    const figures = columns.filter(isMeasure);
    if (page.total === 1) {
      const [only] = page.list;
      const told = new Set(Object.values(only!.cells).filter((cell) => cell !== null));
      expect(Object.keys(ONE_ROW)).toContain(String(id));
      return expect(told.size, ONE_ROW[id]).toBeGreaterThan(1);
    }
    const looked = figures.length > 0 && !(id in REGISTERS) ? figures : columns;
    const varied = looked.filter(({ colEName }) => new Set(page.list.map(({ cells }) => cells[colEName] ?? null)).size > 1);
    expect(varied.length, `${page.total} rows such as ${JSON.stringify(page.list[0]?.cells)}`).toBeGreaterThan(0);
  });

  it.each(WITH_ROWS)('%d has no visible column that is empty, and no value that is the same in all rows', async (id, report) => {
    const { page, columns } = await walk.of(report);
    if (page.total < MIN_COMPARED) return;
    const own = new Set(report.columns.map((column) => (typeof column === 'string' ? column : column.key)));
    const flat = columns.flatMap((column) => {
      if (column.isPageShow !== 1 || !own.has(column.colEName)) return [];
      const found = new Set(page.list.map(({ cells }) => JSON.stringify(cells[column.colEName] ?? null)));
      const isEmpty = found.size === 1 && (found.has('null') || found.has('""'));
      return isEmpty || (found.size === 1 && isMeasure(column)) ? [`${id}.${column.colEName}`] : [];
    });
    expect(flat.filter((key) => !(key in FLAT_COLUMNS))).toEqual([]);
  });

  const columnsShown = ({ id, columns }: ReportDefinition) =>
    columns
      .map((column) => (typeof column === 'string' ? column : column.key))
      .filter((key) => SHOWN.has(key) && !(`${id}.${key}` in FLAT_COLUMNS));
  it.each(WITH_ROWS.filter(([, report]) => columnsShown(report).length > 0))(
    '%d shows previous scores and ranks',
    async (_id, report) => {
      const { asked, page } = await walk.of(report);
      const empty = columnsShown(report).filter((key) => !page.list.some(({ cells }) => isShown(cells[key])));
      expect(empty, JSON.stringify(asked)).toEqual([]);
    },
  );

  it.each(WITH_ROWS.filter(([, { chart }]) => chart))('%d has a chart with points', async (id, report) => {
    const { asked } = await walk.of(report);
    const { x, series } = await walk.chart(id, asked);
    expect(x.length).toBeGreaterThan(0);
    for (const { values } of series) expect(values).toHaveLength(x.length);
    if (id in FLAT_CHARTS) return;
    expect(series.flatMap(({ values }) => values).some((value) => value !== null && value !== 0)).toBe(true);
  });

  const DRILLS = WITH_ROWS.flatMap(([id, report]) =>
    (report.drills ?? [])
      .filter((drill) => DEFINITIONS.some((target) => target.id === drill.report))
      .map((drill) => [id, drill.column, drill.report, report, drill] as const),
  );
  it.each(DRILLS)('%d: %s drills down to rows of %d', async (id, column, target, report, { takes, needs = [] }) => {
    const isOfMonths = report.filters.some(({ type }) => MONTHS.includes(type));
    // figures of a month that is not over lead to no report of months
    const { asked, page, columns } = await ('month' in takes && !isOfMonths ? walk.ofLastMonth(report) : walk.of(report));
    const list = page.list.filter(({ ids }) => needs.every((need) => ids[need] !== undefined));
    const tried: { readonly from: string; readonly counts: boolean; readonly rows: number }[] = [];
    for (const { colEName, type } of expandColumns(column, report, columns))
      for (const row of pickSome(list.filter(({ cells }) => isShown(cells[colEName])))) {
        const tab = (await walk.tabs(id, asked, colEName, row)).find(({ reportId }) => reportId === target);
        const { total = -1 } = tab ? await walk.search(target, tab.conditions, { limit: 10 }) : {};
        const from = `${colEName} ${row.cells[colEName]} ${JSON.stringify(tab?.conditions)}`;
        tried.push({ from, counts: type !== 'instant' && typeof row.cells[colEName] === 'number', rows: total });
      }
    expect(tried.filter(({ rows }) => rows < 0)).toEqual([]);
    const why = RARE[`${id}.${column}.${target}`];
    if (why !== undefined || (isOfMonths && SINGLE_FACTS.has(target))) return;
    expect(tried, 'figures to follow').not.toEqual([]);
    // a figure above 0 must have rows behind it; a time or a name need not
    expect(tried.filter(({ counts, rows }) => counts && rows === 0)).toEqual([]);
    expect(Math.max(...tried.map(({ rows }) => rows)), tried.map(({ from }) => from).join()).toBeGreaterThan(0);
  });

  it.each(WITH_ROWS.flatMap(([id, report], at) => reportFormats.map((format) => [id, format, at, report] as const)))(
    '%d exported as %s equals its page',
    async (id, format, at, report) => {
      const { asked, page } = await walk.of(report);
      // all languages for the smallest format; the others rotate
      for (const language of format === 'csv' ? LANGUAGES : [LANGUAGES[at % LANGUAGES.length]!]) {
        const told = language === 'zh' ? page : { ...page, list: (await walk.search(id, asked, { language })).list };
        const { reportName } = await walk.template(id, language);
        const columns = (await walk.columns(id, asked, language)).filter(({ isPageShow }) => isPageShow === 1);
        expect(page.total).toBeLessThanOrEqual(MAX_PDF_ROWS);
        const { name, bytes, rows } = await walk.file(report, format, language);
        expect(name.startsWith(`${reportName.replaceAll('/', '_')}_`), name).toBe(true);
        expect(name).toMatch(new RegExp(`_\\d{14}\\.${format}$`));
        // documents have tests of their own for their sections
        if (report.layout && format !== 'csv') {
          const said = format === 'pdf' ? extractTexts(readPdf(bytes)) : (await files.cells(bytes)).flat();
          for (const heading of headingsIn(report.layout, format, language)) expect(said).toContain(heading);
          continue;
        }
        expect(rows).toBe(page.total);
        const list = told.list.slice(0, COMPARED);
        if (format === 'pdf') {
          const read = readPdf(bytes);
          expect(read.title).toBe(reportName);
          const paper = extractTexts(read).join('').replaceAll(/\s/g, '');
          for (const column of columns) {
            // columns that are empty under these filters are left out of files
            const isSaid = told.list.some(({ cells }) => (cells[column.colEName] ?? null) !== null);
            if (isSaid) expect(paper).toContain(column.colName.replaceAll(/\s/g, ''));
            for (const { cells } of list.slice(0, FOLLOWED)) {
              const text = textIn('paper', column, cells[column.colEName] ?? null, language);
              if (text !== null) expect(paper, `${column.colEName}`).toContain(text.replaceAll(/\s/g, ''));
            }
          }
          continue;
        }
        const form: Form = format === 'csv' ? 'csv' : 'sheet';
        const lines = (await files.cells(bytes)).slice(format === 'xlsx' ? 2 : 0);
        const headings = lines[0]!;
        // columns that are empty under these filters are left out of files
        const written = columns.filter(({ colName }) => headings.some((heading) => heading.startsWith(colName)));
        expect(headings.map((heading, place) => heading.startsWith(written[place]?.colName ?? '?'))).toEqual(
          headings.map(() => true),
        );
        for (const column of columns.filter((each) => !written.includes(each)))
          expect(
            list.every(({ cells }) => (cells[column.colEName] ?? null) === null),
            column.colEName,
          ).toBe(true);
        expect(lines.length - 1 - rows).toBe(written.some(({ colEName }) => colEName in page.sums) ? 1 : 0);
        for (const [row, { cells }] of list.entries())
          for (const [place, column] of written.entries()) {
            const text = textIn(form, column, cells[column.colEName] ?? null, language);
            const said = lines[row + 1]![place] ?? '';
            if (text !== null)
              expect(isSame(form, said, text, column) ? text : said, `${column.colEName} of row ${row}`).toBe(text);
          }
      }
    },
  );
});

/** Some rows of a list, from its beginning to its end. */
const pickSome = <T>(list: readonly T[]): T[] => list.filter((_, at) => at % Math.ceil(list.length / FOLLOWED) === 0);
const isShown = (cell: ReportCell | undefined): boolean =>
  cell !== null && cell !== undefined && cell !== 0 && cell !== '' && cell !== false;
