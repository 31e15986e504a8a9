import { deletedVehicle } from '@fleetwarden/contract/fleet/deleted-vehicle-resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import {
  findDialog,
  giveSize,
  page,
  refuse,
  renderLive,
  runRowAction,
  storeOf,
  stubServer,
  userInfo,
} from '../../ui/testing.tsx';
import { deletedVehicles } from './deleted-vehicles.ts';

const record = {
  id: '7',
  version: 2,
  createdAt: 1_000,
  updatedAt: 2_000,
  carNo: '京B00007',
  plateColor: 2,
  deptId: '1',
  deptName: '集团',
  vin: null,
  terminalNo: 'T7',
  phone: '13900000007',
  deletedAt: 3_000,
  deletedByName: '张三',
  deleteReason: '转让',
  keptUntil: 4_000,
};

const Bin = () => <ResourcePage resource={deletedVehicle} hooks={deletedVehicles} />;

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(rights: readonly string[], calls: Parameters<typeof stubServer>[0] = {}) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'car/listDeletedCar': () => page([record]),
    'car/restoreCar': () => ({ restored: 1 }),
    'car/purgeCar': () => ({ id: '7' }),
    'mainPage/getDeptTree': () => ({ list: [] }),
    ...calls,
  });
  renderLive(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Bin }])} />, storeOf([]));
  return { server, user: userEvent.setup() };
}
const rowOf = async () => (await screen.findByText('京B00007')).closest('tr')!;
const ALL = ['60901', '60910', '60911'];

describe('the vehicle recycle bin', () => {
  it('restores a vehicle after confirmation', async () => {
    const { user, server } = setUp(ALL);
    await runRowAction(user, await rowOf(), '恢复');
    await user.click(within(await findDialog('恢复 京B00007？')).getByRole('button', { name: '恢复' }));
    await waitFor(() => expect(server.of('car/restoreCar')[0]?.data).toEqual({ ids: ['7'] }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '已恢复 京B00007' }]));
  });

  it('shows which field of the deleted vehicle another vehicle now uses', async () => {
    const { user } = setUp(ALL, {
      'car/restoreCar': () => refuse('4001', '提交的数据有误', [{ path: 'values.phone', message: '已存在' }]),
    });
    await runRowAction(user, await rowOf(), '恢复');
    await user.click(within(await findDialog('恢复 京B00007？')).getByRole('button', { name: '恢复' }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'error', text: '无法恢复，终端手机号: 已存在' }]));
  });

  it('deletes a vehicle permanently only after its plate is typed', async () => {
    const { user, server } = setUp(ALL);
    await runRowAction(user, await rowOf(), '彻底删除');
    const dialog = within(await findDialog('彻底删除 京B00007？'));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: '彻底删除' });
    await user.type(dialog.getByRole('textbox'), '京B0000');
    expect(button.disabled).toBe(true);
    await user.type(dialog.getByRole('textbox'), '7');
    await user.click(button);
    await waitFor(() => expect(server.of('car/purgeCar')[0]?.data).toEqual({ id: '7', carNo: '京B00007' }));
  });

  it('offers no actions to users with read-only permission', async () => {
    setUp(['60901']);
    await screen.findByText('京B00007');
    expect(screen.queryByRole('button', { name: '恢复' })).toBeNull();
    expect(screen.queryByRole('button', { name: '彻底删除' })).toBeNull();
    expect(screen.queryByRole('button', { name: '更多' })).toBeNull();
  });
});
