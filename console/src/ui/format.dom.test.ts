import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTexts, switchLanguage } from '../api/i18n.ts';
import { useSession } from '../api/session.ts';
import {
  compareTexts,
  formatAge,
  formatClock,
  formatCount,
  formatDuration,
  formatFullTime,
  formatList,
  formatNumber,
  formatShare,
  formatTime,
} from './format.ts';
import { userInfo } from './testing.tsx';
import { browserIn } from './testing-browser.ts';

const LANGUAGES = ['zh', 'en', 'es', 'ja'] as const;
const MINUTE = 60 * SECOND_MS;
const HOUR = 60 * MINUTE;

beforeEach(() => startTexts('zh'));

describe('numbers', () => {
  it('have the separators of the language', () => {
    expect(LANGUAGES.map((language) => formatNumber(language, 1_234_567.891, 1))).toEqual([
      '1,234,567.9',
      '1,234,567.9',
      '1.234.567,9',
      '1,234,567.9',
    ]);
  });
  it('of a part are a percentage with one decimal', () => {
    expect([formatShare('zh', 2, 3), formatShare('es', 2, 3), formatShare('zh', 1, 2), formatShare('zh', 0, 0)]).toEqual([
      '66.7%',
      '66,7\u00a0%',
      '50%',
      '0%',
    ]);
  });
  it('of vehicles are written in full up to 99,999, then with k, M, G', () => {
    expect([0, 12_345, 99_999, 100_000, 123_456, 999_950, 2_500_000_000].map((n) => formatCount('en', n))).toEqual([
      '0',
      '12,345',
      '99,999',
      '100k',
      '123.5k',
      '1M',
      '2.5G',
    ]);
    expect(formatCount('es', 123_456)).toBe('123,5k');
  });
});

describe('lists of names', () => {
  it('are joined in the style of the language', () => {
    expect(LANGUAGES.map((language) => formatList(language, ['A', 'B', 'C']))).toEqual([
      'A、B、C',
      'A, B, C',
      'A, B y C',
      'A、B、C',
    ]);
    expect(LANGUAGES.map((language) => formatList(language, ['A']))).toEqual(['A', 'A', 'A', 'A']);
    expect(formatList('zh', [])).toBe('');
  });
});

describe('times', () => {
  const at = Date.parse('2024-11-03T06:02:09+08:00');

  it('use MM-DD HH:mm:ss, with the day first in Spanish', () => {
    expect(LANGUAGES.map((language) => formatTime(at, language))).toEqual([
      '11-03 06:02:09',
      '11-03 06:02:09',
      '03/11 06:02:09',
      '11-03 06:02:09',
    ]);
  });
  it('follow a switch of the language', async () => {
    expect(formatTime(at)).toBe('11-03 06:02:09');
    await switchLanguage('es');
    expect(formatTime(at)).toBe('03/11 06:02:09');
  });
  it('use the time zone of the platform, in any time zone of the browser', () => {
    browserIn('America/New_York', '2024-11-02T18:02:09-04:00');
    expect([formatTime(at), formatClock(at)]).toEqual(['11-03 06:02:09', '06:02:09']);
    expect(formatFullTime('en', at)).toBe('Nov 3, 2024, 06:02:09 GMT+8');
    useSession.setState({ userInfo: { ...userInfo, timeZone: 'Europe/Madrid' } });
    expect([formatTime(at), formatClock(at)]).toEqual(['11-02 23:02:09', '23:02:09']);
    expect(formatFullTime('en', at)).toContain('Nov 2, 2024, 23:02:09');
    useSession.setState({ userInfo: null });
  });
  it('in full use the order of the language and a 24-hour clock', () => {
    const full = LANGUAGES.map((language) => formatFullTime(language, at));
    expect(full[0]).toContain('2024年11月3日');
    expect(full[1]).toContain('Nov 3, 2024');
    expect(full[2]).toContain('3 nov 2024');
    expect(full[3]).toContain('2024/11/03');
    for (const text of full) expect(text).toMatch(/\b0?6:02:09\b/);
  });
});

describe('ages', () => {
  const ages = () =>
    [0, 3 * SECOND_MS, 59 * MINUTE, HOUR, 23 * HOUR, DAY_MS, 40 * DAY_MS].map((ms) =>
      formatAge(i18next.getFixedT(i18next.language), ms),
    );

  it('are seconds under a minute, minutes under an hour, hours under a day, then days', () => {
    expect(ages()).toEqual(['刚刚', '3 秒前', '59 分钟前', '1 小时前', '23 小时前', '1 天前', '40 天前']);
  });
  it('follow a switch of the language', async () => {
    await switchLanguage('es');
    expect(ages()).toEqual(['ahora mismo', 'hace 3 s', 'hace 59 min', 'hace 1 h', 'hace 23 h', 'hace 1 d', 'hace 40 d']);
    await switchLanguage('ja');
    expect(ages()).toEqual(['たった今', '3秒前', '59分前', '1時間前', '23時間前', '1日前', '40日前']);
  });
  it('and durations show their two largest units', async () => {
    await switchLanguage('en');
    const t = i18next.getFixedT('en');
    expect([5 * SECOND_MS, 65 * SECOND_MS, 2 * HOUR + 5 * MINUTE, DAY_MS + HOUR].map((ms) => formatDuration(t, ms))).toEqual([
      '5 s',
      '1 min 5 s',
      '2 h 5 min',
      '1 d 1 h',
    ]);
  });
});

describe('order of texts', () => {
  const sorted = (language: string, texts: string[]) => texts.sort(compareTexts(language)).join(' ');

  it('is by pinyin in Chinese, and by value for numbers within a text', () => {
    expect(sorted('zh', ['重庆', '北京', '广州', '安徽'])).toBe('安徽 北京 重庆 广州');
    expect(sorted('zh', ['车10', '车9'])).toBe('车9 车10');
  });
  it('follows the Spanish alphabet: ñ after n', () => {
    expect(sorted('es', ['zona', 'ñandú', 'nube', 'árbol', 'bus'])).toBe('árbol bus nube ñandú zona');
  });
  it('is by kana in Japanese', () => {
    expect(sorted('ja', ['ウ', 'ア', 'い'])).toBe('ア い ウ');
  });
});
