import { encodeMessage } from '@fleetwarden/protocol/jt808';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { eventually, type GatewayFixture, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import {
  connectTerminal,
  locationBody,
  registerBody,
  type TestTerminal,
  wholeSecond,
} from '../../test/support/gateway/terminal.ts';
import type { Db } from '../platform/db/database.ts';

let db: Db;
let fixture: GatewayFixture;
const terminals: TestTerminal[] = [];
const connect = async (options: Parameters<typeof connectTerminal>[1]) => {
  const terminal = await connectTerminal(fixture.port, options);
  terminals.push(terminal);
  return terminal;
};
const vehicleOf = (phone: string) =>
  db.first<Record<string, unknown>>(
    `select v.id, v.plate, v.plate_colour, v.vin, d.name, d.kind, t.open_until_auth, t.auth_code
     from terminal t join vehicle v on v.id = t.vehicle_id join department d on d.id = v.department_id where t.phone = $1`,
    [phone],
  );
const register = async (terminal: TestTerminal, ...args: Parameters<typeof registerBody>) => {
  terminal.send({ type: 'register', body: registerBody(...args) });
  const reply = await terminal.reply(({ type }) => type === 'registerReply');
  if (reply.type !== 'registerReply') throw new Error(reply.type);
  return reply.body;
};

beforeAll(async () => {
  ({ db } = await testDatabase());
  await db.run(`insert into department (name) values ('总公司')`);
  fixture = await startGatewayFixture(db, { autoRegister: true, includeVehicle });
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
});
afterAll(() => fixture.stop());

/** Positions of a vehicle when it was made known to the rules. */
const positionsBefore = new Map<number, number>();
const includeVehicle = async (vehicleId: number) => {
  const row = await db.first<{ n: number }>('select count(*)::integer as n from position where vehicle_id = $1', [vehicleId]);
  positionsBefore.set(vehicleId, row!.n);
};

describe('an unknown terminal with AUTO_REGISTER', () => {
  it('is included in the rules before its first location', async () => {
    const terminal = await connect({ phone: '13100000072' });
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
    const { id } = (await vehicleOf('13100000072'))!;
    expect(positionsBefore.get(id as number)).toBe(0);
  });

  it('is not created by an attachment connection on the wrong port', async () => {
    const terminal = await connect({ phone: '13100000071' });
    for (const id of [0x1210, 0x1211, 0x1212]) expect(await terminal.ask({ id, body: Uint8Array.of(1, 2, 3) })).toBe(3);
    expect(await vehicleOf('13100000071')).toBeUndefined();
  });

  it('is created by its registration, named by its plate, in the department 未分组', async () => {
    const terminal = await connect({ phone: '13100000001' });
    const { code } = await register(terminal, 'T1', '京B12345', 2);
    expect(await vehicleOf('13100000001')).toMatchObject({
      plate: '京B12345',
      plate_colour: 2,
      name: '未分组',
      kind: 'unassigned',
      open_until_auth: true,
      auth_code: code,
    });
    expect(
      await db.first(`select p.name from department d join department p on p.id = d.parent_id where d.kind = 'unassigned'`),
    ).toEqual({
      name: '总公司',
    });
    expect(fixture.events.map(({ subject }) => subject)).toContain('fleet.changed');
  });

  it('is named by its phone number if another vehicle has the plate', async () => {
    const terminal = await connect({ phone: '13100000002' });
    await register(terminal, 'T2', '京B12345', 2);
    expect(await vehicleOf('13100000002')).toMatchObject({ plate: '13100000002' });
  });

  it('stores its VIN if it has no plate', async () => {
    const terminal = await connect({ phone: '13100000003' });
    await register(terminal, 'T3', 'LGHX123456789', 0);
    expect(await vehicleOf('13100000003')).toMatchObject({ plate: '13100000003', vin: 'LGHX123456789' });
  });

  it('is created by its first location, which is stored and acknowledged, for any year', async () => {
    const terminal = await connect({ phone: '13100000004' });
    expect(await terminal.ask({ id: 0x0200, body: locationBody(Date.UTC(2014, 5, 1)) })).toBe(0);
    const vehicle = await vehicleOf('13100000004');
    expect(vehicle).toMatchObject({ plate: '13100000004', open_until_auth: true });
    expect(await db.query('select gnss_at from position_odd where vehicle_id = $1', [vehicle!['id']])).toEqual([
      { gnss_at: Date.UTC(2014, 5, 1) },
    ]);
    await eventually(() =>
      expect(fixture.events).toContainEqual({
        subject: 'vehicles.updated',
        payload: expect.arrayContaining([expect.objectContaining({ vehicleId: vehicle!['id'], stale: true, online: true })]),
      }),
    );
  });

  it('receives an error for an unreadable first location, which is stored for the console', async () => {
    const phone = '14500000091';
    const terminal = await connect({ phone });
    expect(await terminal.ask({ id: 0x0200, body: new Uint8Array(19) })).toBe(2);
    expect(fixture.gateway.badFrames()[0]).toMatchObject({ reason: 'body', detail: expect.stringContaining('needs 28 bytes') });
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
  });

  it('is created by a heartbeat, and by frames sent without waiting for answers', async () => {
    const terminal = await connect({ phone: '13100000005' });
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    const hasty = await connect({ phone: '13100000006' });
    const at = wholeSecond();
    const asked = [
      hasty.send({ type: 'register', body: registerBody('T6') }),
      hasty.send({ type: 'authenticate', body: { code: 'not yet known' } }),
      hasty.send({ id: 0x0200, body: locationBody(at) }),
    ];
    // the wrong code shuts the connection's locations out, open terminal or not
    expect(await hasty.result(asked[1]!)).toBe(1);
    expect(await hasty.result(asked[2]!)).toBe(1);
    const patient = await connect({ phone: '13100000006' });
    expect(await patient.ask({ id: 0x0200, body: locationBody(at) })).toBe(0);
  });

  it('must always authenticate after its first authentication', async () => {
    const terminal = await connect({ phone: '13100000007' });
    const { code } = await register(terminal, 'T7', '京B77777', 2);
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
    expect(await terminal.ask({ type: 'authenticate', body: { code: code! } })).toBe(0);
    expect(await vehicleOf('13100000007')).toMatchObject({ open_until_auth: false });
    const other = await connect({ phone: '13100000007' });
    expect(await other.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
  });

  it('may bring its own code, which becomes binding after it is presented again', async () => {
    const terminal = await connect({ phone: '13100000008', version: 2019 });
    expect(
      await terminal.ask({ type: 'authenticate', body: { code: 'from-another-platform', imei: '1', softwareVersion: '2' } }),
    ).toBe(0);
    expect(await vehicleOf('13100000008')).toMatchObject({ auth_code: 'from-another-platform', open_until_auth: true });
    const other = await connect({ phone: '13100000008', version: 2019 });
    expect(await other.ask({ type: 'authenticate', body: { code: 'another' } })).toBe(1);
    const again = await connect({ phone: '13100000008', version: 2013 });
    expect(await again.ask({ type: 'authenticate', body: { code: 'from-another-platform' } })).toBe(0);
    const stranger = await connect({ phone: '13100000008' });
    expect(await stranger.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
  });

  it('is shared by connections until it authenticates; the right code closes the others', async () => {
    const [a, b] = [await connect({ phone: '13100000009' }), await connect({ phone: '13100000009' })];
    const { code } = await register(a, 'T9', '京B99999', 2);
    expect(await a.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await b.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await a.ask({ type: 'heartbeat', body: {} })).toBe(0);
    const c = await connect({ phone: '13100000009' });
    expect(await c.ask({ type: 'authenticate', body: { code: code! } })).toBe(0);
    await Promise.all([a.closed, b.closed]);
  });

  it('is one terminal with the 12-digit and the 20-digit form of its number', async () => {
    const narrow = await connect({ phone: '13100000010' });
    expect(await narrow.ask({ type: 'heartbeat', body: {} })).toBe(0);
    const wide = await connect({ phone: '13100000010', version: 2019 });
    expect(await wide.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await db.first('select count(*) as n from terminal where phone = $1', ['13100000010'])).toEqual({ n: 1 });
  });

  it('may be one of many on one connection', async () => {
    const terminal = await connect({ phone: '13100000020' });
    for (let i = 0; i < 20; i++) {
      const body = locationBody(wholeSecond());
      for (const frame of encodeMessage({ id: 0x0200, body, version: 2013, phone: `131000001${10 + i}`, serial: i }))
        terminal.raw(frame);
    }
    const answered = new Set<string>();
    for (let i = 0; i < 20; i++) answered.add((await terminal.reply()).phone);
    expect(answered.size).toBe(20);
    expect(await db.first(`select count(*) as n from terminal where phone like '131000001%'`)).toEqual({ n: 20 });
  });
});
