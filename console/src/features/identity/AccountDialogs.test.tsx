import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { startSession, useSession } from '../../api/session.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import { refuse, renderLive, resCode, stubServer, userInfo } from '../../ui/testing.tsx';
import { AccountDialogs } from './AccountDialogs.tsx';
import { closeAccountDialog, openChangePassword, openOwnSessions, openProfile } from './account-dialogs.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const decrypt = (cipher: unknown) =>
  privateDecrypt(
    { key: keys.privateKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(String(cipher), 'base64'),
  ).toString();

const profile = {
  id: '7',
  loginName: 'admin',
  userName: '系统管理员',
  mobile: '13800000000',
  deptName: '演示集团',
  roles: ['超级管理员'],
};

/** antd loads with the first dialog. */
const SLOW = { timeout: 10_000 };

function setUp(open: () => void, more: Parameters<typeof stubServer>[0] = {}, user: Partial<typeof userInfo> = {}) {
  startSession('0123456789abcdef.secret', { ...userInfo, ...user }, ['2']);
  const server = stubServer({
    'user/publicKey': () => ({ publicKey: keys.publicKey, nonce: 'once' }),
    'user/getUserDetail': () => profile,
    'user/updateUserDetail': () => resCode(1),
    'user/changePasswd': () => resCode(1),
    'user/loginOut': () => ({}),
    ...more,
  });
  renderLive(<AccountDialogs />, new VehicleStore());
  act(open);
  // happy-dom ends no animation, so closing elements would block clicks.
  return { server, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

const dialog = (name: string) => screen.findByRole('dialog', { name }, SLOW);
const button = (name: string) => screen.getByRole('button', { name });
const notices = () => takeNotices().map(({ kind, text }) => `${kind} ${text}`);

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  cleanup();
  closeAccountDialog();
});

describe('the profile', () => {
  it('shows a read-only login name, saves the other fields, and updates the user name in the session', async () => {
    const { server, user } = setUp(openProfile);
    await dialog('个人信息');
    const loginName = await screen.findByRole('textbox', { name: '登录名' });
    expect(loginName.getAttribute('value')).toBe('admin');
    expect(loginName.hasAttribute('readonly')).toBe(true);
    await user.clear(screen.getByRole('textbox', { name: '姓名' }));
    await user.type(screen.getByRole('textbox', { name: '姓名' }), '王芳');
    await user.click(button('保存'));
    await waitFor(() => expect(notices()).toEqual(['success 操作成功']));
    expect(server.of('user/updateUserDetail').map(({ data }) => data)).toEqual([
      { id: '7', loginName: 'admin', userName: '王芳', mobile: '13800000000' },
    ]);
    expect(useSession.getState().userInfo?.username).toBe('王芳');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('requires user name and mobile number, and validates the number', async () => {
    const { server, user } = setUp(openProfile);
    await dialog('个人信息');
    await user.clear(await screen.findByRole('textbox', { name: '姓名' }));
    await user.clear(screen.getByRole('textbox', { name: '手机号' }));
    await user.click(button('保存'));
    expect(await screen.findByText('请输入用户名')).toBeTruthy();
    expect(await screen.findByText('请输入手机号')).toBeTruthy();
    for (const wrong of ['1380000000', '23800000000']) {
      await user.clear(screen.getByRole('textbox', { name: '手机号' }));
      await user.type(screen.getByRole('textbox', { name: '手机号' }), wrong);
      expect(await screen.findByText('请输入11位手机号')).toBeTruthy();
    }
    expect(server.of('user/updateUserDetail')).toHaveLength(0);
  });

  it('shows the message of any resCode other than 1 as an error and keeps the input', async () => {
    const { user } = setUp(openProfile, { 'user/updateUserDetail': () => resCode(4009, '手机号已被使用') });
    await dialog('个人信息');
    await user.type(await screen.findByRole('textbox', { name: '姓名' }), '二');
    await user.click(button('保存'));
    await waitFor(() => expect(notices()).toEqual(['error 手机号已被使用']));
    expect(screen.getByRole('textbox', { name: '姓名' }).getAttribute('value')).toBe('系统管理员二');
  });

  it('offers a retry when it cannot be loaded', async () => {
    let failing = true;
    const { user } = setUp(openProfile, {
      'user/getUserDetail': () => (failing ? refuse('5000', '请求失败,请联系管理员') : profile),
    });
    await dialog('个人信息');
    expect((await screen.findByRole('alert')).textContent).toContain('个人信息加载失败');
    failing = false;
    await user.click(button('重试'));
    expect(await screen.findByRole('textbox', { name: '登录名' })).toBeTruthy();
  });

  it('closes on cancel and Escape but not on a click outside, and prompts before it discards changes', async () => {
    const { user } = setUp(openProfile);
    await dialog('个人信息');
    await screen.findByRole('textbox', { name: '姓名' });
    await user.click(document.querySelector('.ant-drawer-mask') as HTMLElement);
    expect(screen.getByRole('dialog', { name: '个人信息' })).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: '姓名' }), 'x');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('离开后，修改的内容将丢失')).toBeTruthy();
    await user.click(button('继续编辑'));
    await user.click(button('取消'));
    await user.click((await screen.findAllByRole('button', { name: '放弃修改' })).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '个人信息' })).toBeNull());
  });
});

