import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie } from '../../api/cookie.ts';
import { startTexts } from '../../api/i18n.ts';
import { usePlatform } from '../../api/platform.ts';
import { endSession, useSession } from '../../api/session.ts';
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
const inspected = { ...userInfo, inspection: { carNo: '京A12345', carId: '3', targId: '4', color: 2 } };
const demo = {
  accounts: [
    { account: 'demo', role: '平台管理员' },
    { account: 'viewer', role: '只读监管' },
  ],
  password: 'Demo_2026',
  inspection: { carNo: '粤B54321', color: 5, password: '48320159' },
};

function setUp(more: Parameters<typeof stubServer>[0] = {}, page = {}, address = '/login') {
  let captchas = 0;
  const server = stubServer({
    'user/loginPage': () => ({ platName: '华运监控', logoUrl: '', footer: '© 华运', captcha: true, demo: null, ...page }),
    'user/publicKey': () => ({ publicKey: keys.publicKey, nonce: 'once' }),
    'dept/getDeptLogoShowUrlPre': () => ({ urlPre: '/files/' }),
    captchaImage: () => ({ captchaId: `id${++captchas}`, image: `data:image/png;base64,${captchas}` }),
    'user/login': () => signedIn,
    'car/login': () => ({ ...signedIn, userInfo: inspected, rights: [] }),
    ...more,
  });
  const router = createMemoryRouter(
    [
      { path: '/login', Component: LoginPage },
      { path: '/loginSF', Component: LoginPage },
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
const alert = () => screen.getByRole('alert').textContent;
const typedIn = (field: HTMLElement) => (field as HTMLInputElement).value;

/** Fills and submits the account form. */
async function attempt(user: ReturnType<typeof userEvent.setup>) {
  await user.clear(account());
  await user.type(account(), 'admin');
  await user.clear(password());
  await user.type(password(), 'Päss_1车');
  await user.type(await answer(), '7k3m{Enter}');
}

beforeEach(async () => {
  await startTexts('zh');
  localStorage.clear();
  endSession();
  usePlatform.setState({ platName: '', logoUrl: '', footer: '', captcha: true, demo: null, settled: false });
});
afterEach(cleanup);

describe('account login', () => {
  it('sends account, client type, encrypted password and captcha, stores the session and opens the monitoring centre', async () => {
    const { server, router, user } = setUp();
    await attempt(user);
    await screen.findByText('signed in');
    const [login] = server.of('user/login');
    expect(Object.keys(login?.data ?? {}).sort()).toEqual(['account', 'captcha', 'captchaId', 'clientType', 'vPasswd']);
    expect(login?.data).toMatchObject({ account: 'admin', clientType: 4, captchaId: 'id1', captcha: '7k3m' });
    expect(decrypt(login?.data['vPasswd'])).toBe('Päss_1车\nonce');
    expect(login?.sign).toMatch(/^[0-9a-f]{32}$/);
    expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
    expect(readCookie('token')).toBe(signedIn.token);
    expect(useSession.getState().userInfo?.account).toBe('admin');
  });

  it('never sends or stores the plain password', async () => {
    const { server, user } = setUp();
    await user.click(screen.getByRole('checkbox', { name: '记住账号' }));
    await attempt(user);
    await screen.findByText('signed in');
    const kept = [JSON.stringify(server.requests), JSON.stringify({ ...localStorage }), document.cookie].join();
    expect(kept).not.toContain('Päss_1车');
  });

  it('returns to the page in the redirect parameter', async () => {
    const { router, user } = setUp({}, { captcha: false }, '/login?redirect=%2Fmapcontent%2Fhistoryvideo%3Fid%3D3');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '验证码' })).toBeNull());
    await user.type(account(), 'admin');
    await user.type(password(), 'x{Enter}');
    await screen.findByText('signed in');
    expect(router.state.location.pathname + router.state.location.search).toBe('/mapcontent/historyvideo?id=3');
  });

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/%2Fevil.example'])(
    'does not redirect to another site: %s',
    async (foreign) => {
      const { router, user } = setUp({}, { captcha: false }, `/login?redirect=${encodeURIComponent(foreign)}`);
      await waitFor(() => expect(screen.queryByRole('textbox', { name: '验证码' })).toBeNull());
      await user.type(account(), 'admin');
      await user.type(password(), 'x{Enter}');
      await screen.findByText('signed in');
      expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
    },
  );

  it('works without cookies and web storage, with the session in memory', async () => {
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
    for (const name of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(window, name, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
    const { user } = setUp();
    await user.click(screen.getByRole('checkbox', { name: '记住账号' }));
    await attempt(user);
    await screen.findByText('signed in');
    expect(useSession.getState().token).toBe(signedIn.token);
    vi.restoreAllMocks();
  });

  describe('submitted before the captcha setting arrives', () => {
    /** Submits before the captcha setting arrives, then delivers it. */
    async function hurry(captcha: boolean) {
      const told = Promise.withResolvers<void>();
      const page = { platName: '', logoUrl: '', footer: '', captcha, demo: null };
      const { server, user } = setUp({ 'user/loginPage': () => told.promise.then(() => page) });
      await user.type(account(), 'admin');
      await user.type(password(), 'Päss_1车{Enter}{Enter}');
      expect(screen.getByRole('button', { name: '正在登录' }).getAttribute('aria-disabled')).toBe('true');
      expect(screen.queryByText('请输入验证码')).toBeNull();
      told.resolve();
      return server;
    }

    it('waits, then logs in without a captcha if none is required', async () => {
      const server = await hurry(false);
      expect(await screen.findByText('signed in')).toBeTruthy();
      expect(server.of('user/login').map(({ data }) => Object.keys(data).sort())).toEqual([['account', 'clientType', 'vPasswd']]);
    });

    it('waits, then prompts for the captcha if one is required', async () => {
      const server = await hurry(true);
      expect(await screen.findByText('请输入验证码')).toBeTruthy();
      expect(document.activeElement).toBe(await answer());
      expect(server.of('user/login')).toEqual([]);
      expect(submit().getAttribute('aria-disabled')).toBe('false');
    });
  });

  it('shows the refusal, loads another captcha and moves the focus to the password', async () => {
    const { user } = setUp({ 'user/login': () => refuse('4001', '账号或密码错误') });
    await attempt(user);
    await waitFor(() => expect(alert()).toBe('账号或密码错误'));
    expect(typedIn(await answer())).toBe('');
    await waitFor(() => expect(screen.getByRole('button', { name: '换一张验证码' }).innerHTML).toContain('base64,2'));
    expect(document.activeElement).toBe(password());
    expect(readCookie('token')).toBeNull();
  });

  it('shows a captcha after failed logins once the server requires it', async () => {
    let failures = 0;
    const { user } = setUp(
      {
        'user/loginPage': () => ({ platName: '', logoUrl: '', footer: '', captcha: failures > 1, demo: null }),
        'user/login': () => {
          failures++;
          return refuse('4001', '账号或密码错误');
        },
      },
      { captcha: false },
    );
    await waitFor(() => expect(usePlatform.getState().settled).toBe(true));
    await user.type(account(), 'admin');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(alert()).toBe('账号或密码错误'));
    expect(screen.queryByRole('button', { name: '换一张验证码' })).toBeNull();
    await user.type(password(), 'again{Enter}');
    expect(await screen.findByRole('button', { name: '换一张验证码' })).toBeTruthy();
  });

  it('shows the error of a wrong captcha at the captcha field', async () => {
    const { user } = setUp({ 'user/login': () => refuse('4001', '验证码错误或已过期') });
    await attempt(user);
    await screen.findByText('验证码错误或已过期');
    expect((await answer()).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(await answer());
    expect(alert()).toBe('');
  });

  it('disables login for the locked account only, with a countdown', async () => {
    const { server, user } = setUp({ 'user/login': () => refuse('4029', '登录失败次数过多，请 12 分钟后再试') });
    await attempt(user);
    await waitFor(() => expect(alert()).toBe('登录失败次数过多，请 12 分钟后再试'));
    const button = await screen.findByRole('button', { name: /^1[12]:\d\d 后可重试$/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.type(await answer(), 'abcd{Enter}');
    expect(server.of('user/login')).toHaveLength(1);
    await user.type(account(), '2');
    expect(submit().getAttribute('aria-disabled')).toBe('false');
  });

  it('enables login again when the lock ends', async () => {
    const { user } = setUp({ 'user/login': () => refuse('4029', '登录失败次数过多，请 1 分钟后再试') });
    await attempt(user);
    await screen.findByRole('button', { name: /后可重试$/ });
    const later = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    await waitFor(() => expect(submit()).toBeTruthy(), { timeout: 5_000 });
    vi.restoreAllMocks();
  });

  it('disables login until the next input if the reply contains no lock time', async () => {
    const { user } = setUp({ 'user/login': () => refuse('4029', '操作过于频繁，请稍后再试') });
    await attempt(user);
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
    expect(alert()).toBe('操作过于频繁，请稍后再试');
    await user.type(password(), 'y');
    expect(submit().getAttribute('aria-disabled')).toBe('false');
  });

  it('marks the empty fields and sends no login request', async () => {
    const { server, user } = setUp();
    await answer();
    await user.click(submit());
    expect(account().getAttribute('aria-invalid')).toBe('true');
    for (const text of ['请输入账号', '请输入密码', '请输入验证码']) expect(screen.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(account());
    expect(server.of('user/login')).toHaveLength(0);
  });

  it('shows an error if the public key is invalid', async () => {
    const { user } = setUp({ 'user/publicKey': () => ({ publicKey: 'nonsense', nonce: 'n' }) });
    await attempt(user);
    await waitFor(() => expect(alert()).toBe('安全密钥无效，请刷新页面后重试'));
  });

  it('remembers the account if the user selects this option', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('checkbox', { name: '记住账号' }));
    await attempt(user);
    await screen.findByText('signed in');
    cleanup();
    endSession();
    setUp();
    expect(typedIn(account())).toBe('admin');
    expect(document.activeElement).toBe(password());
  });
});

describe('/loginSF', () => {
  it('logs in with client type 7 and shows its own heading', async () => {
    const { server, user } = setUp({}, {}, '/loginSF');
    expect(screen.getByRole('heading', { name: 'SF 版登录' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '平台账号登录' }).getAttribute('href')).toBe('/login');
    await attempt(user);
    await screen.findByText('signed in');
    expect(server.of('user/login')[0]?.data['clientType']).toBe(7);
    expect(server.of('user/loginPage')[0]?.data).toEqual({ clientType: '7' });
  });
});

describe('vehicle inspection login', () => {
  const plate = () => screen.getByRole('textbox', { name: '车牌号' });
  const inspectPassword = () => screen.getByLabelText('查验口令');

  it('sends plate, colour and encrypted inspection password, stores the plate for the tab and opens the vehicle page', async () => {
    const { server, router, user } = setUp();
    await user.click(screen.getByRole('tab', { name: '车辆查验' }));
    await user.type(plate(), '京a12345');
    await user.selectOptions(screen.getByRole('combobox', { name: '车牌颜色' }), '蓝色');
    await user.type(inspectPassword(), '48320159');
    await user.type(await answer(), '7k3m{Enter}');
    await screen.findByText('signed in');
    const [login] = server.of('car/login');
    expect(login?.data).toMatchObject({ carNo: '京A12345', color: 1, captchaId: 'id1', captcha: '7k3m' });
    expect(decrypt(login?.data['vPasswd'])).toBe('48320159\nonce');
    expect(router.state.location.pathname).toBe('/carinspection/carmapcontent');
    expect(sessionStorage.getItem('carNo')).toBe('京A12345');
  });

  it('marks the empty fields', async () => {
    const { server, user } = setUp({}, {}, '/login?tab=vehicle');
    await answer();
    await user.click(submit());
    for (const text of ['请输入车牌号', '请输入查验口令', '请输入验证码']) expect(screen.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(plate());
    expect(server.of('car/login')).toHaveLength(0);
  });

  it('lists every plate colour by name, with yellow selected by default', () => {
    setUp({}, {}, '/login?tab=vehicle');
    const choice = screen.getByRole('combobox', { name: '车牌颜色' });
    expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toContain('渐变绿色');
    expect(choice.querySelectorAll('option')).toHaveLength(12);
    expect(typedIn(choice)).toBe('2');
  });

  it('is reachable with one arrow key, and the URL holds the tab', async () => {
    const { router, user } = setUp();
    await user.click(screen.getByRole('tab', { name: '账号登录' }));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: '车辆查验' }).getAttribute('aria-selected')).toBe('true');
    expect(router.state.location.search).toBe('?tab=vehicle');
  });

  it('fills in the demo vehicle with one click', async () => {
    const { user } = setUp({}, { demo }, '/login?tab=vehicle');
    await user.click(await screen.findByRole('button', { name: /^填入 粤B54321/ }));
    expect([plate(), inspectPassword(), screen.getByRole('combobox', { name: '车牌颜色' })].map(typedIn)).toEqual([
      '粤B54321',
      '48320159',
      '5',
    ]);
  });
});

