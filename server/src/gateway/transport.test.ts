import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { DIALECTS, decodeFrame, encodeMessage, Framer, readHeader } from '@fleetwarden/protocol/jt808';
import { pino } from 'pino';
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
import { GATEWAY_LIMITS } from './limits.ts';

let db: Db;
let fixture: GatewayFixture;
const terminals: TestTerminal[] = [];
const connect = async (options: Parameters<typeof connectTerminal>[1]) => {
  const terminal = await connectTerminal(fixture.port, options);
  terminals.push(terminal);
  return terminal;
};
const signIn = async (phone: string, transport: 'tcp' | 'udp' = 'tcp') => {
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  const terminal = await connect({ phone, transport });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  return { terminal, vehicleId };
};
const times = async (vehicleId: number) =>
  (await db.query<{ gnss_at: number }>('select gnss_at from position where vehicle_id = $1 order by 1', [vehicleId])).map(
    ({ gnss_at }) => gnss_at,
  );
const frameOf = (phone: string, serial: number, at: number) =>
  encodeMessage({ id: 0x0200, body: locationBody(at), version: 2013, phone, serial })[0]!;
const batchBody = (ats: readonly number[], backfill = true) => {
  const items = ats.map((at) => locationBody(at));
  return Uint8Array.of(
    0,
    items.length,
    backfill ? 1 : 0,
    ...items.flatMap((item) => [item.length >> 8, item.length & 255, ...item]),
  );
};

beforeAll(async () => {
  ({ db } = await testDatabase());
});
const startWith = (limits: Parameters<typeof startGatewayFixture>[1] = {}) => {
  beforeAll(async () => {
    fixture = await startGatewayFixture(db, limits);
  });
  afterEach(() => {
    for (const terminal of terminals.splice(0)) terminal.end();
  });
  afterAll(() => fixture.stop());
};

