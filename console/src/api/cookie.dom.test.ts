import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from './cookie.ts';

afterEach(() => {
  vi.restoreAllMocks();
  writeCookie('k', null, 0);
});

/** The attributes a cookie is set with. */
function setWith(value: string | null, days: number): string {
  const set = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  writeCookie('k', value, days);
  const [[text] = ['']] = set.mock.calls;
  set.mockRestore();
  return text;
}

describe('a cookie', () => {
  it('stores any text until it is removed', () => {
    for (const text of ['a', '车牌; =京A', '%', '<b>', '']) {
      writeCookie('k', text, 1);
      expect(readCookie('k')).toBe(text);
    }
    writeCookie('k', null, 0);
    expect(readCookie('k') || null).toBeNull();
    expect(readCookie('other')).toBeNull();
  });
  it('is valid for the complete site, and for no other site', () => {
    expect(setWith('v', 30)).toBe(`k=v; Path=/; Max-Age=${30 * 86_400}; SameSite=Strict`);
    expect(setWith(null, 30)).toContain('Max-Age=0');
  });
  it('set by other software is ignored if it cannot be decoded', () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('k=%E0%A4%A; l=1');
    expect([readCookie('k'), readCookie('l')]).toEqual([null, '1']);
  });
});

describe('with cookies blocked', () => {
  it.each([
    ['discards them', () => undefined, () => ''],
    [
      'throws an error',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
  ])('the console works without cookies in a browser that %s', (_how, set, get) => {
    vi.spyOn(document, 'cookie', 'set').mockImplementation(set);
    vi.spyOn(document, 'cookie', 'get').mockImplementation(get);
    expect(() => writeCookie('k', 'v', 1)).not.toThrow();
    expect(readCookie('k')).toBeNull();
  });
});
