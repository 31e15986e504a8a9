import type { ClientRoute } from '@fleetwarden/contract/call';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { sign } from '@fleetwarden/contract/sign';
import { describe, expect, it, vi } from 'vitest';
import type { ClientPorts } from './client.ts';
import { createClient, NetworkError, Refusal } from './client.ts';
import { leavePage, PageLeft, pageSignal } from './page-signal.ts';
import { NoAnswer } from './send-form.ts';

function setUp(answer: (url: string, init: RequestInit) => Promise<unknown> | unknown, token: string | null = 'abc.secret') {
  const fetch = vi.fn(async (url: string | URL | Request, init?: RequestInit) =>
    Response.json(await answer(String(url), init ?? {})),
  );
  const ports = {
    fetch,
    sendForm: vi.fn<ClientPorts['sendForm']>(async ({ url }) => answer(url, {})),
    token: () => token,
    language: () => 'zh',
    text: (key: string) => `text:${key}`,
    notify: vi.fn(),
    onSignedInElsewhere: vi.fn(),
    onNotSignedIn: vi.fn(),
    onForbidden: vi.fn(),
    onFault: vi.fn(),
    wait: vi.fn<ClientPorts['wait']>(async () => undefined),
  };
  return { ...ports, ...createClient(ports) };
}

const ok = (data: unknown) => () => ({ code: '0', msg: '', data });
const refused =
  (code: string, msg = '') =>
  () => ({ code, msg, data: null });

describe('call', () => {
  it('posts data with its sign, the token and the language below the base path', async () => {
    const { call, fetch } = setUp(ok({}));
    await call(identityCalls.loginOut, { level: 12, center: '116.4|39.9' });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/WebGis/user/loginOut');
    expect(JSON.parse(String(init?.body))).toEqual({
      data: { level: 12, center: '116.4|39.9' },
      sign: sign({ level: 12, center: '116.4|39.9' }),
    });
    const headers = new Headers(init?.headers);
    expect(headers.get('Authorization')).toBe('abc.secret');
    expect(headers.get('Accept-Language')).toBe('zh');
  });

  it('sends the page model next to the data', async () => {
    const { call, fetch } = setUp(ok({ list: [] }));
    await call(monitorCalls.getLeftTree2, { deptId: '1' }, { pageModel: { page: 2, limit: 200 } });
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body)).pageModel).toEqual({ page: 2, limit: 200 });
  });

  it('writes the data of a GET into the query, without a body', async () => {
    const { call, fetch } = setUp(ok({}), null);
    await call(monitorCalls.checkedCar, { targId: '17' });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/WebGis/car/checkedCar?targId=17');
    expect(init?.body).toBeUndefined();
    expect(new Headers(init?.headers).has('Authorization')).toBe(false);
  });

  it('resolves with the data', async () => {
    const { call } = setUp(ok({ publicKey: 'PEM', nonce: 'n' }));
    expect(await call(identityCalls.publicKey, {})).toEqual({ publicKey: 'PEM', nonce: 'n' });
  });

  it('shows the message of another code for 3 s and rejects with it', async () => {
    const { call, notify } = setUp(refused('4004', '数据不存在或无权访问'));
    await expect(call(monitorCalls.locate, { carId: '1' })).rejects.toMatchObject({ code: '4004' });
    expect(notify).toHaveBeenCalledExactlyOnceWith('数据不存在或无权访问', 3);
  });

  it('shows the default message if the code has none', async () => {
    const { call, notify } = setUp(refused('5000'));
    await expect(call(identityCalls.publicKey, {})).rejects.toBeInstanceOf(Refusal);
    expect(notify).toHaveBeenCalledExactlyOnceWith('text:requestFailed', 3);
  });

  it('returns the refused fields of a 4001', async () => {
    const fields = [{ path: 'account', message: '不能为空' }];
    const { call } = setUp(() => ({ code: '4001', msg: 'x', data: { fields } }));
    await expect(call(identityCalls.publicKey, {}, { quiet: true })).rejects.toMatchObject({ fields });
  });

  it('leaves a quiet failure to its caller', async () => {
    const { call, notify } = setUp(refused('4004', 'x'));
    await expect(call(identityCalls.publicKey, {}, { quiet: true })).rejects.toThrow('x');
    expect(notify).not.toHaveBeenCalled();
  });

  it('prompts for a new login on 9001, even for a quiet call, and shows nothing else', async () => {
    const { call, notify, onSignedInElsewhere } = setUp(refused('9001', '您的账号已在其他地方登录'));
    await expect(call(identityCalls.publicKey, {}, { quiet: true })).rejects.toMatchObject({ code: '9001' });
    expect(onSignedInElsewhere).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  });

  it('shows the message and ends the session on 4007', async () => {
    const { call, notify, onNotSignedIn } = setUp(refused('4007', '登录已失效，请重新登录'));
    await expect(call(identityCalls.publicKey, {})).rejects.toMatchObject({ code: '4007' });
    expect(onNotSignedIn).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledWith('登录已失效，请重新登录', 3);
  });

  it('reports a forbidden call, even a quiet one', async () => {
    const { call, notify, onForbidden, onNotSignedIn } = setUp(refused('4003', '无操作权限'));
    await expect(call(identityCalls.publicKey, {})).rejects.toMatchObject({ code: '4003' });
    await expect(call(identityCalls.publicKey, {}, { quiet: true })).rejects.toMatchObject({ code: '4003' });
    expect(onForbidden).toHaveBeenCalledTimes(2);
    expect(onNotSignedIn).not.toHaveBeenCalled();
    expect(notify).toHaveBeenCalledExactlyOnceWith('无操作权限', 3);
  });

  it('shows a network error for 5 s and rejects', async () => {
    const { call, notify } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(identityCalls.publicKey, {})).rejects.toBeInstanceOf(NetworkError);
    expect(notify).toHaveBeenCalledExactlyOnceWith('text:networkError', 5);
  });

  it('treats a response that is not an envelope as a failure', async () => {
    const { call, notify } = setUp(() => null);
    await expect(call(identityCalls.publicKey, {})).rejects.toMatchObject({ code: '5000' });
    expect(notify).toHaveBeenCalledWith('text:requestFailed', 3);
  });

  it('is silent when its caller aborts it', async () => {
    const giveUp = new AbortController();
    const { call, notify } = setUp(() => {
      giveUp.abort(new Error('no longer wanted'));
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(call(identityCalls.publicKey, {}, { signal: giveUp.signal })).rejects.toThrow('no longer wanted');
    expect(notify).not.toHaveBeenCalled();
  });

  it('sends credentials and times out after 60000 ms', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { call, fetch } = setUp(ok({}));
    await call(identityCalls.loginOut, {});
    expect(fetch.mock.calls[0]?.[1]?.credentials).toBe('include');
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
    timeout.mockRestore();
  });

  it('reads the replies of profile and password calls: resCode 1 is success, else their message is shown', async () => {
    const profile = { id: '7', userName: 'a', mobile: '13800000000' };
    await expect(
      setUp(() => ({ resCode: 1, message: '' })).call(identityCalls.updateUserDetail, profile),
    ).resolves.toBeUndefined();
    const { call, notify } = setUp(() => ({ resCode: 4001, message: '密码错误' }));
    await expect(call(identityCalls.updateUserDetail, profile)).rejects.toMatchObject({ code: '4001' });
    expect(notify).toHaveBeenCalledExactlyOnceWith('密码错误', 3);
  });

  it('logs faults in the error log, but not refusals', async () => {
    const fault = setUp(refused('5000'));
    await expect(fault.call(identityCalls.publicKey, {}, { quiet: true })).rejects.toThrow();
    expect(fault.onFault).toHaveBeenCalledExactlyOnceWith(expect.any(Refusal), 'user/publicKey');
    const refusal = setUp(refused('4001', 'x'));
    await expect(refusal.call(identityCalls.publicKey, {})).rejects.toThrow();
    expect(refusal.onFault).not.toHaveBeenCalled();
  });
});

