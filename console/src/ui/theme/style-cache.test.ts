import { createCache } from '@ant-design/cssinjs';
import { expect, it } from 'vitest';
import { keepUnusedStyles } from './style-cache.ts';

it('retains a style that the last component released, counted as unused', () => {
  const cache = createCache();
  keepUnusedStyles(cache);
  cache.update(['style', 'Button'], () => [1, 'css']);
  cache.update(['style', 'Button'], () => null);
  expect(cache.get(['style', 'Button'])).toEqual([0, 'css']);
  cache.update(['style', 'Select'], () => null);
  expect(cache.get(['style', 'Select'])).toBeNull();
});
