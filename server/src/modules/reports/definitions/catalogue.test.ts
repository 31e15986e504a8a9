import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { languageNames } from '@fleetwarden/locale/names';
import { describe, expect, it } from 'vitest';
import { BEING_BUILT, DIFFERENCES, REPORT_IDS } from '../../../../test/support/reports/catalogue-differences.ts';
import { catalogue, listDifferences } from '../../../../test/support/reports/report-catalogue.ts';
import { COLUMNS } from '../columns/dictionary.ts';
import type { AwaitedColumnFacts, ReportShape } from '../model/definition.ts';
import { buildTemplate, getReportSlug, toShownColumn } from '../model/template.ts';
import { DEFINITIONS } from './all.ts';
import { AWAITING } from './awaiting/all.ts';
import { AWAITING_COLUMNS } from './awaiting/columns.ts';

/** Facts that no report awaits as a whole. */
const OF_COLUMNS: readonly AwaitedColumnFacts[] = ['appeals', 'terminalAttributes'];
const ALL: readonly ReportShape[] = [...DEFINITIONS, ...AWAITING];

describe('the catalogue of reports', () => {
  it('lists each report as served, waiting for data or in development', () => {
    const known = ALL.map(({ id }) => id);
    expect(new Set(known).size).toBe(known.length);
    expect(REPORT_IDS).toHaveLength(142);
    expect([...new Set([...known, ...BEING_BUILT])].toSorted((a, b) => a - b)).toEqual(REPORT_IDS.toSorted((a, b) => a - b));
    expect(AWAITING.filter(({ id }) => BEING_BUILT.includes(id))).toEqual([]);
  });

  it('documents no difference for an unknown report, and none twice', () => {
    const named = DIFFERENCES.flatMap(({ of }) =>
      Object.entries(of).flatMap(([id, lines]) => lines.map((line) => `${id} ${line}`)),
    );
    expect(new Set(named).size).toBe(named.length);
    for (const line of named) expect(REPORT_IDS).toContain(Number(line.slice(0, line.indexOf(' '))));
  });

  it.skipIf(catalogue.length === 0)('contains these reports and no others', () => {
    expect(catalogue.map(({ reportId }) => reportId).toSorted((a, b) => a - b)).toEqual(REPORT_IDS.toSorted((a, b) => a - b));
  });

  it.skipIf(catalogue.length === 0).each(ALL.filter(({ id }) => !BEING_BUILT.includes(id)).map((report) => [report.id, report]))(
    'has filters, columns, sums, chart and order of %d, except for documented differences',
    (id, report) => {
      const theirs = catalogue.find(({ reportId }) => reportId === id)!;
      const named = DIFFERENCES.flatMap(({ of }) => of[id] ?? []);
      const awaited = (AWAITING_COLUMNS[id] ?? []).map(({ key }) => key);
      const isAwaited = (line: string) => awaited.some((key) => line.startsWith(`column -${key}`) || line.includes(` -${key} `));
      expect(
        listDifferences(report, theirs)
          .filter((line) => !isAwaited(line))
          .toSorted(),
      ).toEqual(named.toSorted());
      expect(getReportSlug(report)).toBe(theirs.slug);
    },
  );
});

describe('columns that wait for their data', () => {
  it('are columns of the catalogue that a served report does not show', () => {
    for (const [id, columns] of Object.entries(AWAITING_COLUMNS)) {
      const keys = DEFINITIONS.find((report) => report.id === Number(id))!.columns.map((column) => toShownColumn(column).key);
      for (const { key, awaits } of columns) {
        expect(keys, `${id} ${key}`).not.toContain(key);
        expect(Object.hasOwn(COLUMNS, key), key).toBe(true);
        expect([...AWAITING.flatMap((report) => report.awaits), ...OF_COLUMNS]).toContain(awaits);
      }
    }
  });
});

describe('a report that waits for its data', () => {
  it.each(AWAITING.map((report) => [report.id, report] as const))('%d is complete except for its rows', (id, report) => {
    expect(report.awaits.length).toBeGreaterThan(0);
    expect(consoleRoutes.map(({ path }) => path as string)).toContain(report.page);
    const keys = report.columns.map((column) => toShownColumn(column).key);
    expect(new Set(keys).size).toBe(keys.length);
    const others = new Map(ALL.map((one) => [one.id, one]));
    for (const language of Object.keys(languageNames) as (keyof typeof languageNames)[]) {
      const template = buildTemplate(report, others, {
        language,
        departmentId: 1,
        now: Date.UTC(2026, 5, 15),
        timeZone: 'Asia/Shanghai',
        mayExport: true,
      });
      const texts = [
        template.reportName,
        template.purpose,
        ...template.qryCdtionCfgList.map(({ colCname }) => colCname),
        ...template.colCfgList.flatMap(({ colName, hint, unit }) => [colName, hint, ...(unit === undefined ? [] : [unit])]),
      ];
      for (const text of texts) expect(text, `${id} ${language}`).toMatch(/\S/);
      for (const { colName, colEName } of template.colCfgList) expect(colName, `${id} ${language}`).not.toBe(colEName);
      for (const { type, values, colEName } of template.colCfgList)
        if (type === 'enum') expect(Object.keys(values ?? {}).length, `${id} ${colEName}`).toBeGreaterThan(0);
    }
    for (const key of [report.order[0], ...Object.keys(report.sums ?? {}), ...(report.drills ?? []).map(({ column }) => column)])
      expect(keys, `${id}`).toContain(key);
    for (const key of keys) expect(Object.hasOwn(COLUMNS, key), key).toBe(true);
    for (const key of report.chart?.y ?? []) expect([...keys, 'count'], `${id}`).toContain(key);
    for (const { report: target, takes } of report.drills ?? []) {
      expect(REPORT_IDS).toContain(target);
      const found = others.get(target);
      for (const name of found ? Object.keys(takes) : [])
        expect(
          found!.filters.map((condition) => condition.name),
          `${id} -> ${target}`,
        ).toContain(name);
    }
  });
});
