import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/database.ts';
import { testDatabase } from '../../platform/db/testing.ts';
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';
import { ensureAdmin } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ captcha: true, demo: true });
});
afterAll(() => server.stop());

const page = async (data = {}, headers = {}) => (await server.call('GET', 'user/loginPage', data, headers)).body.data;

describe('the first account', () => {
  it('of a demo is shown on the login page, follows everything, and signs in', async () => {
    const made = await ensureAdmin({ db: server.db, demo: true });
    expect(made).toEqual({ account: 'demo', password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/) });
    expect((await page()).demo).toEqual(made);
    expect(await ensureAdmin({ db: server.db, demo: true })).toBeUndefined();
    expect(await server.db.query(sql`select kind, followed from follow`)).toEqual([{ kind: 'department', followed: true }]);
  });

  it('is admin with the chosen password, or with one to be printed once', async () => {
    const { db } = await testDatabase();
    expect(await ensureAdmin({ db, demo: true, adminPassword: 'Chosen-by-me-1' })).toEqual({ account: 'admin' });
    const { db: other } = await testDatabase();
    expect(await ensureAdmin({ db: other, demo: false })).toEqual({ account: 'admin', password: expect.any(String) });
    const rows = await other.query(sql`select password_hash from account`);
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
    expect(await other.query(sql`select key from setting`)).toEqual([]);
  });

  it('is one, when two nodes start together', async () => {
    const { db } = await testDatabase();
    const made = await Promise.all([ensureAdmin({ db, demo: false }), ensureAdmin({ db, demo: false })]);
    expect(made.filter(Boolean)).toHaveLength(1);
  });
});

describe('the login page', () => {
  it('names the platform as the department, or one above it, configures it', async () => {
    expect(await page()).toMatchObject({ platName: 'Fleetwarden', logoUrl: '', captcha: true });
    expect((await page({}, { cookie: 'language=zh' })).platName).toBe('车队卫士');
    const root = (await server.db.first<{ id: number }>(sql`select id from department where parent_id is null`))!.id;
    const child = await server.department('Child', root);
    await server.db.run(sql`
      insert into setting_value (department_id, key, value) values (null, 'platName', '"Harbour watch"'), (${root}, 'platName', '"Root watch"')`);
    server.bus.publish('settings.changed', { departmentId: null });
    expect(await page({ deptId: `${child}` })).toMatchObject({ platName: 'Root watch', logoUrl: '' });
    expect((await page()).platName).toBe('Harbour watch');
    expect((await page({ deptId: "1' or '1'='1" })).platName).toBe('Harbour watch');
  });
});

describe('the captcha', () => {
  const image = async () => (await server.call('GET', 'captchaImage', { t: '1' })).body.data;
  const attempt = async (captcha: object) =>
    (await server.call('POST', 'user/login', { account: 'nobody', vPasswd: await server.vPasswd(PASSWORD), ...captcha })).body;

  it('is a picture whose source holds no text', async () => {
    const { captchaId, image: url } = await image();
    const svg = Buffer.from(url.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toMatch(/^<svg [^>]*>(<path d="M[-\d. Q]+" stroke="#[0-9a-f]{6}" stroke-width="[\d.]+"\/>)+<\/svg>$/);
    expect(captchaId).toMatch(/^[\w-]{22}$/);
  });

  it('is demanded, and a wrong answer is told apart from wrong credentials', async () => {
    expect(await attempt({})).toMatchObject({ code: '4001', msg: 'The captcha is wrong or has expired' });
    const { captchaId } = await image();
    expect((await attempt({ captchaId, captcha: '????' })).msg).toBe('The captcha is wrong or has expired');
  });
});
