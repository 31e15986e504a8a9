import { isFigureType } from '@fleetwarden/contract/reports/figures';
import { languageNames } from '@fleetwarden/locale/names';
import { describe, expect, it } from 'vitest';
import { reportColumnWidth } from '../../../../../console/src/features/reports/column-widths.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import { alarmNames } from './option-texts.ts';
import { buildTemplate, toShownColumn } from './template.ts';

/** Room for columns beside the menu at 1440 px. */
const VISIBLE_PX = 1_100;
const LANGUAGES = Object.keys(languageNames) as (keyof typeof languageNames)[];
const REPORTS = new Map(DEFINITIONS.map((report) => [report.id, report]));
const who = { departmentId: 1, now: Date.UTC(2026, 5, 15), timeZone: 'Asia/Shanghai', mayExport: true };

describe('the columns of a report page', () => {
  it.each(DEFINITIONS.map((report) => [report.id, report] as const))(
    '%d start with the sort column and the first figure, visible at 1440 px',
    (_id, report) => {
      for (const language of LANGUAGES) {
        const { colCfgList, sumColCfgList, reportChartCfg, order } = buildTemplate(report, REPORTS, { ...who, language });
        const shown = colCfgList.filter(({ isPageShow }) => isPageShow === 1);
        expect(new Set(colCfgList.map(({ colEName }) => colEName))).toEqual(
          new Set(report.columns.map((column) => toShownColumn(column).key)),
        );
        const pinned = shown.map(({ isfixed }) => isfixed);
        expect(pinned).toEqual(pinned.toSorted((one, other) => other - one));
        const figures = new Set([...sumColCfgList.map(({ colEName }) => colEName), ...(reportChartCfg?.y ?? [])]);
        const figure = shown.find(({ colEName, type }) => figures.has(colEName) && isFigureType(type));
        for (const key of [order.colEName, ...(figure ? [figure.colEName] : [])]) {
          const place = shown.findIndex(({ colEName }) => colEName === key);
          const end = shown.slice(0, place + 1).reduce((width, column) => width + reportColumnWidth(column), 0);
          expect(end, `${language} ${key}: ${shown.map(({ colEName }) => colEName).join()}`).toBeLessThanOrEqual(VISIBLE_PX);
        }
      }
    },
  );

  it.each(DEFINITIONS.map((report) => [report.id, report] as const))(
    '%d have unique titles, which never repeat those of alarm type columns',
    (_id, report) => {
      for (const language of LANGUAGES) {
        const { colCfgList } = buildTemplate(report, REPORTS, { ...who, language });
        const titles = colCfgList.map(({ colName }) => colName);
        const types = colCfgList.some(({ colEName }) => colEName === 'typeCols') ? Object.values(alarmNames(language)) : [];
        expect(
          titles.filter((title, place) => titles.indexOf(title) < place || types.includes(title)),
          language,
        ).toEqual([]);
      }
    },
  );

  it('omit the period, which repeats the filter', () => {
    const { colCfgList } = buildTemplate(REPORTS.get(401007)!, REPORTS, { ...who, language: 'en' });
    expect(colCfgList.find(({ colEName }) => colEName === 'statPeriod')?.isPageShow).toBe(0);
    expect(colCfgList.slice(0, 4).map(({ colEName }) => colEName)).toEqual(['deptName', 'carNo', 'mileage', 'odoMileage']);
  });
});
