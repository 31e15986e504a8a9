import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from './cookie.ts';
import { preferredLanguage, startTexts, switchLanguage } from './i18n.ts';

const browser = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

beforeEach(() => writeCookie('language', null, 0));
afterEach(() => vi.restoreAllMocks());

describe('the language', () => {
  it('is that of the cookie', () => {
    browser('zh-CN');
    for (const language of ['en', 'zh', 'es', 'ja']) {
      writeCookie('language', language, 1);
      expect(preferredLanguage()).toBe(language);
    }
  });
  it('else the first of the browser that is offered, whatever its region', () => {
    browser('fr-FR', 'ES-MX', 'zh-CN');
    expect(preferredLanguage()).toBe('es');
    browser('ja');
    expect(preferredLanguage()).toBe('ja');
  });
  it('else English', () => {
    browser('fr', 'de-DE');
    expect(preferredLanguage()).toBe('en');
    browser();
    expect(preferredLanguage()).toBe('en');
  });
  it.each(['xx', '', 'toString', '__proto__', 'zh-CN', '<b>'])(
    'of a cookie that is none of ours (%j) is the browser’s',
    (value) => {
      browser('es');
      writeCookie('language', value, 1);
      expect(preferredLanguage()).toBe('es');
    },
  );
});

describe.each([
  ['zh', '重试'],
  ['en', 'Try again'],
  ['es', 'Reintentar'],
  ['ja', '再試行'],
] as const)('%s', (language, retry) => {
  it('is loaded when it is switched to, named by the document and remembered', async () => {
    await startTexts(language === 'zh' ? 'en' : 'zh');
    await switchLanguage(language);
    expect(i18next.t('common.retry')).toBe(retry);
    expect(document.documentElement.lang).toBe(language);
    expect(readCookie('language')).toBe(language);
  });
});

describe('counts', () => {
  it.each([
    ['zh', '共 1 条', '共 2 条', '共 1000000 条'],
    ['en', '1 text', '2 texts', '1000000 texts'],
    // Spanish has a form of its own for whole millions, which no text of ours words apart
    ['es', '1 texto', '2 textos', '1000000 textos'],
    ['ja', '1件', '2件', '1000000件'],
  ] as const)('are worded for one and for more in %s', async (language, ...worded) => {
    await startTexts(language);
    expect([1, 2, 1_000_000].map((count) => i18next.t('texts.found', { count }))).toEqual(worded);
  });
});
