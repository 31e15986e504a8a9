import { encodeFrame } from '@fleetwarden/protocol/jt808';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
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
const register = async (terminal: TestTerminal, terminalId = 'T000001') => {
  terminal.send({ type: 'register', body: registerBody(terminalId) });
  const reply = await terminal.reply(({ type }) => type === 'registerReply');
  if (reply.type !== 'registerReply') throw new Error(reply.type);
  return reply;
};
const count = async (table: string, vehicleId: number) =>
  (await db.first<{ n: number }>(`select count(*) as n from ${table} where vehicle_id = $1`, [vehicleId]))!.n;

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db);
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
});
afterAll(() => fixture.stop());

describe('a known terminal', () => {
  for (const version of [2011, 2013, 2019] as const) {
    it(`of ${version} registers, authenticates, reports, and is acknowledged when its location is committed`, async () => {
      const phone = `1380013${version}`;
      const vehicleId = await archive(db, phone);
      const terminal = await connect({ phone, version });
      const registered = await register(terminal);
      expect(registered.body).toMatchObject({ serial: 0, result: 0 });
      expect(registered.phone).toHaveLength(version === 2019 ? 20 : 12);
      const code = registered.body.code!;
      expect(await db.first('select auth_code, terminal_no, protocol_version from terminal where phone = $1', [phone])).toEqual({
        auth_code: code,
        terminal_no: 'T000001',
        protocol_version: version,
      });
      expect(await terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);
      const at = wholeSecond();
      expect(await terminal.ask({ id: 0x0200, body: locationBody(at, { odometerKm: 12.3 }) })).toBe(0);
      expect(
        await db.query('select gnss_at, lng, lat, speed_kmh, odometer_km from position where vehicle_id = $1', [vehicleId]),
      ).toEqual([{ gnss_at: at, lng: 116.397, lat: 39.909, speed_kmh: 40, odometer_km: 12.3 }]);
      await eventually(() =>
        expect(fixture.events).toContainEqual({
          subject: 'vehicles.updated',
          payload: expect.arrayContaining([
            expect.objectContaining({ vehicleId, gnssAt: at, online: true, status: 2, stale: false }),
          ]),
        }),
      );
    });
  }

  it('gets the same code when it registers again', async () => {
    await archive(db, '13800138001');
    const terminal = await connect({ phone: '13800138001' });
    const { body } = await register(terminal);
    expect((await register(terminal)).body).toMatchObject({ result: 0, code: body.code });
  });

  it('is refused if its record has another terminal id', async () => {
    await archive(db, '13800138002', { terminalNo: 'MINE' });
    fixture.bus.publish('fleet.changed', { vehicleIds: [await archive(db, '13800138003', { terminalNo: 'THEIRS' })] });
    const terminal = await connect({ phone: '13800138002' });
    expect((await register(terminal, 'OTHER')).body).toMatchObject({ result: 1 });
    await eventually(async () => expect((await register(terminal, 'THEIRS')).body).toMatchObject({ result: 3 }));
    expect((await register(terminal, '')).body).toMatchObject({ result: 1 });
    expect((await register(terminal, 'MINE')).body).toMatchObject({ result: 0 });
  });

  it('is refused after its vehicle was deleted, and its session ends', async () => {
    const vehicleId = await archive(db, '13800138004', { authCode: 'secret' });
    const terminal = await connect({ phone: '13800138004' });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    await db.run('update vehicle set deleted_at = now() where id = $1', [vehicleId]);
    fixture.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
    await terminal.closed;
    const again = await connect({ phone: '13800138004' });
    expect(await again.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(1);
    expect((await register(again)).body).toMatchObject({ result: 2 });
  });

  it('is refused without the right code, and so are its locations', async () => {
    const vehicleId = await archive(db, '13800138005', { authCode: 'secret' });
    const terminal = await connect({ phone: '13800138005' });
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'guess' } })).toBe(1);
    expect(await terminal.ask({ type: 'authenticate', body: { code: '' } })).toBe(1);
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(1);
    expect(await count('position', vehicleId)).toBe(0);
    expect(await fixture.metrics()).toMatch(/gateway_refused_total\{reason="wrong-code"\} [1-9]/);
  });

  it('must not bring its own code', async () => {
    await archive(db, '13800138006');
    const terminal = await connect({ phone: '13800138006' });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'mine' } })).toBe(1);
  });

  it('must register again after it unregistered', async () => {
    await archive(db, '13800138007', { authCode: 'secret' });
    const terminal = await connect({ phone: '13800138007' });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    expect(await terminal.ask({ type: 'unregister', body: {} })).toBe(0);
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(1);
    const { body } = await register(terminal);
    expect(body).toMatchObject({ result: 0 });
    expect(body.code).not.toBe('secret');
  });

  it('is accepted shortly after its record was created', async () => {
    const early = await connect({ phone: '13800138008' });
    expect((await register(early)).body).toMatchObject({ result: 4 });
    const vehicleId = await archive(db, '13800138008');
    fixture.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
    await eventually(async () => expect((await register(early)).body).toMatchObject({ result: 0 }));
  });
});