describe('changing the password', () => {
  const field = (name: string) => screen.getByLabelText(name);
  async function type(user: ReturnType<typeof userEvent.setup>, old: string, next: string, again = next) {
    await user.type(field('旧密码'), old);
    await user.type(field('新密码'), next);
    await user.type(field('确认密码'), again);
  }

  it('encrypts both passwords with one nonce, never sends them in plain text, then ends the session', async () => {
    const { server, user } = setUp(openChangePassword);
    await dialog('修改密码');
    await type(user, 'Old_pass1', 'Neu_车队99');
    await user.click(button('修改密码'));
    await waitFor(() => expect(notices()).toEqual(['success 修改成功']), SLOW);
    expect(server.of('user/publicKey')).toHaveLength(1);
    const [change] = server.of('user/changePasswd');
    expect(Object.keys(change?.data ?? {}).sort()).toEqual(['userId', 'vNewPasswd', 'vOldPasswd']);
    expect(change?.data['userId']).toBe('7');
    expect(decrypt(change?.data['vOldPasswd'])).toBe('Old_pass1\nonce');
    expect(decrypt(change?.data['vNewPasswd'])).toBe('Neu_车队99\nonce');
    expect(change?.sign).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(server.requests)).not.toMatch(/Old_pass1|Neu_车队99/);
    expect(useSession.getState().token).toBeNull();
  });

  it('requires all three fields', async () => {
    const { server, user } = setUp(openChangePassword);
    await dialog('修改密码');
    await user.click(button('修改密码'));
    for (const text of ['请输入旧密码', '请输入密码', '请输入确认密码']) expect(await screen.findByText(text)).toBeTruthy();
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['   ', '密码不能为空'],
    ['Ab_1', '密码至少 8 位'],
    ['abcdefgh1', '密码必须包含大写字母、小写字母、数字、下划线或其他符号中的至少三项'],
  ])('refuses %j: %s', async (next, text) => {
    const { server, user } = setUp(openChangePassword);
    await dialog('修改密码');
    await type(user, 'Old_pass1', next);
    await user.click(button('修改密码'));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(server.of('user/changePasswd')).toHaveLength(0);
  });

  it('requires the same new password twice', async () => {
    const { server, user } = setUp(openChangePassword);
    await dialog('修改密码');
    await type(user, 'Old_pass1', 'New_pass1', 'New_pass2');
    await user.click(button('修改密码'));
    expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy();
    expect(server.of('user/changePasswd')).toHaveLength(0);
  });

  it('shows the refusal as an error and stays open', async () => {
    const { user } = setUp(openChangePassword, { 'user/changePasswd': () => resCode(4001, '密码错误') });
    await dialog('修改密码');
    await type(user, 'Old_pass1', 'New_pass1');
    await user.click(button('修改密码'));
    await waitFor(() => expect(notices()).toEqual(['error 密码错误']), SLOW);
    expect(useSession.getState().token).not.toBeNull();
    expect(screen.getByRole('dialog', { name: '修改密码' })).toBeTruthy();
  });
});

describe('an initial password', () => {
  it('must be changed: only the change or a logout closes the dialog', async () => {
    const { server, user } = setUp(() => undefined, {}, { mustChangePassword: true });
    await dialog('请先修改初始密码');
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.ant-modal-wrap') as HTMLElement);
    expect(screen.getByRole('dialog', { name: '请先修改初始密码' })).toBeTruthy();
    act(openProfile);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.click(button('退出登录'));
    await waitFor(() => expect(useSession.getState().token).toBeNull());
    expect(server.of('user/loginOut')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the user’s own login records', () => {
  const row = (more: object) => ({
    prefix: '1',
    account: 'admin',
    username: '系统管理员',
    deptName: '演示集团',
    clientType: 4,
    peerIp: '10.0.0.8',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    createdAt: Date.UTC(2026, 10, 21),
    seenAt: Date.UTC(2026, 10, 21),
    endedAt: null,
    endReason: null,
    current: false,
    ...more,
  });

  it('list device, IP address, time and end reason, and link to the password change', async () => {
    const ended = { endedAt: Date.UTC(2026, 10, 21, 1) };
    const { user } = setUp(openOwnSessions, {
      'user/listOwnSession': () => ({
        list: [
          row({ current: true }),
          row({ prefix: '2', peerIp: '203.0.113.9', userAgent: 'curl/8', ...ended, endReason: 'elsewhere' }),
          row({ prefix: '3', ...ended, endReason: 'logout' }),
          row({ prefix: '4', ...ended, endReason: 'a reason of tomorrow' }),
        ],
      }),
    });
    await dialog('登录记录');
    const rows = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
    expect(rows[0]).toMatch(/Chrome 141 · Windows.*本次登录.*10\.0\.0\.8.*在线/);
    expect(rows[1]).toMatch(/未知设备.*203\.0\.113\.9.*在其他地方登录/);
    expect(rows[2]).toContain('退出登录');
    expect(rows[3]).toContain('已结束');
    await user.click(button('修改密码'));
    expect(await dialog('修改密码')).toBeTruthy();
  });
});
