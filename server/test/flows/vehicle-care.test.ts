import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db/database.ts';
import { eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, registerBody, type TestTerminal, wholeSecond } from '../support/gateway/terminal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Vehicle maintenance over the years, with the gateway on the same bus and database. */
let server: TestServer;
let fixture: GatewayFixture;
let [root, east, west, made] = [0, 0, 0, 0];
let [boss, clerk, onlooker] = ['', '', ''];
const terminals: TestTerminal[] = [];

const OWN = ['601', '60101', '60102', '60103', '60104', '60107', '60112', '60113', '60117', '60118', '609', '60901', '60910'];
const BINDING = ['608', '60801', '60802', '60808', '61508', '60708', '614', '61401', '61403'];

beforeAll(async () => {
  server = await startTestServer();
  fixture = await startGatewayFixture(server.db, { bus: server.bus });
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, [...OWN, ...BINDING]);
  await server.account('clerk', east, OWN);
  await server.account('onlooker', root, ['601', '60101']);
  [boss, clerk, onlooker] = [await server.signIn('boss'), await server.signIn('clerk'), await server.signIn('onlooker')];
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
});
afterAll(async () => {
  await fixture.stop();
  await server.stop();
});

const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const values = (more: object = {}) => ({
  carNo: `京C${String(++made).padStart(5, '0')}`,
  plateColor: 2,
  deptId: String(east),
  vehicleType: 21,
  industryType: 5,
  runState: 1,
  ...more,
});
const enter = async (more: object = {}) => {
  const sent = values(more);
  const reply = await call(boss, 'car/addCar', { values: sent });
  expect(reply).toMatchObject({ code: '0' });
  return { id: String(reply.data.id), ...sent };
};
const get = async (id: string) => {
  const reply = await call(boss, 'car/getCar', { id });
  expect(reply).toMatchObject({ code: '0' });
  return reply.data;
};
/** The form of a vehicle with edited values. */
const edit = async (token: string, id: string, more: object) => {
  const { carNo, plateColor, deptId, vehicleType, industryType, runState, phone, terminalNo, version, ...rest } = await get(id);
  const { operators, superiors, forwards } = rest;
  const form = {
    carNo,
    plateColor,
    deptId,
    vehicleType,
    industryType,
    runState,
    phone,
    terminalNo,
    operators,
    superiors,
    forwards,
  };
  return call(token, 'car/editCar', { id, version, values: { ...form, ...more } });
};

const connect = async (phone: string) => {
  const terminal = await connectTerminal(fixture.port, { phone });
  terminals.push(terminal);
  return terminal;
};
const register = async (terminal: TestTerminal, terminalId: string, carNo = '') => {
  terminal.send({ type: 'register', body: registerBody(terminalId, carNo) });
  return (await terminal.reply(({ type }) => type === 'registerReply')).body as { result: number; code?: string };
};
const authenticate = (terminal: TestTerminal, code: string) => terminal.ask({ type: 'authenticate', body: { code } });
const signIn = async (phone: string, terminalId: string) => {
  const terminal = await connect(phone);
  let code = '';
  await eventually(async () => {
    const reply = await register(terminal, terminalId);
    expect(reply.result).toBe(0);
    code = reply.code!;
  });
  expect(await authenticate(terminal, code)).toBe(0);
  return { terminal, code };
};

describe('the list of vehicles', () => {
  it('shows which terminals are online, with last contact and position times, and filters by them', async () => {
    const { id, carNo } = await enter({ phone: '13700000001' });
    const away = await enter({ phone: '13700000002' });
    const { terminal } = await signIn('13700000001', 'L1');
    const at = wholeSecond();
    expect(await terminal.ask({ id: 0x0200, body: locationBody(at) })).toBe(0);
    await eventually(async () => {
      expect(await get(id)).toMatchObject({ online: true, lastSeenAt: expect.any(Number), positionAt: at });
    });
    const listed = async (online: boolean) =>
      (await call(boss, 'car/listCar', { online, sort: 'lastSeenAt' })).data.list.map((row: { carNo: string }) => row.carNo);
    expect(await listed(true)).toEqual([carNo]);
    expect(await listed(false)).toContain(away.carNo);
    terminal.end();
    await eventually(async () => expect(await get(id)).toMatchObject({ online: false, positionAt: at }));
  });
});

