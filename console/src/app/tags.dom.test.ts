import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPending } from './access.ts';
import { clearTags, closeTags, tagOf, useTags, visit } from './tags.ts';

const A = '/mapcontent/mapmonitoring';
const B = '/platform/roleManagement';
const C = '/setup/common/carsetup';

/** Without the start page's permanent tag. */
const paths = (tags = useTags.getState().tags) => tags.filter(({ affix }) => !affix).map(({ fullPath }) => fullPath);

beforeEach(clearTags);
afterEach(() => vi.resetModules());

describe('tags', () => {
  it('are added on navigation, each path once, with the address it was left at', () => {
    for (const address of [`${A}?sel=1`, B, `${A}?sel=2`]) visit(address);
    expect(paths()).toEqual([`${A}?sel=2`, B]);
  });
  it.each(['/login', '/401', '/404', '/redirect/index', '/nowhere', '/visorycontrolBigsreen/bigScreen/bigScreen', '//evil'])(
    'there is none of %s',
    (address) => expect(tagOf(address)).toBeNull(),
  );
  it('an affix tag comes first', () => {
    visit(A);
    visit('/index');
    expect(useTags.getState().tags[0]).toMatchObject({ path: '/index', affix: true });
  });
  it('is there from the start once its page is', () => {
    expect(useTags.getState().tags.map(({ path }) => path)).toEqual(isPending('/index') ? [] : ['/index']);
  });
  it('close, all but an affix tag', () => {
    for (const address of ['/index', A, `${B}?page=2`, C]) visit(address);
    closeTags([B]);
    expect(paths()).toEqual([A, C]);
    closeTags(['/index', A, C, '/nowhere']);
    expect(useTags.getState().tags.map(({ path }) => path)).toEqual(['/index']);
  });
});

describe('kept in the tab of the browser', () => {
  const reloaded = async () => {
    vi.resetModules();
    return (await import('./tags.ts')).useTags.getState().tags;
  };
  it('they are there again after a reload', async () => {
    visit(`${A}?sel=1`);
    visit(B);
    expect(paths(await reloaded())).toEqual([`${A}?sel=1`, B]);
  });
  it.each(['{', 'null', '"x"', '[1, null, {"path":"/x"}, "//evil", "javascript:alert(1)", "/nowhere"]'])(
    'odd contents (%s) are left out',
    async (kept) => {
      sessionStorage.setItem('tags', kept);
      expect(paths(await reloaded())).toEqual([]);
    },
  );
  it('a blocked store costs nothing but that', () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    visit(A);
    expect(paths()).toEqual([A]);
    vi.restoreAllMocks();
  });
});
