import { entrance } from '@fleetwarden/locale/zh/entrance';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from './cookie.ts';
import { loadAllTexts, preferredLanguage, startTexts, switchLanguage } from './i18n.ts';

const browser = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

beforeEach(() => writeCookie('language', null, 0));
afterEach(() => vi.restoreAllMocks());

describe('the language', () => {
  it('is the one in the cookie', () => {
    browser('zh-CN');
    for (const language of ['en', 'zh', 'es', 'ja']) {
      writeCookie('language', language, 1);
      expect(preferredLanguage()).toBe(language);
    }
  });
  it('else the first supported one of the browser, whatever its region', () => {
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
    'is the browser’s if the cookie value is unsupported (%j)',
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
  it('loads on a switch, sets the language of the document and is stored', async () => {
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
    // Spanish has a separate form for whole millions, which our texts do not use
    ['es', '1 texto', '2 textos', '1000000 textos'],
    ['ja', '1件', '2件', '1000000件'],
  ] as const)('have singular and plural texts in %s', async (language, ...worded) => {
    await startTexts(language);
    expect([1, 2, 1_000_000].map((count) => i18next.t('texts.found', { count }))).toEqual(worded);
  });
});

describe('before the login', () => {
  it('only the texts of the entrance load, in any selected language; then all of them', async () => {
    await startTexts('en', 'entrance');
    expect(i18next.t('common.retry')).toBe('Try again');
    expect(i18next.exists('driver.driverName')).toBe(false);
    await switchLanguage('es');
    expect(i18next.t('common.retry')).toBe('Reintentar');
    expect(i18next.exists('driver.driverName')).toBe(false);
    await loadAllTexts();
    expect(i18next.t('driver.driverName')).not.toBe('driver.driverName');
    await switchLanguage('en');
    expect(i18next.exists('driver.driverName')).toBe(true);
  });

  it('the entrance has every text area that its modules name', () => {
    const modules = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const named = new Set<string>();
    const seen = new Set<string>();
    const visit = (path: string) => {
      const text = modules[path];
      if (text === undefined || seen.has(path)) return;
      seen.add(path);
      for (const [, area] of text.matchAll(/\bt\(\s*(?:\w+ \? )?['"`](\w+)\./g)) named.add(area!);
      const at = new URL(path, 'http://console/ui/');
      for (const [, from] of text.matchAll(/^(?:import|export) (?!type )(?:[^'"();]*from )?['"](\.[^'"]+)['"]/gm)) {
        const { pathname } = new URL(from!, at);
        visit(pathname.startsWith('/ui/') ? `.${pathname.slice(3)}` : `..${pathname}`);
      }
    };
    for (const page of ['LoginPage', 'LoginReceivePage']) visit(`../features/identity/${page}.tsx`);
    for (const part of ['main.tsx', 'AuthRedirectPage.tsx']) visit(`../app/${part}`);
    visit('../app/FeedbackHost.tsx');
    expect(seen.size).toBeGreaterThan(20);
    expect(Object.keys(entrance)).toEqual(expect.arrayContaining([...named]));
  });
});
