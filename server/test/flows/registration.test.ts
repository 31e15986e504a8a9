import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GATEWAY_LIMITS } from '../../src/gateway/limits.ts';
import { sql } from '../../src/platform/db/database.ts';
import { eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, registerBody, type TestTerminal, wholeSecond } from '../support/gateway/terminal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** A terminal belongs to the device that registered it: phone numbers are known to others. */
let server: TestServer;
let fixture: GatewayFixture;
let trusting: GatewayFixture;
let [boss, clerk, onlooker] = ['', '', ''];
let [east, west] = [0, 0];
let made = 0;
const terminals: TestTerminal[] = [];

const OWN = ['601', '60101', '60102', '60103', '60107', '60113', '60117', '60118'];

beforeAll(async () => {
  server = await startTestServer({
    terminalAccess: { host: 'fleet.example.com', port: 6808, badFrames: () => fixture.gateway.badFrames() },
  });
  fixture = await startGatewayFixture(server.db, { bus: server.bus });
  const root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, OWN);
  await server.account('clerk', west, OWN);
  await server.account('onlooker', root, ['601', '60101', '60118']);
  [boss, clerk, onlooker] = [await server.signIn('boss'), await server.signIn('clerk'), await server.signIn('onlooker')];
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
});
afterAll(async () => {
  await trusting?.stop();
  await fixture.stop();
  await server.stop();
});

const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const enter = async (more: object = {}) => {
  const number = String(++made).padStart(5, '0');
  const values = { carNo: `京R${number}`, plateColor: 2, deptId: String(east), vehicleType: 21, industryType: 5, runState: 1 };
  const sent = { ...values, phone: `136000${number}`, ...more };
  const reply = await call(boss, 'car/addCar', { values: sent });
  expect(reply).toMatchObject({ code: '0' });
  return { id: String(reply.data.id), ...sent };
};
type Device = Partial<ReturnType<typeof registerBody>>;
/** A device: it connects, registers and, if accepted, authenticates. */
const device = async (phone: string, more: Device = {}, { port } = fixture) => {
  const terminal = await connectTerminal(port, { phone });
  terminals.push(terminal);
  const register = async () => {
    terminal.send({ type: 'register', body: { ...registerBody(''), ...more } });
    return (await terminal.reply(({ type }) => type === 'registerReply')).body as { result: number; code?: string };
  };
  const signIn = async () => {
    let code = '';
    await eventually(async () => {
      const reply = await register();
      expect(reply.result).toBe(0);
      code = reply.code!;
    });
    expect(await terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);
    return code;
  };
  return { terminal, register, signIn, report: () => terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) }) };
};
const refused = async (token: string, phone: string) =>
  (await call(token, 'car/listRefusedRegistration', { phone })).data.list as Record<string, unknown>[];

