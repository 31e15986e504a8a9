import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { offeredPermissions } from '@fleetwarden/contract/planned-permissions';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { giveSize, userInfo } from '../../../ui/testing.tsx';
import { PermissionTree } from './PermissionTree.tsx';

let chosen: readonly string[] = [];
function Host({ begin }: { begin: readonly string[] }) {
  const [codes, setCodes] = useState(begin);
  chosen = codes;
  return <PermissionTree value={codes} onChange={setCodes} />;
}

beforeAll(() => giveSize(480));
beforeEach(async () => {
  await startTexts('zh');
});
afterEach(cleanup);

function setUp(begin: readonly string[] = [], rights: readonly string[] = allPermissions) {
  useSession.setState({ token: 'p.s', userInfo, rights: [...rights] });
  render(<Host begin={begin} />);
  return userEvent.setup();
}
const row = (name: string) => screen.findByRole('treeitem', { name });
const search = () => screen.getByRole('searchbox', { name: '搜索名称、拼音或代码' });

describe('the permission tree', () => {
  it('expands its groups, and shows how many permissions are selected', async () => {
    const user = setUp(['6', '606', '60601']);
    expect(screen.getByText(`已选 3 / ${offeredPermissions.length}`)).toBeDefined();
    const group = await row('信息管理');
    expect(group.getAttribute('aria-checked')).toBe('mixed');
    expect(group.getAttribute('aria-expanded')).toBe('false');
    await user.dblClick(group);
    expect(await row('角色管理')).toBeDefined();
  });

  it.each(['角色管理', 'jueseguanli', 'jsgl', '606'])(
    'finds a permission by %s, together with its parent groups',
    async (text) => {
      const user = setUp();
      await user.type(search(), text);
      const page = await row('角色管理');
      expect(page.getAttribute('aria-level')).toBe('2');
      expect(await row('信息管理')).toBeDefined();
      expect(screen.queryByRole('treeitem', { name: '历史回放' })).toBeNull();
    },
  );

  it.each(['40712', '1502'])('does not offer %s, which has no effect in this release', async (code) => {
    const user = setUp();
    await user.type(search(), code);
    expect(await screen.findByText('没有符合条件的权限')).toBeDefined();
  });

  it('shows a message if nothing matches', async () => {
    const user = setUp();
    await user.type(search(), 'zzzz');
    expect(await screen.findByText('没有符合条件的权限')).toBeDefined();
  });

  it('can be searched and operated by keyboard: Space also checks the parent groups', async () => {
    const user = setUp();
    await user.type(search(), '60614');
    await row('角色管理');
    screen.getByRole('tree', { name: '权限' }).focus();
    await user.keyboard('{End} ');
    expect(chosen).toEqual(['6', '606', '60614']);
  });

  it('lets a user grant only permissions the user has', async () => {
    const mine = ['6', '606', '60601'];
    const user = setUp([], mine);
    await user.click(screen.getByRole('button', { name: /全选/ }));
    expect(chosen).toEqual(mine);
    await user.click(screen.getByRole('button', { name: /清空/ }));
    expect(chosen).toEqual([]);
    await user.type(search(), '60604');
    const box = within(await row('角色管理')).getByText('角色管理');
    expect(box).toBeDefined();
    screen.getByRole('tree').focus();
    await user.keyboard('{End} ');
    expect(chosen).toEqual([]);
    expect(screen.getByTitle('您没有此权限，不能授予')).toBeDefined();
  });
});