describe('retries', () => {
  const failing = () => setUp(() => Promise.reject(new TypeError('Failed to fetch')));

  it('a read without a response is retried twice, with a growing delay', async () => {
    const { call, fetch, wait, notify } = failing();
    await expect(call(monitorCalls.getDeptTree, {})).rejects.toBeInstanceOf(NetworkError);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(wait.mock.calls.map(([ms]) => ms)).toEqual([400, 1_600]);
    expect(notify).toHaveBeenCalledOnce();
  });
  it('shows nothing if the second attempt succeeds', async () => {
    let asked = 0;
    const { call, notify } = setUp(() => (++asked === 1 ? Promise.reject(new TypeError('lost')) : ok({ list: [] })()));
    await expect(call(monitorCalls.getDeptTree, {})).resolves.toEqual({ list: [] });
    expect(notify).not.toHaveBeenCalled();
  });
  it('a change is sent once, even one that the specification defines as a GET', async () => {
    const { call, fetch } = failing();
    await expect(call(monitorCalls.checkedCar, { targId: '1' })).rejects.toBeInstanceOf(NetworkError);
    await expect(call(identityCalls.endSession, { prefixes: ['0123456789abcdef'] })).rejects.toBeInstanceOf(NetworkError);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
  it('a refusal is not retried', async () => {
    const { call, fetch } = setUp(refused('5000'));
    await expect(call(monitorCalls.getDeptTree, {})).rejects.toBeInstanceOf(Refusal);
    expect(fetch).toHaveBeenCalledOnce();
  });
  it('a timeout is not retried', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const { call, fetch, notify } = failing();
    await expect(call(monitorCalls.getDeptTree, {})).rejects.toMatchObject({ timedOut: true });
    expect(fetch).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledExactlyOnceWith('text:timeout', 5);
    timeout.mockRestore();
  });
});

describe('leaving the page', () => {
  /** A server that only ends by abort. */
  const silent = () =>
    setUp(
      (_url, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))),
    );

  it('aborts its reads silently', async () => {
    const { call, notify, onFault } = silent();
    const asked = call(monitorCalls.getDeptTree, {});
    leavePage();
    await expect(asked).rejects.toBeInstanceOf(PageLeft);
    expect(notify).not.toHaveBeenCalled();
    expect(onFault).not.toHaveBeenCalled();
  });
  it('aborts a read that waits for its retry', async () => {
    const { call, fetch, wait } = setUp(() => Promise.reject(new TypeError('lost')));
    wait.mockImplementation(async () => leavePage());
    await expect(call(monitorCalls.getDeptTree, {})).rejects.toBeInstanceOf(PageLeft);
    expect(fetch).toHaveBeenCalledOnce();
  });
  it('never aborts a change, a read that belongs to no page, or one with its own signal', async () => {
    const { call, fetch } = setUp(ok({}));
    const before = pageSignal();
    const any = vi.spyOn(AbortSignal, 'any');
    await call(monitorCalls.checkedCar, { targId: '1' });
    await call(identityCalls.getLoginInfo, {}, { anyPage: true });
    await call(monitorCalls.getDeptTree, {}, { signal: new AbortController().signal });
    expect(any.mock.calls.flat(2)).not.toContain(before);
    await call(monitorCalls.getDeptTree, {});
    expect(any.mock.calls.flat(2)).toContain(before);
    expect(fetch).toHaveBeenCalledTimes(4);
    any.mockRestore();
  });
});

