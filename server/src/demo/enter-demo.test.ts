import { RULE_KINDS } from '@fleetwarden/contract/alarm-rules/kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStores } from '../../test/support/demo/demo-records.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { ensureAdmin } from '../modules/identity/index.ts';
import { sql } from '../platform/db/database.ts';
import { enterDemo } from './enter-demo.ts';
import { seedDemo } from './seed.ts';

const DEMO_KEY = 'a key of thirty-two characters!!';

let server: TestServer;
let rootId = 0;
const refusals: string[] = [];
const enterAll = () =>
  enterDemo(
    demoStores(server, ({ message }) => refusals.push(message)),
    rootId,
  );
const count = async (from: string) => (await server.db.first<{ n: number }>(`select count(*) as n from ${from}`))!.n;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  rootId = (await seedDemo(server.db, 60, DEMO_KEY)).rootDepartmentId;
  await ensureAdmin({ db: server.db, demo: true });
  await enterAll();
});
afterAll(() => server.stop());

describe('the records of the demo', () => {
  it('are all valid', () => {
    expect(refusals).toEqual([]);
  });

  it('are known to the live map immediately', async () => {
    const scope = await server.identity.scopes.of(rootId);
    const known = () => server.monitor.fleet.vehiclesOf(scope).length;
    await expect.poll(known, { timeout: 20_000 }).toBe(await count('vehicle where deleted_at is null'));
  });

  it('include a scheme for every kind of alarm rule', async () => {
    const kinds = await server.db.query<{ kind: string }>(sql`select distinct kind::text as kind from warn_scheme order by 1`);
    expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(RULE_KINDS).sort());
  });

  it('include mostly vehicles that joined months ago, and a few new ones', async () => {
    const rows = await server.db.query<{ days: number }>(sql`
      select extract(epoch from now() - created_at)::integer / 86400 as days from vehicle where deleted_at is null order by 1`);
    expect(rows.filter(({ days }) => days < 70).length).toBeLessThanOrEqual(rows.length / 10);
    expect(new Set(rows.map(({ days }) => days)).size).toBeGreaterThan(20);
  });

  it('include past notices, one for a company, and a draft', async () => {
    const rows = await server.db.query<{ title: string; department_id: number; published_at: number | null; content: string }>(
      sql`select title, department_id, published_at, content from notice order by published_at desc nulls first`,
    );
    const everybodys = rows.filter(({ department_id, published_at }) => department_id === rootId && published_at !== null);
    expect(everybodys.map(({ title }) => title)).toEqual([
      '关于加强雨雾天气行车安全管理的通知',
      '疲劳驾驶报警处理要求',
      '平台例行维护公告',
    ]);
    expect(rows).toHaveLength(5);
    expect(rows.filter(({ published_at }) => published_at === null)).toHaveLength(1);
    for (const { published_at, content } of rows) {
      expect(published_at ?? 0).toBeLessThan(server.clock.now);
      expect(content.split('\n').length).toBeGreaterThan(3);
    }
  });

  it('include repairs in every state, with user and time', async () => {
    const states = await server.db.query<{ state: number }>(sql`select state from repair order by state`);
    expect(states.map(({ state }) => state)).toEqual([1, 2, 3, 4, 5, 6]);
    const [done] = await server.db.query<{ start_at: number; end_at: number; score: number }>(sql`
      select start_at, end_at, score from repair where state = 5`);
    expect(done!.end_at).toBeGreaterThan(done!.start_at);
    expect(done!.end_at).toBeLessThan(server.clock.now);
    expect(await count(`repair_move where account = 'demo'`)).toBe(11);
    expect(await count('install where plan_at > now()')).toBe(4);
    expect(await count('expiry_rule')).toBe(5);
  });

  it('include past and near due dates', async () => {
    for (const column of ['driver where licence_to', 'vehicle where compulsory_due', 'vehicle where inspect_due'])
      expect([column, (await count(`${column} < current_date + 60`)) > 0]).toEqual([column, true]);
    // no service ends while the demo runs
    expect(await count('vehicle where service_to < current_date + 25')).toBe(0);
  });

  it('include platforms with vehicles, encrypted secrets, and quotas', async () => {
    expect([await count('agent'), await count('operator'), await count('superior_platform')]).toEqual([3, 3, 3]);
    expect([await count('forward_platform'), await count('quota'), await count('agent_company')]).toEqual([3, 5, 2]);
    for (const table of ['operator_vehicle', 'superior_vehicle', 'forward_vehicle'])
      expect([table, (await count(table)) > 0]).toEqual([table, true]);
    expect(await count(`superior_platform where password like '%demo%' or link_state <> 0`)).toBe(0);
  });

  it('include geofences of each shape and use, for the vehicles of their companies', async () => {
    const rows = await server.db.query<{ shape: number; vehicles: number }>(sql`
      select (a.geo ->> 'shape')::integer as shape, count(p.vehicle_id) as vehicles
      from area a left join area_vehicle p on p.area_id = a.id group by a.id order by 1`);
    expect(rows.map(({ shape }) => shape)).toEqual([1, 2, 3, 3, 3, 4, 4, 4]);
    for (const { vehicles } of rows) expect(vehicles).toBeGreaterThan(0);
    expect(await count('area where use_for = 4')).toBe(2);
  });

  it('include offline vehicles with follow-ups, and spot checks of online ones', async () => {
    const kinds = await server.db.query<{ kind: number; notes: number }>(
      sql`select kind, count(*)::integer as notes from offline_note group by kind order by kind`,
    );
    expect(kinds).toEqual([
      { kind: 1, notes: 2 },
      { kind: 2, notes: 3 },
      { kind: 3, notes: 1 },
    ]);
    expect(await count('offline_note where noted_at > now() or account_id is null or noted_at < offline_since')).toBe(0);
    expect(await count('offline_note where kind = 3 and current_date between valid_from and valid_to')).toBe(1);
    expect(await count("online_session where logout_at < now() - interval '24 hours'")).toBe(5);
    expect(await count('spot_check')).toBe(10);
    expect(await count('spot_check where result <> 1')).toBeGreaterThan(2);
    expect(await count('spot_check s join vehicle v on v.id = s.vehicle_id where v.deleted_at is not null')).toBe(0);
  });

  it('include ledgers of past days, written and signed by now', async () => {
    expect(await count('ledger_entry where entered_at > now()')).toBe(0);
    const signed = await server.db.query<{ fields: string }>(sql`
      select string_agg(e.field, ',' order by e.id) as fields from ledger l join ledger_entry e on e.ledger_id = l.id
      where l.kind = 'day' and l.first_day < current_date - 2 group by l.id`);
    expect(signed.length).toBeGreaterThan(20);
    expect(new Set(signed.map(({ fields }) => fields))).toEqual(new Set(['weather,staff,head']));
  });

  it('include waybills of one week for goods vehicles, with unique numbers', async () => {
    const rows = await server.db.query<{ industry: number; number: string; text: string; received_at: number; day: string }>(sql`
      select v.industry, w.number, w.text, w.received_at, to_char(w.received_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
      from waybill w join vehicle v on v.id = w.vehicle_id`);
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    expect(new Set(rows.map(({ day }) => day)).size).toBe(7);
    for (const { industry, number, text, received_at } of rows) {
      expect([3, 4, 5, 12, 13]).toContain(industry);
      expect(text).toContain(`运单号：${number}；`);
      expect(received_at).toBeLessThan(server.clock.now);
    }
  });

  it('include removed vehicles that can be restored, each with its reason and its terminal', async () => {
    const removed = await server.db.query<{ id: number; delete_reason: string; parts: object; deleted_by: number }>(sql`
      select id, delete_reason, removed_parts -> 'terminal' as parts, deleted_by from vehicle where deleted_at is not null`);
    expect(removed).toHaveLength(4);
    for (const { delete_reason, parts, deleted_by } of removed) {
      expect(delete_reason.length).toBeGreaterThan(5);
      expect(parts).toMatchObject({ maker: 'FWSIM' });
      expect(deleted_by).not.toBeNull();
    }
    expect(await count(`terminal where phone like '1000990%'`)).toBe(0);
  });

  it('include roles and users of both consoles, whose passwords must be set first', async () => {
    expect(await count('role where key is null')).toBe(6);
    expect(await count('account where must_change_password and client_type = 4')).toBe(6);
    expect(await count('account where must_change_password and client_type = 7')).toBe(3);
  });

  it('are created once: removed ones stay removed', async () => {
    await server.db.run('delete from notice');
    await server.db.run('delete from repair');
    await server.db.run(sql`delete from forward_platform`);
    await server.db.run(sql`delete from account where login_name = 'zhao_min'`);
    const before = [await count('account'), await count('vehicle'), await count('role')];
    await enterAll();
    expect([await count('notice'), await count('repair'), await count('forward_platform')]).toEqual([0, 0, 0]);
    expect([await count('account'), await count('vehicle'), await count('role')]).toEqual(before);
  });

  it('skip a part that conflicts with records of an earlier release, and the start continues', async () => {
    await server.db.run(sql`delete from setting where key in ('demo.people', 'demo.notices')`);
    await enterAll();
    // roles already exist; notices do not
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toContain('role');
    expect(await count('notice')).toBe(5);
    await enterAll();
    expect(refusals).toHaveLength(1);
  });
});

it('a demo with no or one vehicle has all other records', async () => {
  for (const vehicles of [0, 1]) {
    const small = await startTestServer({ demo: true });
    const { rootDepartmentId } = await seedDemo(small.db, vehicles, DEMO_KEY);
    await ensureAdmin({ db: small.db, demo: true });
    const refused: Error[] = [];
    await enterDemo(
      demoStores(small, (error) => refused.push(error)),
      rootDepartmentId,
    );
    expect(refused).toEqual([]);
    expect(await small.db.query('select from repair')).toHaveLength(vehicles);
    await small.stop();
  }
});