describe('a disabled vehicle', () => {
  it('has its terminal disconnected and refused at once; enabled again, it connects with its old code', async () => {
    const { id, carNo } = await enter({ phone: '13700000011' });
    const { terminal, code } = await signIn('13700000011', 'D11');
    expect((await call(onlooker, 'car/enableCar', { ids: [id], enabled: false })).code).toBe('4003');
    expect((await call(boss, 'car/enableCar', { ids: [id], enabled: false })).data).toEqual({ changed: 1 });
    await terminal.closed;
    const again = await connect('13700000011');
    expect(await authenticate(again, code)).toBe(1);
    expect((await register(again, 'D11')).result).toBe(2);
    expect(await again.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).not.toBe(0);
    expect((await call(boss, 'car/listCar', { state: 0 })).data.list).toMatchObject([{ carNo, state: 0 }]);
    expect((await call(boss, 'car/enableCar', { ids: [id], enabled: false })).data).toEqual({ changed: 0 });

    expect((await call(boss, 'car/enableCar', { ids: [id], enabled: true })).data).toEqual({ changed: 1 });
    await eventually(async () => expect(await authenticate(await connect('13700000011'), code)).toBe(0));
    const { list } = (await call(boss, 'car/listChangeLog', { id })).data;
    expect(list.map(({ kind }: { kind: string }) => kind)).toEqual(['enable', 'disable', 'add']);
  });

  it('stays disabled in the recycle bin and after its restoration, and its number is free in between', async () => {
    const { id } = await enter({ phone: '13700000012' });
    await call(boss, 'car/enableCar', { ids: [id], enabled: false });
    await call(boss, 'car/delCar', { ids: [id], reason: '转让' });
    const other = await enter({ phone: '13700000012' });
    await signIn('13700000012', 'D12');
    await call(boss, 'car/delCar', { ids: [other.id], reason: '转让' });
    expect((await call(boss, 'car/restoreCar', { ids: [id] })).code).toBe('0');
    await eventually(async () => expect((await register(await connect('13700000012'), 'D12')).result).toBe(2));
  });

  it('must be in the scope; otherwise none of the selected vehicles is disabled', async () => {
    const [own, foreign] = [await enter(), await enter({ deptId: String(west) })];
    const reply = await call(clerk, 'car/enableCar', { ids: [own.id, foreign.id], enabled: false });
    expect(reply.code).toBe('4004');
    expect(await get(own.id)).toMatchObject({ state: 1 });
  });
});

describe('replacing a terminal', () => {
  it('disconnects the old one at once, invalidates its code, admits the new one, and records the history', async () => {
    const { id } = await enter({ phone: '13700000021' });
    const { terminal, code } = await signIn('13700000021', 'OLD21');
    const { version } = await get(id);
    const replace = (more: object) => call(boss, 'car/replaceTerminal', { id, version, reason: '设备损坏', ...more });
    expect((await replace({ values: { phone: '013700000021' } })).data.fields).toEqual([
      { path: 'values.terminalNo', message: '终端手机号和终端ID均未变化' },
    ]);
    expect((await replace({ values: { phone: null } })).data.fields).toEqual([{ path: 'values.phone', message: '必填' }]);
    expect((await replace({ version: version + 1, values: { terminalNo: 'NEW21' } })).code).toBe('4010');
    expect((await replace({ values: { phone: '13700000022', terminalNo: 'NEW21', terminalModel: 'T-9' } })).code).toBe('0');
    await terminal.closed;
    expect((await register(await connect('13700000021'), 'OLD21')).result).toBe(4);
    const old = await connect('13700000022');
    expect(await authenticate(old, code)).toBe(1);
    await signIn('13700000022', 'NEW21');
    const { list } = (await call(boss, 'car/listTerminalHistory', { id })).data;
    expect(list).toMatchObject([{ phone: '13700000021', terminalNo: 'OLD21', userName: 'boss', reason: '设备损坏' }]);
    expect(list[0].until).toBeGreaterThan(list[0].since);
    expect((await call(boss, 'car/listChangeLog', { id })).data.list[0]).toMatchObject({
      kind: 'replaceTerminal',
      note: '设备损坏',
      before: { phone: '13700000021', terminalNo: 'OLD21' },
      after: { phone: '13700000022', terminalNo: 'NEW21' },
    });
  });

  it('works with an unknown number: the old device is refused until the new one registers', async () => {
    const { id } = await enter({ phone: '13700000023' });
    const { terminal, code } = await signIn('13700000023', 'OLD23');
    const { version } = await get(id);
    const sent = { id, version, values: { terminalNo: null }, reason: '换新' };
    expect((await call(boss, 'car/replaceTerminal', sent)).code).toBe('0');
    await terminal.closed;
    expect(await authenticate(await connect('13700000023'), code)).toBe(1);
    await signIn('13700000023', 'NEW23');
    expect(await get(id)).toMatchObject({ terminalNo: 'NEW23' });
  });

  it('is recorded in the history by every way of editing', async () => {
    const { id } = await enter({ phone: '13700000024', terminalNo: 'A24' });
    expect((await edit(boss, id, { phone: '13700000025' })).code).toBe('0');
    expect((await edit(boss, id, { terminalNo: 'B24' })).code).toBe('0');
    expect((await edit(boss, id, { phone: null, terminalNo: null })).code).toBe('0');
    const { list } = (await call(clerk, 'car/listTerminalHistory', { id })).data;
    expect(list.map(({ phone, terminalNo }: Record<string, string>) => `${phone} ${terminalNo}`)).toEqual([
      '13700000025 B24',
      '13700000025 A24',
      '13700000024 A24',
    ]);
    expect(list[0].since).toBe(list[1].until);
    expect(list[1].since).toBe(list[2].until);
  });

  it('is refused for a number of another vehicle, which the error names', async () => {
    const [one, other] = [await enter({ phone: '13700000026' }), await enter({ phone: '13700000027' })];
    const { version } = await get(one.id);
    const sent = { id: one.id, version, values: { phone: '13700000027' }, reason: '换卡' };
    expect((await call(boss, 'car/replaceTerminal', sent)).data.fields).toEqual([
      { path: 'values.phone', message: `已被 ${other.carNo}（华东）使用` },
    ]);
    expect((await call(boss, 'car/listTerminalHistory', { id: one.id })).data.list).toEqual([]);
  });

  it('does not reveal a vehicle of a department outside the scope', async () => {
    await enter({ deptId: String(west), phone: '13700000028' });
    const own = await enter({ phone: '13700000029' });
    const { version } = await get(own.id);
    const sent = { id: own.id, version, values: { phone: '13700000028' }, reason: '换卡' };
    expect((await call(clerk, 'car/replaceTerminal', sent)).data.fields).toEqual([{ path: 'values.phone', message: '已存在' }]);
  });
});

