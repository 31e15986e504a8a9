import { afterEach, expect, it, vi } from 'vitest';
import { localStore, tabStore } from './storage.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['localStorage', localStore],
  ['sessionStorage', tabStore],
] as const)('%s stores, returns and removes a value', (_, store) => {
  expect(store.set('k', 'v')).toBe(true);
  expect(store.get('k')).toBe('v');
  store.remove('k');
  expect(store.get('k')).toBeNull();
});

it.each([
  ['localStorage', localStore],
  ['sessionStorage', tabStore],
] as const)('works without a blocked %s', (name, store) => {
  vi.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(store.set('k', 'v')).toBe(false);
  expect(store.get('k')).toBeNull();
  expect(() => store.remove('k')).not.toThrow();
});

it('returns false if the storage is full', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({ ...window.localStorage, setItem: full });
  expect(localStore.set('k', 'v')).toBe(false);
});
