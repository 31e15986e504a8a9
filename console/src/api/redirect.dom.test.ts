import { describe, expect, it } from 'vitest';
import { HOME, loginPath, redirectTarget } from '../api/redirect.ts';

const target = (redirect: string) => redirectTarget(new URLSearchParams({ redirect }), ['2']);

describe('redirectTarget', () => {
  it('leads back to a path of the console with its query', () => {
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
  ])('does not lead to %j', (redirect) => expect(target(redirect)).toBe(HOME));
  it.each(['/report/navigationReporting?deptName=%E5%8C%97', '/index#top', '/a?next=//b'])('leads to %s', (redirect) =>
    expect(target(redirect)).toBe(redirect),
  );
  it('leads who may not see the monitoring centre to their own start', () => {
    expect(redirectTarget(new URLSearchParams(), ['103'])).toBe('/');
  });
  it('leads home without one', () => {
    expect(redirectTarget(new URLSearchParams(), ['2'])).toBe(HOME);
  });
});

describe('loginPath', () => {
  it('keeps the way back, query and all', () => {
    const path = loginPath('/a?b=1&c=2');
    expect(redirectTarget(new URL(path, 'http://x').searchParams, ['2'])).toBe('/a?b=1&c=2');
  });
  it('needs none for the start page', () => {
    expect(loginPath('/')).toBe('/login');
  });
});
