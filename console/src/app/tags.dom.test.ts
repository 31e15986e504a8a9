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
  it('are added on navigation, each path once, with the last URL of its page', () => {
    for (const address of [`${A}?sel=1`, B, `${A}?sel=2`]) visit(address);
    expect(paths()).toEqual([`${A}?sel=2`, B]);
  });
  it.each(['/login', '/401', '/404', '/redirect/index', '/nowhere', '/visorycontrolBigsreen/bigScreen/bigScreen', '//evil'])(
    'never include %s',
    (address) => expect(tagOf(address)).toBeNull(),
  );
  it('an affix tag is first', () => {
    visit(A);
    visit('/index');
    expect(useTags.getState().tags[0]).toMatchObject({ path: '/index', affix: true });
  });
  it('an affix tag exists from the start if its page is available', () => {
    expect(useTags.getState().tags.map(({ path }) => path)).toEqual(isPending('/index') ? [] : ['/index']);
  });
  it('can be closed, except an affix tag', () => {
    for (const address of ['/index', A, `${B}?page=2`, C]) visit(address);
    closeTags([B]);
    expect(paths()).toEqual([A, C]);
    closeTags(['/index', A, C, '/nowhere']);
    expect(useTags.getState().tags.map(({ path }) => path)).toEqual(['/index']);
  });
});

describe('tags in session storage', () => {
  const reloaded = async () => {
    vi.resetModules();
    return (await import('./tags.ts')).useTags.getState().tags;
  };
  it('are restored after a reload', async () => {
    visit(`${A}?sel=1`);
    visit(B);
    expect(paths(await reloaded())).toEqual([`${A}?sel=1`, B]);
  });
  it.each(['{', 'null', '"x"', '[1, null, {"path":"/x"}, "//evil", "javascript:alert(1)", "/nowhere"]'])(
    'with invalid contents (%s) are ignored',
    async (kept) => {
      sessionStorage.setItem('tags', kept);
      expect(paths(await reloaded())).toEqual([]);
    },
  );
  it('are not required: a blocked storage affects only the restore', () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    visit(A);
    expect(paths()).toEqual([A]);
    vi.restoreAllMocks();
  });
});
