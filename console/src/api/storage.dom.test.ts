import { afterEach, expect, it, vi } from 'vitest';
import { localStore, tabStore } from '../api/storage.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['localStorage', localStore],
  ['sessionStorage', tabStore],
] as const)('%s keeps, gives back and forgets', (_, store) => {
  expect(store.set('k', 'v')).toBe(true);
  expect(store.get('k')).toBe('v');
  store.remove('k');
  expect(store.get('k')).toBeNull();
});

it.each([
  ['localStorage', localStore],
  ['sessionStorage', tabStore],
] as const)('does without a blocked %s', (name, store) => {
  vi.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(store.set('k', 'v')).toBe(false);
  expect(store.get('k')).toBeNull();
  expect(() => store.remove('k')).not.toThrow();
});

it('says that a full store kept nothing', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({ ...window.localStorage, setItem: full });
  expect(localStore.set('k', 'v')).toBe(false);
});