describe('the wire', () => {
  startWith();

  it('reads frames with E7 delimiters, and answers in the same format', async () => {
    await archive(db, '13700000077', { authCode: 'secret' });
    const socket = dial(fixture.port, '127.0.0.1');
    const dialect = DIALECTS.e7;
    const content = { type: 'authenticate', body: { code: 'secret' } } as const;
    socket.write(encodeMessage({ ...content, version: 2013, phone: '013700000077', serial: 0xe7e6, dialect })[0]!);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect([answer[0], answer.at(-1)]).toEqual([0xe7, 0xe7]);
    const { header, body } = decodeFrame(answer, dialect);
    // 0x8001: the serial, 0x0102, accepted
    expect([header.id, ...body]).toEqual([0x8001, 0xe7, 0xe6, 0x01, 0x02, 0]);
  });

  it('accepts a complete session over UDP and answers to the source of each datagram', async () => {
    const vehicleId = await archive(db, '13700000001');
    const terminal = await connect({ phone: '13700000001', transport: 'udp' });
    expect(await terminal.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(1);
    terminal.send({ type: 'register', body: registerBody('U1') });
    const reply = await terminal.reply(({ type }) => type === 'registerReply');
    if (reply.type !== 'registerReply') throw new Error(reply.type);
    const stranger = await connect({ phone: '13700000001', transport: 'udp' });
    expect(await terminal.ask({ type: 'authenticate', body: { code: reply.body.code! } })).toBe(0);
    const at = wholeSecond();
    expect(await terminal.ask({ id: 0x0200, body: locationBody(at) })).toBe(0);
    expect(await stranger.ask({ id: 0x0200, body: locationBody(at + 1000) })).toBe(1);
    expect(await times(vehicleId)).toEqual([at]);
    await eventually(async () =>
      expect(await db.query('select transport from online_session where vehicle_id = $1', [vehicleId])).toEqual([
        { transport: 'udp' },
      ]),
    );
  });

  it('finds valid frames between garbage, partial frames and shared flags, and records the bad ones', async () => {
    const { terminal, vehicleId } = await signIn('13700000002');
    const at = wholeSecond();
    const good = (i: number) => frameOf('13700000002', 100 + i, at + i * 1000);
    const broken = good(9).slice();
    broken[20]! ^= 0x55;
    terminal.raw(Uint8Array.of(1, 2, 3, 0x7e, 0x7e, ...good(0), ...good(1).subarray(1), 9, 9, 9));
    terminal.raw(Uint8Array.of(...broken, ...good(2).subarray(0, 30)));
    terminal.raw(Uint8Array.of(...good(3), ...good(4)));
    for (const i of [0, 1, 3, 4]) expect(await terminal.result(100 + i)).toBe(0);
    expect(await times(vehicleId)).toEqual([0, 1, 3, 4].map((i) => at + i * 1000));
    const reasons = fixture.gateway.badFrames().map(({ reason }) => reason);
    expect(reasons).toContain('checksum');
    expect(fixture.gateway.badFrames()[0]).toMatchObject({ transport: 'tcp', peer: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
  });

  it('reassembles a sub-packaged 0x0704, in any order and with other messages in between', async () => {
    const { terminal, vehicleId } = await signIn('13700000003');
    const start = wholeSecond() - HOUR_MS;
    const ats = Array.from({ length: 40 }, (_, i) => start + i * 1000);
    const frames = encodeMessage({
      id: 0x0704,
      body: batchBody(ats),
      version: 2013,
      phone: '13700000003',
      serial: 500,
      maxBody: 400,
    });
    expect(frames.length).toBeGreaterThan(3);
    const [first, second, ...others] = frames;
    terminal.raw(second!);
    terminal.raw(frameOf('13700000003', 900, wholeSecond()));
    terminal.raw(first!);
    terminal.raw(first!);
    for (const frame of others) terminal.raw(frame);
    expect(await terminal.result(900)).toBe(0);
    for (let serial = 500; serial < 500 + frames.length; serial++) expect(await terminal.result(serial)).toBe(0);
    expect((await times(vehicleId)).slice(0, 40)).toEqual(ats);
  });
});

describe('missing sub-packages', () => {
  startWith({ limits: { sweepEveryMs: 20, subPackageAskMs: 50, subPackageAsks: 2 } });

  it('are requested with 0x8003', async () => {
    const { terminal, vehicleId } = await signIn('13700000010');
    const at = wholeSecond() - 60_000;
    const frames = encodeMessage({
      id: 0x0704,
      version: 2013,
      phone: '13700000010',
      serial: 40,
      maxBody: 60,
      body: batchBody([at, at + 1000, at + 2000]),
    });
    for (const [i, frame] of frames.entries()) if (i !== 1) terminal.raw(frame);
    const asked = await terminal.reply(({ type }) => type === 'platformResend');
    expect(asked.body).toEqual({ serial: 40, indexes: [2] });
    terminal.raw(frames[1]!);
    expect(await terminal.result(41)).toBe(0);
    expect(await times(vehicleId)).toHaveLength(3);
  });
});

describe('many connections', () => {
  startWith();

  it('answers the messages of one connection in one commit with one write, in order', async () => {
    const phone = '13700000040';
    await archive(db, phone, { authCode: 'secret' });
    const socket = dial(fixture.port, '127.0.0.1');
    const sent = { type: 'authenticate', body: { code: 'secret' } } as const;
    socket.write(encodeMessage({ ...sent, version: 2013, phone, serial: 0 })[0]!);
    await once(socket, 'data');
    const start = wholeSecond() - HOUR_MS;
    const serials = [7, 0x7e, 3, 0x7d7e, 9];
    socket.write(Buffer.concat(serials.map((serial, i) => frameOf(phone, serial, start + i * 1000))));
    const [answers] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    const read: { readonly serial: number; readonly answered: number }[] = [];
    new Framer().push(
      answers,
      (frame) => read.push({ serial: readHeader(frame).serial, answered: (frame[12]! << 8) | frame[13]! }),
      (reason) => expect.unreachable(reason),
    );
    expect(read).toEqual(serials.map((answered, i) => ({ serial: i + 1, answered })));
  });

  it('separates the frames that wait for the database from the data of other connections', async () => {
    const phones = Array.from({ length: 8 }, (_, i) => `1370000005${i}`);
    // unknown to the gateway, so that each login waits for a lookup, and the locations behind it wait in its buffer
    const vehicleIds: number[] = [];
    for (const phone of phones) vehicleIds.push(await archive(db, phone, { authCode: `code of ${phone}` }));
    const start = wholeSecond() - HOUR_MS;
    const ats = (i: number) => Array.from({ length: 5 }, (_, n) => start + (i * 100 + n) * 1000);
    const sockets = await Promise.all(
      phones.map(async () => {
        const socket = dial(fixture.port, '127.0.0.1');
        await once(socket, 'connect');
        return socket;
      }),
    );
    for (const [i, phone] of phones.entries()) {
      const login = { type: 'authenticate', body: { code: `code of ${phone}` } } as const;
      const frames = [
        encodeMessage({ ...login, version: 2013, phone, serial: 0 })[0]!,
        encodeMessage({ id: 0x0900, body: Uint8Array.of(0xf0, i, i, i), version: 2013, phone, serial: 1 })[0]!,
        ...ats(i).map((at, n) => frameOf(phone, n + 2, at)),
      ];
      sockets[i]!.write(Buffer.concat(frames));
    }
    await eventually(async () => {
      for (const [i, vehicleId] of vehicleIds.entries()) expect(await times(vehicleId)).toEqual(ats(i));
    });
    for (const [i, vehicleId] of vehicleIds.entries())
      expect(
        await db.query(`select encode(body, 'hex') as hex from terminal_message where vehicle_id = $1`, [vehicleId]),
      ).toEqual([{ hex: `f00${i}0${i}0${i}` }]);
    for (const socket of sockets) socket.destroy();
  });
});

describe('a full gateway', () => {
  startWith({ limits: { connections: 6 } });

  it('closes the oldest silent connection for a new terminal, and never one that is signed in', async () => {
    const { terminal } = await signIn('13700000031');
    const silent = [];
    for (let i = 0; i < 12; i++) silent.push(await connect({ phone: '13700000032', localAddress: `127.0.0.${20 + i}` }));
    await silent[0]!.closed;
    const { terminal: late } = await signIn('13700000033');
    expect(await late.ask({ id: 0x0200, body: locationBody(wholeSecond()) })).toBe(0);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
  });
});

describe('a limit of connections below the number of terminals', () => {
  it('is logged at startup', async () => {
    for (const phone of ['13700000061', '13700000062']) await archive(db, phone);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const small = await startGatewayFixture(db, { log, limits: { connections: 1 } });
    await small.stop();
    expect(lines.join()).toContain('raise the limit of open files');
  });
});

describe('idle limits', () => {
  /** Of the gateway's clock. */
  let aheadMs = 0;
  let idleMinutes = 5;
  let idleReads = 0;
  const idleMs = async () => {
    idleReads++;
    return idleMinutes * MINUTE_MS;
  };
  startWith({ now: () => Date.now() + aheadMs, limits: { sweepEveryMs: 20 }, idleMs });

  it('close a connection after five minutes of silence, and record the reason', async () => {
    const { terminal, vehicleId } = await signIn('13700000020');
    aheadMs += 5 * MINUTE_MS + SECOND_MS;
    await terminal.closed;
    await eventually(async () =>
      expect(await db.query('select end_reason from online_session where vehicle_id = $1', [vehicleId])).toEqual([
        { end_reason: 'idle' },
      ]),
    );
    expect(fixture.events.at(-1)).toMatchObject({ subject: expect.stringMatching(/terminal.offline|vehicles.updated/) });
  });

  it('follow the setting of the platform', async () => {
    const { terminal } = await signIn('13700000023');
    const { gateway } = fixture;
    expect(gateway.online).toBe(1);
    idleMinutes = 20;
    /** A sweep reads the setting for the next one. */
    const twoSweeps = async () => {
      const before = idleReads;
      await eventually(() => expect(idleReads).toBeGreaterThan(before + 2));
    };
    await twoSweeps();
    aheadMs += 19 * MINUTE_MS;
    await twoSweeps();
    expect(gateway.online).toBe(1);
    aheadMs += 2 * MINUTE_MS;
    await terminal.closed;
  });

  it('close a connection that does not identify itself', async () => {
    const terminal = await connect({ phone: '13700000021' });
    await eventually(() => expect(fixture.gateway.connections).toBe(1));
    aheadMs += GATEWAY_LIMITS.unknownMs + SECOND_MS;
    await terminal.closed;
  });
});

describe('rate limits of one sender', () => {
  startWith({ limits: { messagesPerSecond: 100, messageBurst: 20, connectionsPerAddress: 4 } });

  it('slow down a sender that sends too much, and drop nothing', async () => {
    const { terminal, vehicleId } = await signIn('13700000022');
    const at = wholeSecond() - 1_000_000;
    for (let i = 0; i < 60; i++) terminal.send({ id: 0x0200, body: locationBody(at + i * 1000) });
    for (let i = 0; i < 60; i++) expect(await terminal.result(1 + i)).toBe(0);
    expect(await times(vehicleId)).toHaveLength(60);
  });

  it('refuse more connections from one address than allowed', async () => {
    const many = await Promise.all(Array.from({ length: 7 }, () => connect({ phone: '13700000023', localAddress: '127.0.0.9' })));
    await Promise.all(many.slice(4).map(({ closed }) => closed));
    expect(await fixture.metrics()).toMatch(/gateway_refused_total\{reason="connections"\} [3-9]/);
  });
});
