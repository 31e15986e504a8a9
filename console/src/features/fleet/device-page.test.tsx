import { device } from '@fleetwarden/contract/fleet/device-resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { openDeviceDialog } from './device-dialog.ts';
import { devicePage } from './device-page.ts';

const blank = Object.fromEntries(Object.keys(device.fields).map((key) => [key, null]));
const record = {
  ...blank,
  id: '7',
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  carNo: '京B00007',
  deptId: '1',
  deptName: '集团',
};
const message = {
  id: '70',
  carId: '7',
  carNo: '京B00007',
  plateColor: 2,
  receivedAt: 1_000,
  messageId: 0x0900,
  subType: 0xf7,
  serial: 12,
  reason: 2,
  bytes: 4,
  hex: 'f70102',
};

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  openDeviceDialog(null);
});
afterEach(cleanup);

it('filters uninterpreted messages by plate and message ID, and loads the complete bytes of a long one', async () => {
  useSession.setState({ token: 'p.s', userInfo, rights: ['61201'] });
  const server = stubServer({
    'device/listDevice': () => page([record]),
    'device/listMessage': ({ data }) => page([data['id'] === undefined ? message : { ...message, hex: 'f7010203' }]),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '集团', parentId: null }] }),
  });
  const router = createMemoryRouter([{ path: '/', element: <ResourcePage {...devicePage} /> }], { initialEntries: ['/'] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  const user = userEvent.setup();
  await screen.findByText('京B00007');
  await user.click(screen.getAllByRole('button', { name: '未解析消息' })[0]!);
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('0x0900')).toBeDefined();
  expect(drawer.getByText('0xF7')).toBeDefined();
  await user.type(drawer.getByLabelText('车牌号'), '京B');
  await user.type(drawer.getByLabelText('消息 ID'), '0x0900');
  await waitFor(() => expect(server.of('device/listMessage').at(-1)?.data).toEqual({ carNo: '京B', messageId: 0x0900 }));
  await user.click(await drawer.findByRole('button', { name: '显示全部' }));
  await waitFor(() => expect(server.of('device/listMessage').at(-1)?.data).toEqual({ id: '70' }));
  await waitFor(() => expect(drawer.queryByRole('button', { name: '显示全部' })).toBeNull());
});
