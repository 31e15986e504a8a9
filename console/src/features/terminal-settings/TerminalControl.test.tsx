import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { TerminalControl } from './TerminalControl.tsx';
import { openPage } from './testing.tsx';

vi.mock('jsencrypt', () => import('../../api/testing-jsencrypt.ts'));

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const RIGHTS = ['70109', '7010901', '7010909', '7010910'];
const Control = () => (
  <AntdProvider>
    <TerminalControl />
  </AntdProvider>
);
const open = (rights: readonly string[] = RIGHTS) =>
  openPage('/setup/terminal/firmwareUpgrade', Control, {
    rights,
    answers: {
      'terminal/sendCommand': () => ({
        list: [{ targId: '1', seqId: '81', terminal: 'S000001', version: 2013, state: 1, resultCode: null }],
      }),
      'terminal/checkBatch': () => ({ vehicles: 1, plates: ['京A1'] }),
      'terminal/probeServer': () => ({ list: [{ host: 'new.example.cn', port: 7_611, reachable: false }] }),
      'user/publicKey': () => ({ publicKey: 'key', nonce: 'once' }),
    },
  });
async function pickOption(field: string, option: string) {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: field }));
  fireEvent.click(await screen.findByTitle(option));
}
const chooseCommand = (name: string) => pickOption('指令', name);
const results = () => within(screen.getByRole('region', { name: '下发结果' }));
const UNREACHED = /^本平台 3 秒内无法连接：new\.example\.cn:7611。/;

/** Fills in a server and its port. */
async function connectTo(server: string) {
  await chooseCommand('连接指定服务器');
  fireEvent.change(await screen.findByRole('textbox', { name: '服务器地址' }), { target: { value: server } });
  fireEvent.change(screen.getByRole('spinbutton', { name: 'TCP 端口' }), { target: { value: '7611' } });
}

describe('terminal control', () => {
  it('requests the attributes of a terminal, and shows them', async () => {
    const { choose, user, server, common } = open();
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '下发' }));
    await waitFor(() => expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({ cmdCode: '8107', targIds: ['1'] }));
    act(() =>
      common.publish({
        type: 'cmdResult',
        data: { seqId: '81', targId: '1', cmdCode: '8107', state: 6, resultCode: 0, resultData: { firmware: 'V3.2' } },
      } as never),
    );
    // the answer does not name the terminal: the reply of the send did
    expect(await results().findByText('S000001')).toBeTruthy();
    await user.click(results().getByRole('button', { name: '查看' }));
    expect(await within(await screen.findByRole('dialog')).findByText('V3.2')).toBeTruthy();
  });

  it('offers dangerous control commands only with their own permission codes', async () => {
    open(['70109', '7010901', '7010909']);
    const offered = await screen.findAllByRole('radio');
    expect(offered).toHaveLength(2);
  });

  it('tests a new server before a terminal is sent there, and warns that the platform cannot reach it', async () => {
    const { choose, user, server } = open();
    await choose('京A1');
    await connectTo('new.example.cn');
    await user.click(screen.getByRole('button', { name: '连接指定服务器' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(UNREACHED)).toBeTruthy();
    expect(server.of('terminal/probeServer').map(({ data }) => data)).toEqual([
      { addresses: [{ host: 'new.example.cn', port: 7_611 }] },
    ]);
    await user.type(dialog.getByLabelText('登录密码'), 'secret');
    await user.click(dialog.getByRole('button', { name: '下发到 1 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({
        cmdCode: '8105connect',
        params: { server: 'new.example.cn', tcpPort: 7_611 },
        confirmation: { vehicles: 1, plate: '京A1', password: 'sealed secret' },
      }),
    );
  });

  it('also tests the server of a batch', async () => {
    const { choose, user } = open();
    await choose('京A1');
    await connectTo('new.example.cn');
    await user.click(screen.getByRole('button', { name: '批量下发' }));
    expect(await within(await screen.findByRole('dialog')).findByText(UNREACHED)).toBeTruthy();
  });

  it('tests nothing if the terminals return to their own server', async () => {
    const { choose, user, server } = open();
    await choose('京A1');
    await connectTo('old.example.cn');
    await pickOption('连接目标', '返回原服务器');
    await user.click(screen.getByRole('button', { name: '连接指定服务器' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(server.of('terminal/probeServer')).toEqual([]);
  });
});