describe('an unknown terminal', () => {
  it('is refused, counted, and not created', async () => {
    const terminal = await connect({ phone: '13999999999' });
    expect((await register(terminal)).body).toMatchObject({ result: 4 });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'x' } })).toBe(1);
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
    expect(await db.query(`select from terminal where phone = '13999999999'`)).toEqual([]);
    expect(await fixture.metrics()).toMatch(/gateway_refused_total\{reason="unknown"\} [1-9]/);
  });
});

describe('a second connection with the same phone', () => {
  it('takes over only after its own correct code', async () => {
    const vehicleId = await archive(db, '13800138010', { authCode: 'secret' });
    const first = await connect({ phone: '13800138010' });
    expect(await first.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    const second = await connect({ phone: '13800138010' });
    expect(await second.ask({ type: 'authenticate', body: { code: 'wrong' } })).toBe(1);
    expect(await first.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await second.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    await first.closed;
    expect(await second.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
    const subjects = fixture.events.filter(({ payload }) => (payload as { vehicleId?: number }).vehicleId === vehicleId);
    expect(subjects.map(({ subject }) => subject)).toEqual(['terminal.online']);
    second.end();
    await eventually(async () =>
      expect(
        await db.query('select end_reason, transport, peer_ip from online_session where vehicle_id = $1', [vehicleId]),
      ).toEqual([{ end_reason: 'closed by the terminal', transport: 'tcp', peer_ip: '127.0.0.1' }]),
    );
  });

  it('has its bytes counted in its session', async () => {
    const vehicleId = await archive(db, '13800138019', { authCode: 'secret' });
    const terminal = await connect({ phone: '13800138019' });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    for (let i = 0; i < 3; i++) expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    terminal.end();
    await eventually(async () => {
      const [row] = await db.query<{ up: number; down: number }>(
        'select up_bytes as up, down_bytes as down from online_session where vehicle_id = $1 and logout_at is not null',
        [vehicleId],
      );
      // header, body, checksum and flags: one sign-in and three heartbeats, and four answers of five bytes
      expect(row?.up).toBe(12 + 6 + 3 + 3 * (12 + 3));
      expect(row?.down).toBeGreaterThanOrEqual(4 * (12 + 5 + 3));
    });
  });

  it('registers and signs in although another device at its address guesses codes', async () => {
    const phone = '13800138012';
    await archive(db, phone);
    const terminal = await connect({ phone });
    const { code } = (await register(terminal)).body;
    for (let i = 0; i < 60; i++) {
      const stranger = await connect({ phone });
      await stranger.ask({ type: 'authenticate', body: { code: `guess ${i}` } });
      stranger.end();
    }
    // another device is not told whether its registration would do
    const stranger = await connect({ phone });
    stranger.send({ type: 'register', body: registerBody('T000002') });
    await stranger.closed;
    const again = await connect({ phone });
    expect((await register(again)).body).toMatchObject({ result: 0, code });
    expect(await again.ask({ type: 'authenticate', body: { code: code! } })).toBe(0);
    expect(await again.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
  });

  it('signs in with its own code although another device at its address guesses codes', async () => {
    const phone = '13800138013';
    await archive(db, phone, { authCode: 'brought' });
    for (let i = 0; i < 40; i++) {
      const stranger = await connect({ phone });
      await stranger.ask({ type: 'authenticate', body: { code: `guess ${i}` } });
      stranger.end();
    }
    const terminal = await connect({ phone });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'brought' } })).toBe(0);
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
  });

  it('is refused after too many takeovers', async () => {
    await archive(db, '13800138011', { authCode: 'secret' });
    const results: number[] = [];
    for (let i = 0; i < 13; i++) {
      const terminal = await connect({ phone: '13800138011' });
      results.push(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } }));
    }
    expect(results).toEqual([...Array(11).fill(0), 1, 1]);
  });
});

