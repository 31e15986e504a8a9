import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { page, refuse, renderLive, storeOf, stubServer } from '../../ui/testing.tsx';
import { SendAreasDialog } from './SendAreasDialog.tsx';

const at = { lng: 116.4, lat: 39.9 };
const areas = [
  { id: '1', areaName: '东门', areaNo: 11, geo: { shape: 4, centre: at, radius: 500 } },
  { id: '2', areaName: '仓库', areaNo: 12, geo: { shape: 2, points: [at, at, at] } },
];

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  takeNotices();
});

function setUp(handlers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer({
    'area/listArea': () => page(areas),
    'area/sendArea': () => ({ list: [{ targId: '5', seqId: '1', state: 1, resultCode: null }] }),
    ...handlers,
  });
  const sent: string[] = [];
  const onClose = vi.fn();
  const track = (cmdCode: string, send: () => Promise<unknown>) => {
    sent.push(cmdCode);
    return send();
  };
  renderLive(<SendAreasDialog vehicle={{ targId: '5', plate: '京A5' }} track={track} onClose={onClose} />, storeOf([]));
  return { server, sent, onClose, user: userEvent.setup() };
}

async function choose(user: ReturnType<typeof userEvent.setup>, ...names: string[]) {
  await user.click(await screen.findByRole('combobox', { name: '区域围栏' }));
  for (const name of names) await user.click(await screen.findByTitle(name));
}
const send = () => screen.getByRole('button', { name: /下\s?发/ });

it('sends each selected geofence to the terminal of the vehicle with the command for its shape', async () => {
  const { server, sent, onClose, user } = setUp();
  expect(screen.getByText('向 京A5 下发区域')).toBeTruthy();
  expect(send()).toHaveProperty('disabled', true);
  await choose(user, '东门 (11)', '仓库 (12)');
  await user.click(screen.getByRole('checkbox', { name: '离线终端上线后下发' }));
  await user.click(send());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const common = { targIds: ['5'], queueOffline: false };
  expect(server.of('area/sendArea').map(({ data }) => data)).toEqual([
    { id: '1', ...common },
    { id: '2', ...common },
  ]);
  expect(sent).toEqual(['8600', '8604']);
});

it('stays open with the unsent geofence selected if the server refuses one', async () => {
  const { onClose, user } = setUp({
    'area/sendArea': ({ data }) => (data['id'] === '2' ? refuse('4023', '终端协议版本不支持该指令') : { list: [] }),
  });
  await choose(user, '东门 (11)', '仓库 (12)');
  await user.click(send());
  await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['终端协议版本不支持该指令']));
  await waitFor(() => expect(document.querySelectorAll('.ant-select-selection-item').length).toBe(1));
  expect(onClose).not.toHaveBeenCalled();
});

it('shows a message if there are no geofences', async () => {
  setUp({ 'area/listArea': () => page([]) });
  expect(await screen.findByText('暂无区域')).toBeTruthy();
});
