import { describe, expect, it } from 'vitest';
import { HOME, loginPath, redirectTarget } from './redirect.ts';

const target = (redirect: string) => redirectTarget(new URLSearchParams({ redirect }), ['2']);

describe('redirectTarget', () => {
  it('returns a path of the console with its query', () => {
    expect(target('/mapcontent/mapmonitoring?sel=7')).toBe('/mapcontent/mapmonitoring?sel=7');
  });
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\u0000/evil.example',
    '/a\u2028b',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '%2F%2Fevil.example',
    '/%E0%A4%A',
    '/login',
    '/loginSF?redirect=/',
    '/loginReceive?ticket=x',
    '/auth-redirect',
  ])('refuses %j', (redirect) => expect(target(redirect)).toBe(HOME));
  it.each(['/report/navigationReporting?deptName=%E5%8C%97', '/index#top', '/a?next=//b'])('accepts %s', (redirect) =>
    expect(target(redirect)).toBe(redirect),
  );
  it('returns / for users without permission for the monitoring centre', () => {
    expect(redirectTarget(new URLSearchParams(), ['103'])).toBe('/');
  });
  it('returns the home page without a redirect parameter', () => {
    expect(redirectTarget(new URLSearchParams(), ['2'])).toBe(HOME);
  });
});

describe('loginPath', () => {
  it('contains the path to return to, with its query', () => {
    const path = loginPath('/a?b=1&c=2');
    expect(redirectTarget(new URL(path, 'http://x').searchParams, ['2'])).toBe('/a?b=1&c=2');
  });
  it('needs no path to return to for the start page', () => {
    expect(loginPath('/')).toBe('/login');
  });
});
