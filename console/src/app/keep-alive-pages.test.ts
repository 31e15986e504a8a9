import { expect, it } from 'vitest';
import type { KeepAlivePage } from './keep-alive-pages.ts';
import { keepPages, MAX_KEEP_ALIVE_PAGES } from './keep-alive-pages.ts';

const page = (path: string, keep = true, version = 0): KeepAlivePage => ({ path, key: `${path}#${version}`, keep });
const keys = (pages: readonly KeepAlivePage[]) => pages.map(({ key }) => key);
const open = () => true;

it('caches at most 10 pages and evicts the least recently shown', () => {
  expect(MAX_KEEP_ALIVE_PAGES).toBe(10);
  let pages: readonly KeepAlivePage[] = [];
  for (let i = 0; i < 10; i++) pages = keepPages(pages, page(`/${i}`), open);
  pages = keepPages(pages, page('/0'), open);
  pages = keepPages(pages, page('/new'), open);
  expect(pages).toHaveLength(10);
  expect(keys(pages)).not.toContain('/1#0');
  expect(keys(pages)).toContain('/0#0');
});
it('removes a page with its tag', () => {
  const pages = [page('/a'), page('/b')];
  expect(keys(keepPages(pages, page('/c'), (path) => path !== '/a'))).toEqual(['/b#0', '/c#0']);
});
it('removes a page that may not be cached when the user leaves it', () => {
  const pages = keepPages([], page('/a', false), open);
  expect(keys(pages)).toEqual(['/a#0']);
  expect(keys(keepPages(pages, page('/b'), open))).toEqual(['/b#0']);
});
it('has one instance of a path: the newest', () => {
  expect(keys(keepPages([page('/a'), page('/b')], page('/a', true, 1), open))).toEqual(['/b#0', '/a#1']);
});
it('returns the same list if nothing changes', () => {
  const pages = [page('/a'), page('/b')];
  expect(keepPages(pages, page('/b'), open)).toBe(pages);
});
