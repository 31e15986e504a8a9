import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCookie } from '../../ui/cookie.ts';
import { startTexts } from '../../ui/i18n.ts';
import { usePlatform } from '../../ui/platform.ts';
import { endSession, useSession } from '../../ui/session.ts';
import { refuse, stubServer, userInfo } from '../../ui/testing.tsx';
import { LoginPage } from './LoginPage.tsx';

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

const signedIn = { token: '0123456789abcdef.secret', userInfo, rights: ['2'] };

function setUp(more: Parameters<typeof stubServer>[0] = {}, page = {}, address = '/login') {
  let captchas = 0;
  const server = stubServer({
    'user/loginPage': () => ({ platName: '华运监控', logoUrl: '', captcha: true, demo: null, ...page }),
    'user/publicKey': () => ({ publicKey: keys.publicKey, nonce: 'once' }),
    captchaImage: () => ({ captchaId: `id${++captchas}`, image: `data:image/png;base64,${captchas}` }),
    'user/login': () => signedIn,
    ...more,
  });
  const router = createMemoryRouter(
    [
      { path: '/login', Component: LoginPage },
      { path: '*', element: <p>signed in</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { server, router, user: userEvent.setup() };
}

const account = () => screen.getByRole('textbox', { name: '账号' });
const password = () => screen.getByLabelText('密码');
const answer = () => screen.findByRole('textbox', { name: '验证码' });
const submit = () => screen.getByRole('button', { name: '登录' });

beforeEach(async () => {
  await startTexts('zh');
  localStorage.clear();
  endSession();
  usePlatform.setState({ platName: '', logoUrl: '', captcha: true, demo: null, loaded: false });
});
afterEach(cleanup);

describe('signing in', () => {
  it('sends account, encrypted password and captcha, keeps the session and goes to the monitoring centre', async () => {
    const { server, router, user } = setUp();
    await user.type(account(), 'admin');
    await user.type(password(), 'Päss_1车');
    await user.type(await answer(), '7k3m{Enter}');
    await screen.findByText('signed in');
    const [login] = server.of('user/login');
    expect(login?.data).toMatchObject({ account: 'admin', captchaId: 'id1', captcha: '7k3m' });
    expect(decrypt(login?.data['vPasswd'])).toBe('Päss_1车\nonce');
    expect(login?.sign).toMatch(/^[0-9a-f]{32}$/);
    expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
    expect(readCookie('token')).toBe(signedIn.token);
    expect(useSession.getState().rights).toEqual(['2']);
  });

  it('goes back to where the user came from', async () => {
    const { router, user } = setUp({}, { captcha: false }, '/login?redirect=%2Freport%3Fa%3D1');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '验证码' })).toBeNull());
    await user.type(account(), 'admin');
    await user.type(password(), 'x{Enter}');
    await screen.findByText('signed in');
    expect(router.state.location.pathname + router.state.location.search).toBe('/report?a=1');
  });

  it('shows what was wrong under the form and brings a new captcha', async () => {
    const { server, user } = setUp({ 'user/login': () => refuse('4001', '账号或密码错误') });
    await user.type(account(), 'admin');
    await user.type(password(), 'wrong');
    await user.type(await answer(), 'abcd');
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('账号或密码错误'));
    await waitFor(() => expect(server.of('captchaImage')).toHaveLength(2));
    expect((await answer()).getAttribute('value')).toBe('');
    expect(document.activeElement).toBe(password());
    expect(useSession.getState().token).toBeNull();
  });

  it('names the fields that are empty and asks the server nothing', async () => {
    const { server, user } = setUp();
    await answer();
    await user.click(submit());
    expect(account().getAttribute('aria-invalid')).toBe('true');
    for (const text of ['请输入账号', '请输入密码', '请输入验证码']) expect(screen.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(account());
    expect(server.of('user/login')).toHaveLength(0);
  });

  it('says when the key is of no use', async () => {
    const { user } = setUp({ 'user/publicKey': () => ({ publicKey: 'nonsense', nonce: 'n' }) }, { captcha: false });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '验证码' })).toBeNull());
    await user.type(account(), 'admin');
    await user.type(password(), 'x{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('安全密钥无效，请刷新页面后重试'));
  });

  it('remembers the account, and only when asked to', async () => {
    const { user } = setUp();
    await user.type(account(), 'admin');
    await user.type(password(), 'x');
    await user.click(screen.getByRole('checkbox', { name: '记住账号' }));
    await user.type(await answer(), 'abcd{Enter}');
    await screen.findByText('signed in');
    cleanup();
    setUp();
    expect(account().getAttribute('value')).toBe('admin');
    expect(document.activeElement).toBe(password());
  });
});

describe('the login page', () => {
  it('shows platform name, and helps password managers', async () => {
    setUp();
    await screen.findByText('华运监控');
    expect(account().getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
  });

  it('brings another captcha on a click', async () => {
    const { server, user } = setUp();
    const picture = await screen.findByRole('button', { name: '换一张验证码' });
    await waitFor(() => expect(picture.querySelector('img')?.src).toContain('base64,1'));
    await user.click(picture);
    await waitFor(() => expect(picture.querySelector('img')?.src).toContain('base64,2'));
    expect(server.of('captchaImage')).toHaveLength(2);
  });

  it('offers another try when the captcha does not load', async () => {
    setUp({ captchaImage: () => refuse('5000', 'x') });
    expect(await screen.findByText('验证码加载失败，点击重试')).toBeTruthy();
  });

  it('warns of caps lock while the password is typed', () => {
    setUp();
    const capsLock = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
    Object.defineProperty(capsLock, 'getModifierState', { value: (key: string) => key === 'CapsLock' });
    act(() => void password().dispatchEvent(capsLock));
    expect(screen.getByText('大写锁定已打开')).toBeTruthy();
    fireEvent.blur(password());
    expect(screen.queryByText('大写锁定已打开')).toBeNull();
  });

  it('fills in the demo account by one click', async () => {
    const { user } = setUp({}, { demo: { account: 'demo', password: 'Demo_2026' } });
    await user.click(await screen.findByRole('button', { name: '填入' }));
    expect(account().getAttribute('value')).toBe('demo');
    expect((password() as HTMLInputElement).value).toBe('Demo_2026');
  });

  it('shows the password on demand', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password().getAttribute('type')).toBe('text');
  });
});
