import { describe, expect, it } from 'vitest';
import { texts } from './languages.ts';
import type { Language } from './names.ts';
import type { ReportTexts } from './reports.ts';
import { findReportFilterLabel, findReportName, findReportText, findReportUnit, reportTexts } from './reports.ts';

/** Every text of a language by its key with its area. */
const flatten = (areas: ReportTexts): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(areas).flatMap(([area, entries]) => Object.entries(entries).map(([key, text]) => [`${area}.${key}`, text])),
  );

const HAN = /[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]/;
/** Greatest share of a table's width for a heading; a Han character counts two. */
const HEADING_WIDTH = 30;
const width = (text: string) => [...text].reduce((sum, letter) => sum + (HAN.test(letter) ? 2 : 1), 0);

const languages = Object.keys(reportTexts) as Language[];
const first = flatten(reportTexts.zh);

describe.each(languages)('report texts in %s', (language) => {
  const flat = flatten(reportTexts[language]);
  const where = (wrong: (text: string, key: string) => boolean) =>
    [...flat].filter(([key, text]) => wrong(text, key)).map(([key, text]) => `${key}: ${text}`);

  it('have exactly the keys of Chinese', () => {
    expect([...flat.keys()]).toEqual([...first.keys()]);
  });
  it('are not empty, have no outer spaces, and no placeholders', () => {
    const filled = (key: string) => key.startsWith('reportDocument.safetyPlace');
    expect(
      where((text, key) => text === '' || text !== text.trim() || / {2}/.test(text) || (/[{}]/.test(text) && !filled(key))),
    ).toEqual([]);
  });
  it('have no full stop, except sentences of advice', () => {
    expect(
      where(
        (text, key) =>
          /[.。]$/.test(text) &&
          !key.startsWith('reportDocument.safetyAdvice') &&
          !/^reportUnit\.|( no| No)\.$/.test(`${key}: ${text}`),
      ),
    ).toEqual([]);
  });
  it('explain every column without repeating its heading', () => {
    const { reportColumn, reportHint } = reportTexts[language];
    expect(Object.keys(reportHint)).toEqual(Object.keys(reportColumn));
    expect(where((text, key) => key.startsWith('reportHint.') && text === flat.get(key.replace('Hint', 'Column')))).toEqual([]);
  });
  it('have short column headings', () => {
    expect(where((text, key) => key.startsWith('reportColumn.') && width(text) > HEADING_WIDTH)).toEqual([]);
  });
  it('contain no table or column name of the database', () => {
    expect(where((text, key) => /^report(Hint|Purpose)\./.test(key) && /[a-z]_[a-z]|[a-z]\.[a-z]/.test(text))).toEqual([]);
  });
  if (language === 'en' || language === 'es')
    it('contain no Chinese', () => {
      expect(where((text) => HAN.test(text))).toEqual([]);
    });
  else
    it('contain no English', () => {
      const english = flatten(reportTexts.en);
      expect(where((text, key) => text === english.get(key) && /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text))).toEqual([]);
    });
  if (language !== 'zh' && language !== 'ja')
    it('start with a capital', () => {
      expect(where((text, key) => /^\p{Ll}/u.test(text) && !key.startsWith('reportUnit.'))).toEqual([]);
    });
  if (language === 'ja') {
    it('contain no simplified Chinese characters', () => {
      expect(where((text) => /[车辆报设备发离线驾驶员证统计门电话录东华业务请输个还]/.test(text))).toEqual([]);
    });
    it('have no space between a figure or a Latin word and Japanese text', () => {
      expect(where((text) => /[A-Za-z0-9] [\u3040-\u30ff\u3400-\u9fff]/.test(text))).toEqual([]);
    });
  }
});

describe('texts of reports', () => {
  it('are not in the language packs of the console', () => {
    expect(Object.keys(reportTexts.zh).filter((area) => area in texts.zh)).toEqual([]);
  });
  it('are returned by their dotted key, and an unknown key is returned unchanged', () => {
    expect(findReportText('zh', 'reportColumn.onlineRate')).toBe('上线率');
    expect(findReportText('en', 'reportEnum.STATUS_BIT_8-9')).toBe('Load');
    expect(findReportText('ja', 'reportColumn.nothing')).toBe('reportColumn.nothing');
    expect(findReportText('es', 'reportColumn.constructor')).toBe('reportColumn.constructor');
  });
  it('contain the unit of a count only in Chinese and Japanese, where headings need it', () => {
    expect(languages.map((language) => findReportUnit(language, 'times'))).toEqual(
      languages.map((language) => ({ zh: '次', ja: '回' })[language as string]),
    );
    expect(languages.map((language) => findReportUnit(language, 'km'))).toEqual(languages.map(() => 'km'));
  });
  it('label a filter as its report does', () => {
    expect(findReportFilterLabel('zh', 'stopDetail', 'durationMin')).toBe('最短时长(分钟)');
    expect(findReportFilterLabel('zh', 'positionGap', 'durationMin')).toBe('中断超过(分钟)');
    expect(findReportFilterLabel('en', 'positionGap', 'nothing')).toBe('nothing');
  });
  it.each(languages)('contain the name of every report that has a purpose, in %s', (language) => {
    const unnamed = Object.keys(reportTexts[language].reportPurpose).filter((slug) => findReportName(language, slug) === slug);
    expect(unnamed).toEqual([]);
    expect(findReportName(language, 'nothing')).toBe('nothing');
  });
});
