import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { PASSWORD } from '../../../test/support/test-calls.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { defaultIdentitySettings, ensureAdmin } from './index.ts';

let server: TestServer;
let brands: { platName: string; logoUrl: string };
const asked: unknown[] = [];
beforeAll(async () => {
  brands = { platName: '', logoUrl: '' };
  server = await startTestServer({
    captcha: true,
    demo: true,
    settings: {
      ...defaultIdentitySettings,
      of: async (id) => ({ ...(await defaultIdentitySettings.of(id)), footer: `ICP ${id}`, ...server.settings }),
      brandOf: async (id) => {
        asked.push(id);
        return brands;
      },
    },
  });
});
afterAll(() => server.stop());

const page = async (data = {}, headers = {}) => (await server.call('GET', 'user/loginPage', data, headers)).body.data;

describe('the first account', () => {
  it('of a demo is shown on the login page, follows all vehicles, need not change its password, and signs in', async () => {
    const made = await ensureAdmin({ db: server.db, demo: true });
    expect(made).toEqual({ account: 'demo', password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/) });
    expect((await page()).demo).toEqual({
      accounts: [{ account: 'demo', role: 'Super administrator' }],
      password: made!.password,
      inspection: null,
    });
    expect((await page({}, { cookie: 'language=zh' })).demo.accounts).toEqual([{ account: 'demo', role: '超级管理员' }]);
    expect(await ensureAdmin({ db: server.db, demo: true })).toBeUndefined();
    expect(await server.db.query(sql`select kind, followed from follow`)).toEqual([{ kind: 'department', followed: true }]);
    expect(await server.db.query(sql`select key, value from setting_value`)).toEqual([{ key: 'captcha', value: false }]);
    const rows = await server.db.query(sql`select must_change_password, password_changed_at from account`);
    expect(rows).toEqual([{ must_change_password: false, password_changed_at: null }]);
  });

  it('is admin with the chosen password, or with one that is printed once and changed at first login', async () => {
    const { db } = await testDatabase();
    expect(await ensureAdmin({ db, demo: true, adminPassword: 'Chosen-by-me-1' })).toEqual({ account: 'admin' });
    const row = sql`
      select password_hash, must_change_password, password_changed_at is not null as ages, r.key
      from account a join account_role h on h.account_id = a.id join role r on r.id = h.role_id`;
    const password_hash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const key = 'superAdministrator';
    expect(await db.query(row)).toEqual([{ password_hash, must_change_password: false, ages: true, key }]);
    const { db: other } = await testDatabase();
    expect(await ensureAdmin({ db: other, demo: false })).toEqual({ account: 'admin', password: expect.any(String) });
    expect(await other.query(row)).toEqual([{ password_hash, must_change_password: true, ages: true, key }]);
    expect(await other.query(sql`select key from setting`)).toEqual([]);
  });

  it('is created once when two nodes start together', async () => {
    const { db } = await testDatabase();
    const made = await Promise.all([ensureAdmin({ db, demo: false }), ensureAdmin({ db, demo: false })]);
    expect(made.filter(Boolean)).toHaveLength(1);
  });
});

describe('the login page', () => {
  it('shows the platform name of the department, else the product name', async () => {
    expect(await page()).toMatchObject({ platName: 'Fleetwarden', logoUrl: '', footer: 'ICP null', captcha: true });
    expect((await page({}, { cookie: 'language=zh' })).platName).toBe('车队卫士');
    brands = { platName: 'Harbour watch', logoUrl: '/logo.webp' };
    expect(await page({ deptId: '7' })).toMatchObject({ platName: 'Harbour watch', logoUrl: '/logo.webp', footer: 'ICP 7' });
    await page({ deptId: '999999999999' });
    expect(asked.slice(-2)).toEqual([7, null]);
    expect((await server.call('GET', 'user/loginPage', { deptId: "1' or '1'='1" })).body.code).toBe('4001');
  });
});

describe('the captcha', () => {
  const image = async () => (await server.call('GET', 'captchaImage', { t: '1' })).body.data;
  const attempt = async (captcha: object) =>
    (await server.call('POST', 'user/login', { account: 'nobody', vPasswd: await server.vPasswd(PASSWORD), ...captcha })).body;

  it('is an image whose source contains no text', async () => {
    const { captchaId, image: url } = await image();
    const svg = Buffer.from(url.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toMatch(/^<svg [^>]*>(<path d="M[-\d. Q]+" stroke="#[0-9a-f]{6}" stroke-width="[\d.]+"\/>)+<\/svg>$/);
    expect(captchaId).toMatch(/^[\w-]{22}$/);
  });

  it('is required for users and inspectors, and a wrong answer is distinguished from wrong credentials', async () => {
    expect(await attempt({})).toMatchObject({ code: '4001', msg: 'The captcha is incorrect or has expired' });
    const { captchaId } = await image();
    expect((await attempt({ captchaId, captcha: '????' })).msg).toBe('The captcha is incorrect or has expired');
    const car = { carNo: '粤A00001', color: 2, vPasswd: await server.vPasswd('x') };
    expect((await server.call('POST', 'car/login', car)).body.msg).toBe('The captcha is incorrect or has expired');
    expect(await server.db.query(sql`select from login_failure`)).toEqual([]);
  });

  it('is not required if the platform setting disables it', async () => {
    server.settings.captcha = false;
    expect((await page()).captcha).toBe(false);
    expect((await attempt({})).msg).toBe('Incorrect account or password');
    delete server.settings.captcha;
    await server.db.run(sql`delete from login_failure`);
  });

  it('is still required for a network and for a name after three failures within the lock time', async () => {
    server.settings.captcha = false;
    for (let n = 0; n < 3; n++) {
      expect((await page()).captcha).toBe(false);
      expect((await attempt({})).msg).toBe('Incorrect account or password');
    }
    expect((await page()).captcha).toBe(true);
    expect((await attempt({})).msg).toBe('The captcha is incorrect or has expired');
    // from another network: the name is suspicious, the page does not know it yet
    await server.db.run(sql`update login_failure set address = '203.0.113.9'`);
    expect((await page()).captcha).toBe(false);
    expect((await attempt({})).msg).toBe('The captcha is incorrect or has expired');
    server.clock.now += 16 * 60_000;
    expect((await attempt({})).msg).toBe('Incorrect account or password');
    delete server.settings.captcha;
    await server.db.run(sql`delete from login_failure`);
  });
});