describe('an upload', () => {
  const row: ClientRoute & { readonly upload: { readonly maxBytes: number } } = {
    method: 'POST',
    path: 'test/importRows',
    upload: { maxBytes: 10 },
  };
  const file = new File(['a,b'], '车辆.csv');

  it('sends data, its sign and the file as a form, with token and language, and resolves with the data', async () => {
    const { upload, sendForm } = setUp(ok({ rows: 3 }));
    const onProgress = vi.fn();
    expect(await upload(row, { kind: 'x' }, file, { onProgress })).toEqual({ rows: 3 });
    const sent = sendForm.mock.calls[0]?.[0];
    expect(sent).toMatchObject({
      url: '/api/WebGis/test/importRows',
      headers: { 'Accept-Language': 'zh', Authorization: 'abc.secret' },
      answerMs: 60_000,
      onProgress,
    });
    expect([...(sent?.form.keys() ?? [])]).toEqual(['data', 'sign', 'file']);
    expect(sent?.form.get('data')).toBe('{"kind":"x"}');
    expect(sent?.form.get('sign')).toBe(sign({ kind: 'x' }));
    expect(sent?.form.get('file')).toHaveProperty('name', '车辆.csv');
  });

  it('is refused like any call, with its fields', async () => {
    const fields = [{ path: 'file', message: '文件不能超过 10 MB' }];
    const { upload, notify } = setUp(() => ({ code: '4001', msg: '请重新核对输入信息！', data: { fields } }));
    await expect(upload(row, { kind: 'x' }, file)).rejects.toMatchObject({ code: '4001', fields });
    expect(notify).toHaveBeenCalledExactlyOnceWith('请重新核对输入信息！', 3);
  });

  it('ends the session or prompts for a new login, as any call does', async () => {
    const ended = setUp(refused('4007', 'x'));
    await expect(ended.upload(row, { kind: 'x' }, file)).rejects.toBeInstanceOf(Refusal);
    expect(ended.onNotSignedIn).toHaveBeenCalledOnce();
    const elsewhere = setUp(refused('9001', 'x'));
    await expect(elsewhere.upload(row, { kind: 'x' }, file, { quiet: true })).rejects.toBeInstanceOf(Refusal);
    expect(elsewhere.onSignedInElsewhere).toHaveBeenCalledOnce();
  });

  it.each([
    ['networkError', new TypeError('Failed to send'), false],
    ['timeout', new NoAnswer('none'), true],
  ])('without a response is a fault, shown as %s, and not retried', async (text, failure, timedOut) => {
    const { upload, sendForm, notify, onFault } = setUp(ok({}));
    sendForm.mockRejectedValue(failure);
    await expect(upload(row, { kind: 'x' }, file)).rejects.toMatchObject({ timedOut });
    expect(sendForm).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledExactlyOnceWith(`text:${text}`, 5);
    expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.any(NetworkError), 'test/importRows');
  });

  it('aborted by its caller is silent', async () => {
    const { upload, sendForm, notify, onFault } = setUp(ok({}));
    const giveUp = new AbortController();
    sendForm.mockImplementation(async () => {
      giveUp.abort(new Error('no longer wanted'));
      throw new TypeError('aborted');
    });
    await expect(upload(row, { kind: 'x' }, file, { signal: giveUp.signal })).rejects.toThrow('no longer wanted');
    expect(notify).not.toHaveBeenCalled();
    expect(onFault).not.toHaveBeenCalled();
  });
});