describe('a registered terminal', () => {
  it('without a terminal id is not given to another device with its phone number', async () => {
    const { id, phone } = await enter();
    const own = await device(phone);
    const code = await own.signIn();
    const stranger = await device(phone, { terminalId: 'S666' });
    expect(await stranger.register()).toMatchObject({ result: 1, code: undefined });
    // not even one that copies all it reports
    const copy = await device(phone);
    expect(await copy.register()).toMatchObject({ result: 1, code: undefined });
    expect(await copy.terminal.ask({ type: 'authenticate', body: { code: 'guess' } })).toBe(1);
    expect(await copy.report()).toBe(1);
    expect(await own.report()).toBe(0);
    // its connection presented the code
    expect(await own.register()).toMatchObject({ result: 0, code });
    expect((await call(boss, 'car/getCar', { id })).data).toMatchObject({ terminalNo: null });
  });

  it('is recognized by its id, manufacturer, model and plate together', async () => {
    const { phone, carNo } = await enter();
    const body = { terminalId: 'T0001', maker: 'MAKER', model: 'M-1', plate: carNo, plateColour: 2 };
    const code = await (await device(phone, body)).signIn();
    expect(await (await device(phone, body)).register()).toMatchObject({ result: 0, code });
    const others: Device[] = [
      { terminalId: 'T0002' },
      { maker: 'OTHER' },
      { model: 'M-2' },
      { plate: '京Z99999' },
      { plateColour: 1 },
    ];
    for (const other of others)
      expect([other, (await (await device(phone, { ...body, ...other })).register()).code]).toEqual([other, undefined]);
  });

  it('gets the same code again while its first answer may be lost', async () => {
    const { phone } = await enter();
    const own = await device(phone);
    let code = '';
    await eventually(async () => {
      const reply = await own.register();
      expect(reply.result).toBe(0);
      code = reply.code!;
    });
    expect(await (await device(phone)).register()).toMatchObject({ result: 0, code });
    expect(await (await device(phone, { terminalId: 'S666' })).register()).toMatchObject({ result: 1 });
  });

  it('without a stored binding is not given to another device either', async () => {
    const { phone } = await enter();
    const code = await (await device(phone)).signIn();
    await server.db.run(sql`update terminal set registered_device = null, authenticated_at = null where phone = ${phone}`);
    const second = await startGatewayFixture(server.db, { bus: server.bus });
    try {
      expect((await (await device(phone, { terminalId: 'S666' }, second)).register()).result).toBe(1);
      const own = await device(phone, {}, second);
      expect(await own.terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);
      expect(await own.register()).toMatchObject({ result: 0, code });
    } finally {
      await second.stop();
    }
  });

  it('stays bound when the gateway starts again', async () => {
    const { phone } = await enter();
    await (await device(phone)).signIn();
    const second = await startGatewayFixture(server.db, { bus: server.bus });
    try {
      expect((await (await device(phone, { terminalId: 'S666' }, second)).register()).result).toBe(1);
      expect((await (await device(phone, {}, second)).register()).result).toBe(1);
    } finally {
      await second.stop();
    }
  });
});

describe('a refused registration', () => {
  it('is listed with its reason to users who see the vehicle', async () => {
    const { id, carNo, phone } = await enter();
    await (await device(phone)).signIn();
    await (await device(phone)).register();
    await eventually(async () => expect(await refused(boss, phone)).toMatchObject([{ reason: 'unproved', times: 1 }]));
    await (await device(phone, { terminalId: 'S666', plate: '京Z99999' })).register();
    await eventually(async () =>
      expect(await refused(boss, phone)).toMatchObject([
        {
          carId: id,
          carNo,
          phone,
          reason: 'otherDevice',
          terminalNo: 'S666',
          manufacturerId: 'ABCDE',
          announcedNo: '京Z99999',
          peerIp: '127.0.0.1',
          times: 2,
          allowedUntil: null,
        },
      ]),
    );
    expect(await refused(clerk, phone)).toEqual([]);
  });

  it('names a terminal id that differs from the record', async () => {
    const { phone } = await enter({ terminalNo: 'MINE' });
    const other = await device(phone, { terminalId: 'OTHER' });
    await eventually(async () => expect((await other.register()).result).toBe(1));
    await eventually(async () =>
      expect(await refused(boss, phone)).toMatchObject([{ reason: 'terminalId', knownTerminalNo: 'MINE', terminalNo: 'OTHER' }]),
    );
  });

  it('succeeds once an operator allows it: the new device gets its own code', async () => {
    const { id, phone } = await enter();
    const old = await device(phone, { terminalId: 'OLD' });
    const oldCode = await old.signIn();
    const fresh = await device(phone, { terminalId: 'NEW' });
    expect((await fresh.register()).result).toBe(1);
    expect((await call(onlooker, 'car/allowRegistration', { id })).code).toBe('4003');
    expect((await call(clerk, 'car/allowRegistration', { id })).code).toBe('4004');
    expect((await fresh.register()).result).toBe(1);
    const allowed = await call(boss, 'car/allowRegistration', { id });
    expect(allowed).toMatchObject({ code: '0', data: { id, until: expect.any(Number) } });
    const code = await fresh.signIn();
    expect(code).not.toBe(oldCode);
    expect(await fresh.report()).toBe(0);
    await old.terminal.closed;
    // once only
    expect((await (await device(phone, { terminalId: 'THIRD' })).register()).result).toBe(1);
    const again = await device(phone, { terminalId: 'OLD' });
    expect(await again.terminal.ask({ type: 'authenticate', body: { code: oldCode } })).toBe(1);
    expect((await call(boss, 'car/getCar', { id })).data).toMatchObject({ terminalNo: 'NEW' });
    expect((await call(boss, 'car/listTerminalHistory', { id })).data.list).toMatchObject([{ terminalNo: 'OLD', phone }]);
    expect((await call(boss, 'car/listChangeLog', { id })).data.list[0]).toMatchObject({
      kind: 'allowRegistration',
      userName: 'boss',
    });
  });

  it('of a vehicle without a terminal cannot be allowed', async () => {
    const { id } = await enter({ phone: undefined });
    expect((await call(boss, 'car/allowRegistration', { id })).code).toBe('4001');
  });
});

