import { describe, expect, it } from 'vitest';
import { HOME, loginPath, redirectTarget } from './redirect.ts';

const target = (redirect: string) => redirectTarget(new URLSearchParams({ redirect }));

describe('redirectTarget', () => {
  it('leads back to a path of the console with its query', () => {
    expect(target('/mapcontent/mapmonitoring?sel=7')).toBe('/mapcontent/mapmonitoring?sel=7');
  });
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login',
    '/loginSF?redirect=/',
    '/loginReceive',
  ])('does not lead to %s', (redirect) => expect(target(redirect)).toBe(HOME));
  it('leads home without one', () => {
    expect(redirectTarget(new URLSearchParams())).toBe(HOME);
  });
});

describe('loginPath', () => {
  it('keeps the way back, query and all', () => {
    const path = loginPath('/a?b=1&c=2');
    expect(redirectTarget(new URL(path, 'http://x').searchParams)).toBe('/a?b=1&c=2');
  });
  it('needs none for the start page', () => {
    expect(loginPath('/')).toBe('/login');
  });
});
