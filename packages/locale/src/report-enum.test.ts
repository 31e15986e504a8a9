import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { expect, it } from 'vitest';
import { getText } from './languages.ts';
import { reportTexts } from './reports.ts';

// reports take the words of an enumeration of the product from there
it.each(Object.keys(reportTexts) as (keyof typeof reportTexts)[])(
  'reports do not redefine the names of product enumerations (%s)',
  (language) => {
    const types = new Set(Object.keys(ENUMERATIONS));
    const second = Object.keys(reportTexts[language].reportEnum).filter((key) => types.has(key.replace(/_[^_]+$/, '')));
    expect(second).toEqual([]);
  },
);

it('the hints of counts by level use the level names of the product', () => {
  const { reportHint } = reportTexts.zh;
  const words = ENUMERATIONS.ALARM_LEVEL.map(({ key }) => getText('zh', key!));
  const hints = [reportHint.lvl1Count, reportHint.lvl2Count, reportHint.lvl3Count];
  expect(words).toEqual(['低', '中', '高']);
  expect(hints.map((hint, i) => hint.includes(`（${words[i]}）`))).toEqual([true, true, true]);
});

// the Chinese headings are those of the catalogue
it.each(['en', 'es', 'ja'] as const)('the headings of counts by level use the level names of the product (%s)', (language) => {
  const { reportColumn } = reportTexts[language];
  const words = ENUMERATIONS.ALARM_LEVEL.map(({ key }) => getText(language, key!).toLowerCase());
  const headings = [reportColumn.lvl1Count, reportColumn.lvl2Count, reportColumn.lvl3Count];
  expect(headings.map((heading, i) => heading.toLowerCase().includes(words[i]!))).toEqual([true, true, true]);
});