describe('the first connection of a terminal', () => {
  const follow = async (id: string, token = boss) => (await call(token, 'car/getTerminalConnection', { id })).data;
  const refusal = (id: string, reason: string) =>
    eventually(async () => expect((await follow(id)).refusal).toMatchObject({ reason, peerIp: '127.0.0.1' }));

  it('is shown step by step: registered, authenticated, located', async () => {
    const { id, phone } = await enter();
    expect(await follow(id)).toEqual({
      host: 'fleet.example.com',
      port: 6808,
      phone,
      registeredAt: null,
      authenticatedAt: null,
      online: false,
      session: null,
      location: null,
      refusal: null,
      unknown: [],
      unreadable: [],
    });
    const own = await device(phone);
    await eventually(async () => expect((await own.register()).result).toBe(0));
    expect(await follow(id)).toMatchObject({ registeredAt: expect.any(Number), authenticatedAt: null, session: null });
    await own.signIn();
    await eventually(async () =>
      expect(await follow(id)).toMatchObject({
        authenticatedAt: expect.any(Number),
        online: true,
        session: { peerIp: '127.0.0.1', transport: 'tcp', version: 2013 },
        location: null,
        refusal: null,
      }),
    );
    const at = wholeSecond();
    expect(await own.terminal.ask({ id: 0x0200, body: locationBody(at, { statusBits: 0 }) })).toBe(0);
    await eventually(async () => expect((await follow(id)).location).toMatchObject({ hasFix: false }));
    expect(await own.terminal.ask({ id: 0x0200, body: locationBody(at + 1_000) })).toBe(0);
    await eventually(async () =>
      expect((await follow(id)).location).toMatchObject({ at: at + 1_000, hasFix: true, isTimeValid: true }),
    );
  });

  it('shows why the terminal is refused, until it logs in', async () => {
    const { id, phone } = await enter({ terminalNo: 'MINE2' });
    const other = await device(phone, { terminalId: 'OTHER' });
    await eventually(async () => expect((await other.register()).result).toBe(1));
    await refusal(id, 'terminalId');
    const own = await device(phone, { terminalId: 'MINE2' });
    expect(await own.report()).toBe(1);
    await refusal(id, 'unauthenticated');
    expect(await own.terminal.ask({ type: 'authenticate', body: { code: 'guess' } })).toBe(1);
    await refusal(id, 'wrongCode');
    own.terminal.send({ id: 0x0102, body: new Uint8Array() });
    own.terminal.send({ id: 0x0100, body: new Uint8Array(3) });
    await refusal(id, 'unreadable');
    await own.signIn();
    await eventually(async () => expect(await follow(id)).toMatchObject({ online: true, refusal: null }));
  });

  it('shows that logins are throttled, the vehicle is disabled, or its service ended', async () => {
    const { id, phone } = await enter();
    const refusalAfter = (send: () => Promise<number>, reason: string) =>
      eventually(async () => {
        await send();
        expect((await follow(id)).refusal).toMatchObject({ reason });
      });
    const guessing = await device(phone);
    const guess = { type: 'authenticate', body: { code: 'guess' } } as const;
    await refusalAfter(() => guessing.terminal.ask(guess), 'wrongCode');
    for (let tries = 0; tries <= GATEWAY_LIMITS.failuresPerTerminal; tries++) guessing.terminal.send(guess);
    await refusal(id, 'throttled');
    const { report } = await device(phone);
    expect(await call(boss, 'car/enableCar', { ids: [id], enabled: false })).toMatchObject({ code: '0' });
    await refusalAfter(report, 'noVehicle');
    expect(await call(boss, 'car/enableCar', { ids: [id], enabled: true })).toMatchObject({ code: '0' });
    await server.db.run(sql`insert into expiry_rule (department_id, kind, state, stop_service, lead_days)
      values (${east}, 1, 1, true, '7')`);
    const ended = { ids: [id], values: { serviceTo: '2020-01-01' } };
    expect(await call(boss, 'car/batchCar', ended)).toMatchObject({ code: '0' });
    await refusalAfter(report, 'serviceStopped');
    await server.db.run(sql`delete from expiry_rule`);
  });

  it('shows recent unknown numbers and unreadable data to users with access to them', async () => {
    const { id } = await enter();
    const wrong = await device('13700000001');
    expect((await wrong.register()).result).toBe(4);
    wrong.terminal.raw(new Uint8Array([0x7e, 1, 2, 3, 4, 0x7e]));
    await eventually(async () =>
      expect(await follow(id)).toMatchObject({
        unknown: [{ phone: '13700000001', peerIp: '127.0.0.1' }],
        unreadable: [{ peerIp: '127.0.0.1' }],
      }),
    );
    await server.account('eastern', east, OWN);
    expect(await follow(id, await server.signIn('eastern'))).toMatchObject({ unknown: [], unreadable: [] });
    expect((await call(clerk, 'car/getTerminalConnection', { id })).code).toBe('4004');
    expect((await call(clerk, 'car/getTerminalConnection', { id: '999999' })).code).toBe('4004');
  });
});