describe('renewing the service', () => {
  it('extends it by full months from its end, or from today, and logs it', async () => {
    const [running, fresh] = [await enter({ serviceFrom: '2026-01-01', serviceTo: '2099-01-31' }), await enter()];
    const ids = [running.id, fresh.id];
    const { now } = server.clock;
    // still the day before in UTC
    server.clock.now = Date.parse('2026-03-18T02:00:00+08:00');
    expect((await call(boss, 'car/renewService', { ids, months: 1, from: 'end' })).data).toEqual({ renewed: 2 });
    expect(await get(running.id)).toMatchObject({ serviceFrom: '2026-01-01', serviceTo: '2099-02-28' });
    const { serviceFrom, serviceTo } = await get(fresh.id);
    expect([serviceFrom, serviceTo]).toEqual(['2026-03-18', '2026-04-18']);
    server.clock.now = now;
    expect((await call(boss, 'car/listChangeLog', { id: running.id })).data.list[0]).toMatchObject({
      kind: 'renew',
      note: '1',
      userName: 'boss',
      before: { serviceTo: '2099-01-31' },
      after: { serviceTo: '2099-02-28' },
    });
  });
});

describe('the change log of a vehicle', () => {
  it('shows changed values with users, links by name, masks as in lists, within the scope', async () => {
    const { id } = await enter({ ownerTel: '13812345678' });
    expect((await edit(boss, id, { deptId: String(west), ownerTel: '13912345678', remark: '调拨' })).code).toBe('0');
    const { list, total } = (await call(boss, 'car/listChangeLog', { id })).data;
    expect(total ?? list.length).toBe(2);
    expect(list[0]).toMatchObject({
      kind: 'edit',
      userName: 'boss',
      before: { deptId: '华东', ownerTel: '138****5678', remark: null },
      after: { deptId: '华西', ownerTel: '139****5678', remark: '调拨' },
    });
    expect(list[1]).toMatchObject({ kind: 'add', before: null, after: null });
    expect((await call(clerk, 'car/listChangeLog', { id })).code).toBe('4004');
    expect((await call(onlooker, 'car/listChangeLog', { id })).code).toBe('4003');
  });

  it('contains edits by a fleet’s clerk and bulk edits', async () => {
    const { id } = await enter();
    const fleet = { deptId: String(east), innerNo: '9号', runState: 3 };
    expect((await call(boss, 'car/editFleetCar', { id, version: 1, values: fleet })).code).toBe('0');
    expect((await call(boss, 'car/batchCar', { ids: [id], values: { brand: '解放' } })).code).toBe('0');
    const { list } = (await call(boss, 'car/listChangeLog', { id })).data;
    expect(list[0]).toMatchObject({ before: { brand: null }, after: { brand: '解放' } });
    expect(list[1].after).toEqual({ innerNo: '9号', runState: 3 });
  });
});

