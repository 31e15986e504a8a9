import { socketPath } from '@fleetwarden/contract/live/live-sockets';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptPassword, PASSWORD } from '../../../test/support/test-calls.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { upgradeRefusal } from '../../../test/support/test-upgrade.ts';
import { sql } from '../../platform/db/database.ts';

const NEW = 'New_word_1';

let server: TestServer;
let root: number;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
});
afterAll(() => server.stop());

let made = 0;
const newUser = async () => {
  const name = `user${++made}`;
  const id = await server.account(name, root);
  return { name, id, token: await server.login(name) };
};
type User = Awaited<ReturnType<typeof newUser>>;

const sealed = async (...passwords: string[]) => {
  const { publicKey, nonce } = (await server.call('GET', 'user/publicKey')).body.data;
  return passwords.map((password) => encryptPassword(publicKey, `${password}\n${nonce}`));
};
const send = async ({ id, token }: Pick<User, 'id' | 'token'>, [vOldPasswd, vNewPasswd]: string[], more = {}) => {
  const data = { userId: String(id), vOldPasswd, vNewPasswd, ...more };
  return (await server.post('user/changePasswd', { data, sign: sign(data) }, { authorization: token })).body;
};
const change = async (user: User, oldPassword: string, newPassword: string) => send(user, await sealed(oldPassword, newPassword));
const whoAmI = async (token: string) => (await server.call('POST', 'user/getLoginInfo', {}, { authorization: token })).body;

describe('changing the password', () => {
  it('requires the old and a new one, and ends all sessions and tickets of the account', async () => {
    server.settings.oneSession = false;
    const user = await newUser();
    const elsewhere = await server.login(user.name);
    const ticket = (await server.call('POST', 'user/exchangeTicket', {}, { authorization: elsewhere })).body.data.ticket;
    expect(await change(user, PASSWORD, NEW)).toEqual({ resCode: 1, message: '' });
    for (const token of [user.token, elsewhere]) expect((await whoAmI(token)).code).toBe('4007');
    expect((await server.call('POST', 'user/loginProxy', { ticket })).body.code).toBe('4001');
    await expect(server.login(user.name)).rejects.toThrow('4001');
    await server.login(user.name, NEW);
    server.settings.oneSession = true;
  });

  it('validates the rules on the server, regardless of the console', async () => {
    const user = await newUser();
    const refusals = [
      ['', 'Enter a password'],
      ['Aa_1', 'The password must have at least 8 characters'],
      ['abcdefg1', 'The password needs three of: uppercase letter, lowercase letter, digit, symbol'],
      ['Abcdefg1', 'The password is easy to guess. Avoid common words, sequences, repeated characters and years'],
      [PASSWORD, 'The new password must differ from the current one'],
      [`Aa1_${'x'.repeat(150)}`, 'Check your input'],
    ] as const;
    for (const [password, message] of refusals)
      expect(await change(user, PASSWORD, password)).toEqual({ resCode: 4001, message });
    const { token, id } = user;
    const zh = { authorization: token, cookie: 'language=zh' };
    const [vOldPasswd, vNewPasswd] = await sealed(PASSWORD, 'abcdefg1');
    const data = { userId: String(id), vOldPasswd, vNewPasswd };
    expect((await server.post('user/changePasswd', { data, sign: sign(data) }, zh)).body.message).toBe(
      '密码必须包含大写字母、小写字母、数字、下划线或其他符号中的至少三项',
    );
    expect((await whoAmI(token)).code).toBe('0');
  });

  it('requires the old password, and is locked like a login', async () => {
    const user = await newUser();
    for (let i = 0; i < 5; i++)
      expect(await change(user, 'wrong', NEW)).toEqual({ resCode: 4001, message: 'Incorrect password' });
    expect(await change(user, PASSWORD, NEW)).toEqual({
      resCode: 4029,
      message: 'Too many failed sign-ins. Try again in 15 min',
    });
    await expect(server.login(user.name)).rejects.toThrow('4029');
  });

  it('accepts two values with the same nonce, once, signed', async () => {
    const user = await newUser();
    const [a] = await sealed(PASSWORD, NEW);
    const [, b] = await sealed(PASSWORD, NEW);
    const wrong = { resCode: 4001, message: 'Incorrect password' };
    expect(await send(user, [a!, b!])).toEqual(wrong);
    const pair = await sealed(PASSWORD, 'short');
    expect((await send(user, pair)).message).toBe('The password must have at least 8 characters');
    expect(await send(user, pair)).toEqual(wrong);
    expect(await send(user, ['bm8=', 'bm8='])).toEqual(wrong);
    const [vOldPasswd, vNewPasswd] = await sealed(PASSWORD, NEW);
    const unsigned = { userId: String(user.id), vOldPasswd, vNewPasswd };
    const reply = await server.call('POST', 'user/changePasswd', unsigned, { authorization: user.token });
    expect(reply.body.resCode).toBe(4002);
  });

  it('is allowed only for the user’s own account', async () => {
    const [mine, other] = [await newUser(), await newUser()];
    const reply = await send({ id: other.id, token: mine.token }, await sealed(PASSWORD, NEW));
    expect(reply.resCode).toBe(4004);
    await server.login(other.name);
  });
});

describe('a password that must be changed', () => {
  const info = async (token: string) => (await whoAmI(token)).data.userInfo.mustChangePassword;
  const detail = async (token: string) => (await server.call('POST', 'user/getUserDetail', {}, { authorization: token })).body;

  it('because another person set it, blocks everything else until it is changed', async () => {
    const user = await newUser();
    await server.db.run(sql`update account set must_change_password = true where id = ${user.id}`);
    expect(await info(user.token)).toBe(true);
    expect(await detail(user.token)).toEqual({ code: '4003', msg: 'Change the initial password first', data: null });
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const url = `ws://127.0.0.1:${port}${socketPath.commonmsg(user.token.split('.')[0]!)}`;
    expect(await upgradeRefusal(url, { authorization: user.token })).toBe(403);
    server.settings.changeInitial = false;
    expect(await info(user.token)).toBe(false);
    expect((await detail(user.token)).code).toBe('0');
    delete server.settings.changeInitial;
    expect((await change(user, PASSWORD, NEW)).resCode).toBe(1);
    const token = await server.login(user.name, NEW);
    expect(await info(token)).toBe(false);
    expect((await detail(token)).code).toBe('0');
  });

  it('because it is old, after ninety days or the configured time; 0 disables this, and a demo password never expires', async () => {
    const user = await newUser();
    const aged = (days: number) =>
      server.db.run(sql`
        update account set password_changed_at = ${new Date(server.clock.now - days * DAY_MS)} where id = ${user.id}`);
    await aged(89);
    expect(await info(user.token)).toBe(false);
    await aged(90);
    expect(await info(user.token)).toBe(true);
    server.settings.passwordDays = 0;
    expect(await info(user.token)).toBe(false);
    server.settings.passwordDays = 91;
    expect(await info(user.token)).toBe(false);
    delete server.settings.passwordDays;
    await server.db.run(sql`update account set password_changed_at = null where id = ${user.id}`);
    expect(await info(user.token)).toBe(false);
  });
});