describe('a replaced terminal', () => {
  it('with another id in the record registers without further permission', async () => {
    const { id, phone } = await enter();
    const old = await device(phone, { terminalId: 'OLD' });
    await old.signIn();
    const { version } = (await call(boss, 'car/getCar', { id })).data;
    const replaced = await call(boss, 'car/replaceTerminal', { id, version, values: { terminalNo: 'NEWER' }, reason: '损坏' });
    expect(replaced).toMatchObject({ code: '0' });
    await old.terminal.closed;
    await (await device(phone, { terminalId: 'NEWER', model: 'M-2' })).signIn();
  });

  it('with a new SIM card registers again, or uses its code', async () => {
    const { id, phone } = await enter();
    const code = await (await device(phone)).signIn();
    const { version } = (await call(boss, 'car/getCar', { id })).data;
    const number = '13600099999';
    const values = { phone: number };
    expect(await call(boss, 'car/replaceTerminal', { id, version, values, reason: '换卡' })).toMatchObject({ code: '0' });
    const own = await device(number);
    await eventually(async () => expect(await own.terminal.ask({ type: 'authenticate', body: { code } })).toBe(0));
    expect((await (await device(number)).register()).result).toBe(1);
    expect((await own.register()).result).toBe(0);
  });
});

describe('a trusted network', () => {
  it('registers changed devices freely', async () => {
    trusting = await startGatewayFixture(server.db, { bus: server.bus, trustedNetworks: ['10.0.0.0/8', '127.0.0.0/8'] });
    const { id, phone } = await enter();
    await (await device(phone, { terminalId: 'OLD' }, trusting)).signIn();
    const fresh = await device(phone, { terminalId: 'NEW' }, trusting);
    await fresh.signIn();
    expect(await fresh.report()).toBe(0);
    expect((await call(boss, 'car/getCar', { id })).data).toMatchObject({ terminalNo: 'NEW' });
  });
});