describe('the platforms of a vehicle', () => {
  const superior = async () => {
    const row = await server.db.first<{ id: number }>(sql`
      insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1)
      values (${root}, ${`监管平台${++made}`}, 1, 'a.example', 9000, '1', 'x', '1', '192.0.2.1', ${20_000 + made}, '1', '1', '1') returning id`);
    return String(row!.id);
  };
  const carsOf = async (platform: string) =>
    (await call(boss, 'plat/listCar', { id: platform })).data.list.map(({ carId }: { carId: string }) => carId);

  it('are the same on its form and on the platform’s page', async () => {
    const [platform, { id }] = [await superior(), await enter()];
    expect((await edit(boss, id, { superiors: [platform] })).code).toBe('0');
    expect(await carsOf(platform)).toEqual([id]);
    expect((await call(boss, 'car/listCar', { superiors: platform })).data.list).toMatchObject([{ id }]);
    const stale = await get(id);
    expect((await call(boss, 'plat/bindCar', { id: platform, removeCars: [id] })).data).toMatchObject({ removed: 1 });
    expect(await get(id)).toMatchObject({ superiors: [] });
    // a form that was open meanwhile does not bring it back
    const sent = { carNo: stale.carNo, plateColor: 2, deptId: String(east), vehicleType: 21, industryType: 5, runState: 1 };
    const late = { id, version: stale.version, values: { ...sent, superiors: [platform] } };
    expect((await call(boss, 'car/editCar', late)).code).toBe('4010');
  });

  it('are changed only by users with permission to bind vehicles', async () => {
    const [platform, { id }] = [await superior(), await enter()];
    expect((await edit(clerk, id, { superiors: [platform] })).code).toBe('4003');
    expect((await edit(boss, id, { superiors: [platform] })).code).toBe('0');
    expect((await edit(clerk, id, { remark: '其他' })).code).toBe('0');
    expect((await edit(clerk, id, { superiors: [] })).code).toBe('4003');
    expect(await carsOf(platform)).toEqual([id]);
  });

  it('show the agent of its company', async () => {
    const { id } = await enter();
    await server.db.run(sql`
      with a as (insert into agent (department_id, name, code, level, contact, tel) values (${root}, '华东代理', 'HD', 1, '周敏', '1') returning id)
      insert into agent_company (department_id, agent_id) select ${root}, id from a`);
    expect(await get(id)).toMatchObject({ agentName: '华东代理' });
  });
});

describe('video channels', () => {
  const channel = (logical: number, more: object = {}) => ({
    logical,
    physical: logical,
    name: `通道${logical}`,
    kind: 0,
    icon: 1,
    yuntai: false,
    ...more,
  });

  it('are stored as sent, with unique numbers and the last editor', async () => {
    const { id } = await enter();
    const { version } = (await call(boss, 'car/listChannel', { id })).data;
    const save = (list: object[]) => call(boss, 'car/saveChannel', { id, version, list });
    expect((await save([channel(1), channel(2, { physical: 1 })])).data.fields).toEqual([
      { path: 'list.1.physical', message: '通道号重复' },
    ]);
    expect((await save([channel(3, { yuntai: true }), channel(1, { name: '前向' })])).code).toBe('0');
    expect((await call(boss, 'car/listChannel', { id })).data.list).toEqual([
      channel(1, { name: '前向' }),
      channel(3, { yuntai: true }),
    ]);
    expect((await save([])).code).toBe('4010');
    expect((await call(onlooker, 'car/saveChannel', { id, version, list: [] })).code).toBe('4003');
    expect((await call(boss, 'car/listChangeLog', { id })).data.list[0]).toMatchObject({
      after: { channels: '1 前向, 3 通道3' },
    });
  });
});

describe('an unknown terminal', () => {
  const unknown = async (token: string, phone: string) =>
    (await call(token, 'car/listUnknownTerminal', { phone })).data.list as { phone: string; carId: string | null }[];

  it('is listed with its registration data until a vehicle has its number', async () => {
    const phone = '13700000091';
    const terminal = await connect(phone);
    expect((await register(terminal, 'U91', '京C99991')).result).toBe(4);
    await eventually(async () =>
      expect(await unknown(boss, phone)).toMatchObject([
        {
          phone,
          terminalNo: 'U91',
          manufacturerId: 'ABCDE',
          terminalModel: 'T-1',
          carNo: '京C99991',
          plateColor: 2,
          carId: null,
          version: 2013,
          times: expect.any(Number),
          lastAt: expect.any(Number),
        },
      ]),
    );
    expect((await call(onlooker, 'car/listUnknownTerminal', {})).code).toBe('4003');
    await enter({ phone });
    expect(await unknown(boss, phone)).toEqual([]);
  });

  it('is shown below the root only to users who see the vehicle it names', async () => {
    const { id, carNo } = await enter();
    const foreign = await enter({ deptId: String(west) });
    expect((await register(await connect('13700000092'), 'U92', carNo)).result).toBe(4);
    expect((await register(await connect('13700000093'), 'U93', foreign.carNo)).result).toBe(4);
    await eventually(async () => expect(await unknown(boss, '1370000009')).toHaveLength(2));
    expect(await unknown(clerk, '1370000009')).toMatchObject([{ phone: '13700000092', carId: id }]);
  });
});
