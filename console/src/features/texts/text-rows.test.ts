import { texts } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import type { AllTexts } from './text-rows.ts';
import { coverage, filterRows, textRows } from './text-rows.ts';

const LANGUAGES = ['zh', 'en', 'es', 'ja'] as const;
const NONE = { search: '', area: '', onlyMissing: false };

/** Two texts, one of them without Spanish, and one that only Japanese has. */
const gappy = {
  zh: { common: { retry: '重试', close: '关闭' } },
  en: { common: { retry: 'Try again', close: 'Close' } },
  es: { common: { retry: 'Reintentar', close: '' } },
  ja: { common: { retry: '再試行', close: '閉じる', extra: '余分' } },
} as unknown as AllTexts;

describe('rows of all texts', () => {
  it('contain a key with its text in every language', () => {
    expect(textRows(texts).find(({ key }) => key === 'common.retry')).toEqual({
      key: 'common.retry',
      area: 'common',
      zh: '重试',
      en: 'Try again',
      es: 'Reintentar',
      ja: '再試行',
    });
  });
  it('show missing texts of any language', () => {
    const rows = textRows(gappy);
    expect(rows.map(({ key, es, zh }) => [key, zh, es])).toEqual([
      ['common.retry', '重试', 'Reintentar'],
      ['common.close', '关闭', ''],
      ['common.extra', '', ''],
    ]);
    expect(LANGUAGES.map((language) => coverage(rows, language))).toEqual([2, 2, 1, 3]);
    expect(filterRows(rows, { ...NONE, onlyMissing: true }, LANGUAGES).map(({ key }) => key)).toEqual([
      'common.close',
      'common.extra',
    ]);
  });
  it('are searched by key and by any language, ignoring case', () => {
    const find = (search: string) => filterRows(textRows(gappy), { ...NONE, search }, LANGUAGES).map(({ key }) => key);
    expect([find('RETRY'), find('关闭'), find('reint'), find('再試行'), find(' close '), find('nothing')]).toEqual([
      ['common.retry'],
      ['common.close'],
      ['common.retry'],
      ['common.retry'],
      ['common.close'],
      [],
    ]);
  });
  it('are filtered by area', () => {
    const rows = filterRows(textRows(texts), { ...NONE, area: 'map' }, LANGUAGES);
    expect(new Set(rows.map(({ area }) => area))).toEqual(new Set(['map']));
  });
});
