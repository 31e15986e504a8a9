import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { loadSearch, pageEntries } from './menu-search.ts';
import { pendingPages } from './pages.ts';

beforeEach(() => startTexts('zh'));

const every = consoleRoutes.flatMap((route) => ('roles' in route ? [...route.roles] : []));
const paths = (rights: readonly string[]) => pageEntries(rights, 4, i18next.t).map(({ path }) => path);

const pages = [
  { id: '1', title: '监控中心', words: ['/mapcontent/mapmonitoring'] },
  { id: '2', title: '操作日志', words: ['信息管理', '/platform/operationLog'] },
  { id: '3', title: '登录会话', words: ['信息管理', '/platform/sessionManagement'] },
];
const found = async (text: string, pinyin = true, limit = 9) => {
  const search = await loadSearch(pages, pinyin);
  return search(text, limit).map(({ title }) => title);
};

describe('searchable pages', () => {
  it('are available, in a menu, and permitted for the user', () => {
    expect(paths(every)).toContain('/platform/operationLog');
    expect(paths([])).not.toContain('/platform/operationLog');
    for (const path of paths(every)) expect(pendingPages).not.toContain(path);
    expect(paths(every)).not.toContain('/login');
  });

  it('include their groups as search words, too', () => {
    const log = pageEntries(every, 4, i18next.t).find(({ path }) => path === '/platform/operationLog');
    expect(log).toMatchObject({ title: '操作日志', trail: ['信息管理'], words: ['信息管理', '/platform/operationLog'] });
  });
});

describe('the fuzzy search', () => {
  it('finds by title, with a typo, and by path and group', async () => {
    expect(await found('日志')).toEqual(['操作日志']);
    expect(await found('opratonLog')).toContain('操作日志');
    expect((await found('信息管理')).sort()).toEqual(['操作日志', '登录会话']);
  });

  it('finds by full pinyin and by initials, if enabled', async () => {
    expect((await found('jiankong'))[0]).toBe('监控中心');
    expect((await found('czrz'))[0]).toBe('操作日志');
    expect(await found('dlhh', false)).toEqual([]);
  });

  it('weights the title over the words (0.7 to 0.3), and ignores matches beyond 0.4', async () => {
    const search = await loadSearch(
      [
        { id: 'words', title: '其他', words: ['alarm'] },
        { id: 'title', title: 'alarm', words: ['其他'] },
      ],
      false,
    );
    expect(search('alarm', 9).map(({ id }) => id)).toEqual(['title', 'words']);
    // Two wrong letters of five: 0.4; three: 0.6.
    expect(search('alxxm', 9)).toHaveLength(2);
    expect(search('axxxm', 9)).toEqual([]);
  });

  it('returns nothing for an empty query, and no more than the requested number', async () => {
    expect(await found(' ')).toEqual([]);
    expect(await found('信息管理', true, 1)).toHaveLength(1);
  });
});