describe('answers', () => {
  let terminal: TestTerminal;
  beforeAll(async () => {
    await archive(db, '13800138020', { authCode: 'secret' });
    await archive(db, '13800138021', { authCode: 'secret' });
  });
  const signIn = async (phone: string, version: 2013 | 2019) => {
    terminal = await connect({ phone, version });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  };

  it('follow the standard for each message', async () => {
    await signIn('13800138020', 2013);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await terminal.ask({ id: 0x0900, body: Uint8Array.of(0xf0, 1, 2) })).toBe(0);
    // a message without a handler, and a location that is too short
    expect(await terminal.ask({ id: 0x0f99, body: Uint8Array.of(1) })).toBe(3);
    expect(await terminal.ask({ id: 0x0200, body: new Uint8Array(27) })).toBe(2);
    expect(await terminal.ask({ id: 0x0704, body: new Uint8Array(2) })).toBe(2);
    // answers to our own commands are not answered
    terminal.send({ id: 0x0001, body: Uint8Array.of(0, 1, 0x83, 0, 0) });
    terminal.send({ id: 0x0104, body: Uint8Array.of(0, 1, 0) });
    terminal.send({ id: 0x0201, body: Uint8Array.of(0, 1, ...locationBody(wholeSecond())) });
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(terminal.unread).toEqual([]);
    expect(fixture.gateway.badFrames().find(({ detail }) => detail?.startsWith('location: needs 28 bytes'))).toMatchObject({
      reason: 'body',
      bytes: 39,
      transport: 'tcp',
    });
  });

  it('give the time in UTC', async () => {
    await signIn('13800138021', 2019);
    terminal.send({ type: 'queryTime', body: {} });
    const reply = await terminal.reply(({ type }) => type === 'timeReply');
    if (reply.type !== 'timeReply') throw new Error(reply.type);
    const [year, month, day, hour, minute, second] = reply.body.time.match(/../g)!.map(Number);
    const said = Date.UTC(2000 + year!, month! - 1, day!, hour!, minute!, second!);
    expect(Math.abs(said - Date.now())).toBeLessThan(60_000);
  });

  it('refuse an encrypted body', async () => {
    await signIn('13800138020', 2013);
    terminal.raw(
      encodeFrame({ id: 0x0200, version: 2013, phone: '13800138020', serial: 77, encryption: 1 }, locationBody(wholeSecond())),
    );
    expect(await terminal.result(77)).toBe(3);
    expect(fixture.gateway.badFrames()[0]).toMatchObject({ reason: 'encrypted', detail: '0x0200: encrypted with RSA' });
  });
});

describe('a bad item', () => {
  it('affects neither its location nor other items', async () => {
    const vehicleId = await archive(db, '13800138030', { authCode: 'secret' });
    const terminal = await connect({ phone: '13800138030' });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    const at = wholeSecond();
    // item 0x31 declares nine bytes and has one
    const cut = Uint8Array.of(...locationBody(at, { odometerKm: 5, satellites: null }), 0x31, 9, 12);
    expect(await terminal.ask({ id: 0x0200, body: cut })).toBe(0);
    const items = [locationBody(at + 1000), new Uint8Array(5), locationBody(at + 2000)];
    const body = Uint8Array.of(0, 3, 0, ...items.flatMap((item) => [item.length >> 8, item.length & 255, ...item]));
    expect(await terminal.ask({ id: 0x0704, body })).toBe(0);
    expect(
      await db.query('select gnss_at, odometer_km, satellites from position where vehicle_id = $1 order by 1', [vehicleId]),
    ).toEqual([
      { gnss_at: at, odometer_km: 5, satellites: null },
      { gnss_at: at + 1000, odometer_km: null, satellites: 11 },
      { gnss_at: at + 2000, odometer_km: null, satellites: 11 },
    ]);
    expect(fixture.gateway.badFrames()[0]).toMatchObject({ reason: 'item', hex: '0000000000' });
  });
});
