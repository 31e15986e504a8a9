import { describe, expect, it } from 'vitest';
import { homeOf, isPending, mayOpen } from './access.ts';
import { pages, pendingPages } from './pages.ts';
import { tableRoutes } from './route-table.ts';

describe('the route table', () => {
  it('every route is either available or pending, never both', () => {
    console.info(`pending pages (${pendingPages.length}):\n${pendingPages.join('\n')}`);
    for (const { path } of tableRoutes) expect(isPending(path), path).toBe(pages[path] === undefined);
    expect(Object.keys(pages).length + pendingPages.length).toBe(tableRoutes.length);
  });
  it('contains each path once', () => {
    expect(new Set(tableRoutes.map(({ path }) => path)).size).toBe(tableRoutes.length);
  });
});

describe('mayOpen', () => {
  it('requires nothing if a route lists no roles', () => expect(mayOpen({}, null)).toBe(true));
  it('requires one of the listed roles, not all', () => {
    expect(mayOpen({ roles: ['615', '61501'] }, ['61501'])).toBe(true);
    expect(mayOpen({ roles: ['615', '61501'] }, ['6150', '6'])).toBe(false);
    expect(mayOpen({ roles: ['2'] }, null)).toBe(false);
  });
  it('checks the client type for menus only', () => {
    const route = { roles: ['604'], clientType: 4 } as const;
    expect(mayOpen(route, ['604'], 7)).toBe(false);
    expect(mayOpen(route, ['604'], 4)).toBe(true);
    expect(mayOpen(route, ['604'])).toBe(true);
  });
});

describe('homeOf', () => {
  it('is the start page, which requires no permission', () => {
    expect(homeOf(false)).toBe('/index');
    expect(isPending('/index')).toBe(false);
    expect(mayOpen(tableRoutes.find(({ path }) => path === '/index') ?? { roles: ['1'] }, [], 4)).toBe(true);
  });
  it('is the only page of an inspection', () => expect(homeOf(true)).toBe('/carinspection/carmapcontent'));
});