describe('the login page', () => {
  it('shows name, logo and footer of the department in its URL, and supports password managers', async () => {
    const { server } = setUp({}, { logoUrl: 'logo/3.png' }, '/login?deptId=3');
    await screen.findByText('华运监控');
    expect(screen.getByText('© 华运')).toBeTruthy();
    expect(server.of('user/loginPage')[0]?.data).toEqual({ clientType: '4', deptId: '3' });
    expect(document.querySelector('header img')?.getAttribute('src')).toBe('/files/logo/3.png');
    expect(account().getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
  });

  it('shows the default name if its settings cannot be loaded', async () => {
    setUp({ 'user/loginPage': () => refuse('5000', 'x') });
    expect(await screen.findByText('车队卫士')).toBeTruthy();
  });

  it('allows login with a captcha if its settings cannot be loaded', async () => {
    const { server, user } = setUp({ 'user/loginPage': () => refuse('5000', 'x') });
    await attempt(user);
    expect(await screen.findByText('signed in')).toBeTruthy();
    expect(server.of('user/login')[0]?.data).toMatchObject({ captchaId: 'id1', captcha: '7k3m' });
  });

  it('changes its language before login, including error messages', async () => {
    const { user } = setUp();
    await answer();
    await user.click(submit());
    await user.selectOptions(screen.getByRole('combobox', { name: '语言' }), 'English');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(screen.getByText('Enter your account')).toBeTruthy();
  });

  it('loads another captcha on a click', async () => {
    const { server, user } = setUp();
    const picture = await screen.findByRole('button', { name: '换一张验证码' });
    await waitFor(() => expect(picture.querySelector('img')?.src).toContain('base64,1'));
    await user.click(picture);
    await waitFor(() => expect(picture.querySelector('img')?.src).toContain('base64,2'));
    expect(server.of('captchaImage')).toHaveLength(2);
    expect(server.of('captchaImage')[0]?.data['t']).toMatch(/^\d+$/);
  });

  it('offers a retry when the captcha does not load', async () => {
    setUp({ captchaImage: () => refuse('5000', 'x') });
    expect(await screen.findByText('验证码加载失败，点击重试')).toBeTruthy();
  });

  it('warns about caps lock while the password is typed', () => {
    setUp();
    const capsLock = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
    Object.defineProperty(capsLock, 'getModifierState', { value: (key: string) => key === 'CapsLock' });
    act(() => void password().dispatchEvent(capsLock));
    expect(screen.getByText('大写锁定已打开')).toBeTruthy();
    fireEvent.blur(password());
    expect(screen.queryByText('大写锁定已打开')).toBeNull();
  });

  it('logs in to a demo account with one click if no captcha is required', async () => {
    const { user, server } = setUp({}, { demo, captcha: false });
    await user.click(await screen.findByRole('button', { name: /viewer/ }));
    await waitFor(() => expect(server.of('user/login')).toHaveLength(1));
    expect(server.of('user/login')[0]!.data).toMatchObject({ account: 'viewer' });
  });

  it('fills in a demo account with one click', async () => {
    const { user } = setUp({}, { demo });
    await user.click(await screen.findByRole('button', { name: '填入 viewer 只读监管' }));
    expect([typedIn(account()), typedIn(password())]).toEqual(['viewer', 'Demo_2026']);
    expect(document.activeElement).toBe(await answer());
  });

  it('shows and hides the password', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password().getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: '隐藏密码' }));
    expect(password().getAttribute('type')).toBe('password');
  });
});
