import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, encodeBody, readLocation, recorderAnswer, type Version } from '@fleetwarden/protocol/jt808';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import {
  connectTerminal,
  locationBody,
  type Part,
  type Reply,
  type TestTerminal,
  wholeSecond,
} from '../../../test/support/gateway/terminal.ts';
import { type Db, json, sql } from '../../platform/db/database.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from '../limits.ts';

const LIMIT_MS = 20 * SECOND_MS;

let db: Db;
let fixture: GatewayFixture;
/** The gateway's clock; the terminals' sessions idle out by it, so no test moves it by minutes. */
let clock = Date.now();
const terminals: TestTerminal[] = [];
let lastPhone = 13_700_000_000;

beforeAll(async () => {
  ({ db } = await testDatabase());
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  await fixture.stop();
});

const open = async (limits: Partial<GatewayLimits> = {}) => {
  fixture = await startGatewayFixture(db, {
    now: () => clock,
    limits: { sweepEveryMs: 10, commandExpiryMs: 0, idleMs: HOUR_MS, unknownMs: HOUR_MS, ...limits },
  });
};

type Member = { readonly vehicleId: number; readonly phone: string; readonly version: Version };
const member = async (version: Version = 2013): Promise<Member> => {
  const phone = String(++lastPhone);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  if (version === 2011) await db.run(sql`update terminal set protocol_version = 2011 where phone = ${phone}`);
  return { vehicleId, phone, version };
};
const online = async ({ phone, version }: Member, transport: 'tcp' | 'udp' = 'tcp'): Promise<TestTerminal> => {
  const terminal = await connectTerminal(fixture.port, { phone, version, transport });
  terminals.push(terminal);
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  return terminal;
};

type Asked = {
  readonly message: number;
  readonly params?: object;
  readonly resends?: number;
  readonly answer?: number;
  readonly keepMs?: number;
};
/** Inserts a command like its module, and publishes it on the bus. */
const ask = async ({ vehicleId }: Member, { message, params = {}, resends = 0, answer, keepMs = HOUR_MS }: Asked) => {
  const row = await db.first<{ id: number }>(sql`
    insert into command (vehicle_id, cmd_code, message_id, params, answer_id, resends, limit_ms, created_at, expire_at)
    values (${vehicleId}, ${message.toString(16)}, ${message}, ${json(params)}, ${answer ?? null}, ${resends}, ${LIMIT_MS},
            ${new Date(clock)}, ${new Date(clock + keepMs)}) returning id`);
  fixture.bus.publish('command.queued', { vehicleIds: [vehicleId] });
  return row!.id;
};
const text = (content = '请减速') => ({ message: 0x8300, params: { channels: [8], text: content }, resends: 2 });
const photo = { message: 0x8801, answer: 0x0805, params: PHOTO() };
function PHOTO() {
  const [brightness, contrast, saturation, chroma] = [127, 64, 64, 127];
  const picture = { resolution: 1, quality: 5, brightness, contrast, saturation, chroma };
  return { channel: 1, command: 1, interval: 0, save: 0, ...picture };
}
function LIST() {
  const kinds = { alarmBits: 0, videoAlarmBits: 0, mediaType: 3, streamType: 0, storage: 0 };
  return { channel: 0, startTime: 1_777_824_000_000, endTime: 1_777_910_399_000, ...kinds };
}
type Row = { state: number; result_code: number | null; result_data: unknown; sends: number };
const row = async (id: number) =>
  (await db.first<Row>(sql`select state, result_code, result_data, sends from command where id = ${id}`))!;
const becomes = (id: number, wanted: Partial<Row>) => eventually(async () => expect(await row(id)).toMatchObject(wanted));

const of = (type: Reply['type']) => (reply: Reply) => reply.type === type;
/** Answers with the general answer. */
const answer = (terminal: TestTerminal, to: { readonly serial: number; readonly id: number }, result = 0) =>
  terminal.send({ type: 'terminalAck', body: { serial: to.serial, id: to.id, result } });

describe('a command to a terminal that is online', () => {
  it('is sent, and succeeds when the terminal acknowledges it', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, text());
    const sent = await terminal.reply(of('sendText'));
    await becomes(id, { state: 1, sends: 1 });
    answer(terminal, sent);
    await becomes(id, { state: 2, result_code: 0 });
    const told = () => fixture.events.filter(({ subject }) => subject === 'command.changed').map(({ payload }) => payload);
    await eventually(() => expect(told()).toEqual([{ ids: [id] }, { ids: [id] }]));
  });

  it('is sent to the source address of the datagrams', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle, 'udp');
    const id = await ask(vehicle, text());
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(id, { state: 2, sends: 1 });
  });

  it.each([1, 2, 3])('fails with the result of the terminal: %i', async (result) => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, text());
    answer(terminal, await terminal.reply(of('sendText')), result);
    await becomes(id, { state: 3, result_code: result });
  });

  it('ignores an answer to another serial, or to another message', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, text());
    const sent = await terminal.reply(of('sendText'));
    answer(terminal, { serial: sent.serial + 1, id: 0x8300 });
    answer(terminal, { serial: sent.serial, id: 0x8103 });
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await row(id)).toMatchObject({ state: 1 });
    answer(terminal, sent);
    await becomes(id, { state: 2 });
  });

  it('is resent with the same bytes while no answer arrives, and finally times out', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, text());
    const serials = [];
    for (let sends = 1; sends <= 3; sends++) {
      serials.push((await terminal.reply(of('sendText'))).serial);
      clock += LIMIT_MS;
    }
    await becomes(id, { state: 4, sends: 3, result_code: null });
    expect(new Set(serials).size).toBe(1);
    expect(terminal.unread.filter(of('sendText'))).toEqual([]);
  });

  it('accepts a late answer for some minutes', async () => {
    await open({ commandLateMs: LIMIT_MS });
    const vehicle = await member();
    const terminal = await online(vehicle);
    const [query, said] = [
      await ask(vehicle, { message: 0x8104, answer: 0x0104 }),
      await ask(vehicle, { ...text(), resends: 0 }),
    ];
    const [asked, sent] = [await terminal.reply(of('queryAllParameters')), await terminal.reply(of('sendText'))];
    clock += LIMIT_MS;
    await becomes(query, { state: 4 });
    await becomes(said, { state: 4 });
    terminal.send({ type: 'parameters', body: { serial: asked.serial, parameters: { heartbeatS: 30 } } });
    await becomes(query, { state: 6, result_data: { parameters: { heartbeatS: 30 } } });
    answer(terminal, sent);
    await becomes(said, { state: 2, result_code: 0 });
    const later = await ask(vehicle, { ...text(), resends: 0 });
    const last = await terminal.reply(of('sendText'));
    clock += LIMIT_MS;
    await becomes(later, { state: 4 });
    clock += LIMIT_MS;
    const settled = await ask(vehicle, text());
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(settled, { state: 2 });
    answer(terminal, last);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await row(later)).toMatchObject({ state: 4 });
  });

  it('is never resent if it is not idempotent', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, photo);
    await terminal.reply(of('takePhoto'));
    clock += LIMIT_MS;
    await becomes(id, { state: 4, sends: 1 });
    expect(terminal.unread.filter(of('takePhoto'))).toEqual([]);
  });

  it('waits while the terminal has the maximum number of in-flight commands', async () => {
    await open({ commandsPerTerminal: 2 });
    const vehicle = await member();
    const terminal = await online(vehicle);
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push(await ask(vehicle, text(`第${n}条`)));
    const heard: string[] = [];
    for (let n = 0; n < 5; n++) {
      const sent = await terminal.reply(of('sendText'));
      expect(terminal.unread.filter(of('sendText')).length).toBeLessThan(2);
      if (sent.type === 'sendText') heard.push(sent.body.text);
      answer(terminal, sent);
    }
    expect(heard).toEqual(['第0条', '第1条', '第2条', '第3条', '第4条']);
    for (const id of ids) await becomes(id, { state: 2 });
  });

  it('fails if its parameters do not fit, and the commands after it succeed', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const bad = await ask(vehicle, { message: 0x8400, params: { kind: 300, phone: '1' } });
    const good = await ask(vehicle, text());
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(bad, { state: 3, result_code: 5000, sends: 0 });
    await becomes(good, { state: 2 });
  });
});

const ATTRIBUTES = encodeBody(
  {
    type: 'attributes',
    body: {
      typeBits: 7,
      maker: 'FLTWD',
      model: 'FW-100',
      terminalId: 'A000123',
      iccid: '89860012345678901234',
      hardware: 'H1.0',
      firmware: 'F2.4.1',
      gnss: { gps: true, beidou: true, glonass: false, galileo: false },
      network: { gprs: true, cdma: false, tdScdma: false, wcdma: false, cdma2000: false, tdLte: true, other: false },
    },
  },
  2013,
);

describe('a command with a specific reply message', () => {
  it('returns the position, which is also stored', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, { message: 0x8201, answer: 0x0201 });
    const { serial } = await terminal.reply(of('queryLocation'));
    const at = wholeSecond();
    const body = locationBody(at);
    terminal.send({ id: 0x0201, body: Uint8Array.of(serial >> 8, serial, ...body) });
    await becomes(id, { state: 6, result_code: 0 });
    const { extra: _, ...location } = readLocation(body);
    expect((await row(id)).result_data).toEqual(location);
    await eventually(async () =>
      expect(await db.query(sql`select gnss_at from position where vehicle_id = ${vehicle.vehicleId}`)).toEqual([
        { gnss_at: at },
      ]),
    );
  });

  it('returns the ids of photos, or the reason for none', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const [taken, none] = [await ask(vehicle, photo), await ask(vehicle, photo)];
    const [first, second] = [await terminal.reply(of('takePhoto')), await terminal.reply(of('takePhoto'))];
    terminal.send({ type: 'photoReply', body: { serial: second.serial, result: 2 } });
    terminal.send({ type: 'photoReply', body: { serial: first.serial, result: 0, mediaIds: [17] } });
    await becomes(taken, { state: 6, result_data: { mediaIds: [17] } });
    await becomes(none, { state: 3, result_code: 3 });
  });

  it('returns the areas of a terminal, whose answer has no serial', async () => {
    await open();
    const vehicle = await member(2019);
    const terminal = await online(vehicle);
    const id = await ask(vehicle, { message: 0x8608, answer: 0x0608, params: { kind: 3, areaNos: [9] } });
    expect(await terminal.reply(of('queryAreas'))).toMatchObject({ body: { kind: 3, ids: [9] } });
    // attributes 0, one vertex, a name with a NUL, which the database refuses in texts
    const data = Uint8Array.of(0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 3, 0x41, 0, 0x42);
    terminal.send({ type: 'areasReply', body: { kind: 3, count: 1, data } });
    await becomes(id, {
      state: 6,
      result_data: {
        kind: 3,
        areas: [{ id: 9, attributes: 0, vertices: [{ latitude: 0.000001, longitude: 0.000002 }], name: 'AB' }],
      },
    });
  });

  it('returns the raw recorder data, and the parsed data if the format is known', async () => {
    await open();
    const vehicle = await member(2019);
    const terminal = await online(vehicle);
    const answer = async (block: Uint8Array) => {
      const id = await ask(vehicle, { message: 0x8700, answer: 0x0700, params: { command: 4 } });
      const { serial } = await terminal.reply(of('collectRecorder'));
      terminal.send({ type: 'recorderData', body: { serial, command: 4, block } });
      return id;
    };
    const block = recorderAnswer(4, Uint8Array.from(Buffer.from('2603180930050e10', 'hex')));
    await becomes(await answer(block), {
      state: 6,
      result_data: {
        command: 4,
        block: Buffer.from(block).toString('hex'),
        said: { clockAt: Date.parse('2026-03-18T01:30:05Z'), pulsesPerKm: 3_600 },
      },
    });
    await becomes(await answer(block.subarray(1)), {
      state: 6,
      result_data: { command: 4, block: Buffer.from(block.subarray(1)).toString('hex') },
    });
    // a block that GB/T 19056-2012 lacks, as recorders of 2021 may send
    const later = recorderAnswer(0x40, Uint8Array.of(1, 2, 3));
    const id = await answer(later);
    await becomes(id, { state: 6 });
    expect((await row(id)).result_data).toEqual({ command: 4, block: Buffer.from(later).toString('hex') });
  });

  it('returns parameters and attributes as received, and unknown ones in hex', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const parameters = await ask(vehicle, { message: 0x8104, answer: 0x0104 });
    const { serial } = await terminal.reply(of('queryAllParameters'));
    const told = { heartbeatS: 30, plate: '沪A12345', '0xf364': Uint8Array.of(1, 255) } as const;
    terminal.send({ type: 'parameters', body: { serial, parameters: told } });
    await becomes(parameters, {
      state: 6,
      result_data: { parameters: { heartbeatS: 30, plate: '沪A12345', '0xf364': '01ff' } },
    });
    const other = await ask(vehicle, { message: 0x8107, answer: 0x0107 });
    await terminal.reply(of('queryAttributes'));
    // no command waits for parameters any more
    terminal.send({ type: 'parameters', body: { serial, parameters: told } });
    terminal.send({ id: 0x0107, body: ATTRIBUTES });
    await becomes(other, { state: 6, result_data: expect.objectContaining({ maker: 'FLTWD', firmware: 'F2.4.1' }) });
  });

  it('stores long recorder data next to the command, with the blocks of several frames', async () => {
    await open({ commandAnswerBytes: 30, recorderBytes: 400 });
    const vehicle = await member();
    const terminal = await online(vehicle);
    const collect = { message: 0x8700, answer: 0x0700, params: { command: 0x13, start: 0, end: 1, most: 9 } };
    const events = (...times: string[]) => times.flatMap((time) => [...Buffer.from(time, 'hex'), 1]);
    const frames = [
      ...recorderAnswer(0x13, Uint8Array.from(events('260520120000', '260520120100', '260520120200'))),
      ...recorderAnswer(0x13, Uint8Array.from(events('260520120300'))),
    ];
    const id = await ask(vehicle, collect);
    const { serial } = await terminal.reply(of('collectRecorder'));
    terminal.send({ type: 'recorderData', body: { serial, command: 0x13, block: Uint8Array.from(frames) } });
    const [first, last] = [Date.UTC(2026, 4, 20, 4), Date.UTC(2026, 4, 20, 4, 3)];
    await becomes(id, {
      state: 6,
      result_data: {
        command: 0x13,
        said: { blocks: 4, from: first, to: last },
        stored: { bytes: frames.length, records: 4 },
      },
    });
    const [upload] = await db.query<{ block: Buffer; records: object[] }>(
      sql`select * from recorder_upload where command_id = ${id}`,
    );
    expect([...upload!.block]).toEqual(frames);
    expect(upload!.records).toMatchObject([{ at: first, event: 1 }, {}, {}, { at: last }]);
    // a longer value is stored by its size only
    const long = await ask(vehicle, collect);
    const { serial: next } = await terminal.reply(of('collectRecorder'));
    const body = { serial: next, command: 0x13, block: new Uint8Array(500) };
    terminal.send({ type: 'recorderData', body });
    await becomes(long, { state: 6, result_data: { bytes: 503 } });
  });

  it('stores only the length of an answer that is too long', async () => {
    await open({ commandAnswerBytes: 10 });
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, photo);
    const { serial } = await terminal.reply(of('takePhoto'));
    terminal.send({ type: 'photoReply', body: { serial, result: 0, mediaIds: [1, 2] } });
    await becomes(id, { state: 6, result_data: { bytes: 13 } });
  });

  it('waits for all parts of a list, even if together they exceed the timeout of one answer', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, { message: 0x9205, answer: 0x1205, params: LIST() });
    const { serial } = await terminal.reply(of('searchRecordings'));
    const part = async (channel: number) => {
      const times = { startTime: '260504010000', endTime: '260504020000' };
      const item = { alarmBits: 0, videoAlarmBits: 0, mediaType: 0, streamType: 1, storage: 1, sizeBytes: 9, channel, ...times };
      terminal.send({ type: 'recordings', body: { serial, count: 3, items: [item] } });
      expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
      clock += LIMIT_MS - SECOND_MS;
      // the next check for expired commands is after it
      await eventually(async () =>
        expect(await db.first(sql`select state, answer_by > ${new Date(clock)} as waits from command where id = ${id}`)).toEqual({
          state: 1,
          waits: true,
        }),
      );
    };
    await part(1);
    await part(2);
    terminal.send({ type: 'recordings', body: { serial, count: 3, items: [] } });
    await becomes(id, { state: 6, sends: 1 });
  });

  it('lists recordings from several messages, or from one long message', async () => {
    await open({ recordingListBytes: 6_000 });
    const vehicle = await member();
    const terminal = await online(vehicle);
    const recordings = { message: 0x9205, answer: 0x1205, params: LIST() };
    const kinds = { alarmBits: 0, videoAlarmBits: 0, mediaType: 0, streamType: 1, storage: 1 };
    const file = (channel: number, startTime = '260504010000') => ({
      ...kinds,
      channel,
      startTime,
      endTime: '260504020000',
      sizeBytes: 9,
    });
    const send = (serial: number, count: number, ...items: ReturnType<typeof file>[]) =>
      terminal.send({ type: 'recordings', body: { serial, count, items } });
    const listed = async (id: number) =>
      (await row(id)).result_data as { count: number; items: { channel: number }[]; bytes: number };

    const parts = await ask(vehicle, recordings);
    const { serial } = await terminal.reply(of('searchRecordings'));
    send(serial, 4, file(1), file(2));
    // repeated, because its answer was lost
    send(serial, 4, file(1), file(2));
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await row(parts)).toMatchObject({ state: 1 });
    // a recording without a readable time is left out
    send(serial, 4, file(3), file(4, '269999999999'));
    await becomes(parts, { state: 6, result_code: 0 });
    expect((await listed(parts)).items.map(({ channel }) => channel)).toEqual([1, 2, 3]);
    expect((await listed(parts)).count).toBe(3);

    const incomplete = await ask(vehicle, recordings);
    send((await terminal.reply(of('searchRecordings'))).serial, 4, file(1));
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    clock += LIMIT_MS;
    await becomes(incomplete, { state: 6 });
    expect(await listed(incomplete)).toMatchObject({ count: 4, items: [{ channel: 1 }] });

    const long = await ask(vehicle, recordings);
    send((await terminal.reply(of('searchRecordings'))).serial, 300, ...Array.from({ length: 300 }, () => file(1)));
    await becomes(long, { state: 6, result_data: { bytes: 6 + 300 * 28 } });
  });

  it('is refused by the general answer, and succeeds if an old terminal sends only that', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const [refused, taken] = [await ask(vehicle, photo), await ask(vehicle, photo)];
    answer(terminal, await terminal.reply(of('takePhoto')), 3);
    await becomes(refused, { state: 3, result_code: 3 });
    answer(terminal, await terminal.reply(of('takePhoto')));
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await row(taken)).toMatchObject({ state: 1 });
    clock += LIMIT_MS;
    await becomes(taken, { state: 2 });
  });
});

describe('an answer that arrives late, twice or in another order', () => {
  const quiet = async (terminal: TestTerminal) => expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
  const photoReply = (terminal: TestTerminal, serial: number, mediaIds: number[]) =>
    terminal.send({ type: 'photoReply', body: { serial, result: 0, mediaIds } });

  it('still counts after the timeout, and nothing is resent', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const [late, refused] = [await ask(vehicle, { ...text(), resends: 0 }), await ask(vehicle, photo)];
    const [first, second] = [await terminal.reply(of('sendText')), await terminal.reply(of('takePhoto'))];
    clock += LIMIT_MS;
    await becomes(late, { state: 4 });
    await becomes(refused, { state: 4 });
    answer(terminal, first);
    answer(terminal, second, 3);
    await becomes(late, { state: 2, result_code: 0, sends: 1 });
    await becomes(refused, { state: 3, result_code: 3, sends: 1 });
    expect(terminal.unread.filter(({ type }) => type === 'sendText' || type === 'takePhoto')).toEqual([]);
  });

  it('belongs to the command that it names, not to a later one', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const early = await ask(vehicle, { ...text('一'), resends: 0 });
    const first = await terminal.reply(of('sendText'));
    clock += LIMIT_MS;
    await becomes(early, { state: 4 });
    const next = await ask(vehicle, { ...text('二'), resends: 0 });
    const second = await terminal.reply(of('sendText'));
    answer(terminal, first, 1);
    await becomes(early, { state: 3, result_code: 1 });
    expect(await row(next)).toMatchObject({ state: 1 });
    answer(terminal, second);
    await becomes(next, { state: 2 });
  });

  it('no longer counts after a new connection', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, photo);
    const sent = await terminal.reply(of('takePhoto'));
    clock += LIMIT_MS;
    await becomes(id, { state: 4 });
    const again = await online(vehicle);
    answer(again, sent);
    await quiet(again);
    expect(await row(id)).toMatchObject({ state: 4, sends: 1 });
  });

  it('counts once if it arrives twice', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const [sentence, picture] = [await ask(vehicle, text()), await ask(vehicle, photo)];
    const [first, second] = [await terminal.reply(of('sendText')), await terminal.reply(of('takePhoto'))];
    answer(terminal, first);
    photoReply(terminal, second.serial, [17]);
    await becomes(sentence, { state: 2 });
    await becomes(picture, { state: 6, result_data: { mediaIds: [17] } });
    answer(terminal, first, 1);
    photoReply(terminal, second.serial, [18]);
    await quiet(terminal);
    expect(await row(sentence)).toMatchObject({ state: 2, result_code: 0, sends: 1 });
    expect(await row(picture)).toMatchObject({ state: 6, result_data: { mediaIds: [17] }, sends: 1 });
  });

  it('to a query may arrive before the general answer', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, photo);
    const sent = await terminal.reply(of('takePhoto'));
    photoReply(terminal, sent.serial, [17]);
    answer(terminal, sent, 1);
    await quiet(terminal);
    await becomes(id, { state: 6, result_code: 0, result_data: { mediaIds: [17] } });
  });

  it('may arrive in another order than the commands', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const ids = [await ask(vehicle, text('一')), await ask(vehicle, text('二')), await ask(vehicle, text('三'))];
    const sent = [];
    for (const _ of ids) sent.push(await terminal.reply(of('sendText')));
    answer(terminal, sent[2]!, 2);
    answer(terminal, sent[0]!);
    answer(terminal, sent[1]!, 1);
    await becomes(ids[0]!, { state: 2, sends: 1 });
    await becomes(ids[1]!, { state: 3, result_code: 1, sends: 1 });
    await becomes(ids[2]!, { state: 3, result_code: 2, sends: 1 });
  });
});

describe('a message too long for one frame', () => {
  const points = Array.from({ length: 100 }, (_, i) => ({ lng: 100 + i / 1_000, lat: 30 + i / 1_000 }));
  const circles = Array.from({ length: 60 }, (_, i) => ({ areaNo: i + 1, radius: 500, ...points[i]!, ...AREA() }));
  function AREA() {
    const alarms = { inDriver: false, inPlat: true, outDriver: false, outPlat: true };
    return { name: '', ...alarms, forbidDoor: false, closeComm: false, collectGnss: false };
  }
  const areas = { message: 0x8600, params: { action: 0, areas: circles }, resends: 2 };
  /** The parts in order of arrival. */
  const parts = async (terminal: TestTerminal): Promise<Part[]> => [await terminal.part(0x8600), await terminal.part(0x8600)];

  it('is split into parts; the answer to the last part completes it', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, areas);
    const [first, second] = await parts(terminal);
    expect(second!.serial).toBe(first!.serial + 1);
    answer(terminal, { serial: first!.serial, id: 0x8600 });
    answer(terminal, { serial: second!.serial, id: 0x8600 });
    await becomes(id, { state: 2 });
  });

  it('may be answered with the serial of its first part only', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const id = await ask(vehicle, areas);
    const [first] = await parts(terminal);
    answer(terminal, { serial: first!.serial, id: 0x8600 });
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await row(id)).toMatchObject({ state: 1 });
    clock += GATEWAY_LIMITS.commandPartsMs;
    await becomes(id, { state: 2 });
  });

  it('is partly resent on request of the terminal', async () => {
    await open();
    const vehicle = await member(2019);
    const terminal = await online(vehicle);
    const id = await ask(vehicle, areas);
    const [first] = await parts(terminal);
    terminal.send({ type: 'terminalResend', body: { serial: first!.serial, indexes: [2, 9] } });
    const again = await terminal.part(0x8600);
    expect(again.serial).toBe(first!.serial + 1);
    answer(terminal, { serial: again.serial, id: 0x8600 });
    await becomes(id, { state: 2 });
    expect(await terminal.ask({ type: 'terminalResend', body: { serial: 999, indexes: [1] } })).toBe(1);
  });
});

describe('a command to a terminal that is offline', () => {
  it('is sent at the next authentication', async () => {
    await open();
    const vehicle = await member();
    const id = await ask(vehicle, text());
    const terminal = await online(vehicle);
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(id, { state: 2, sends: 1 });
  });

  it('is dropped when it has waited too long', async () => {
    await open();
    const vehicle = await member();
    const id = await ask(vehicle, { ...text(), keepMs: 5 * SECOND_MS });
    clock += 5 * SECOND_MS;
    await becomes(id, { state: 4, sends: 0 });
    const terminal = await online(vehicle);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(terminal.unread.filter(of('sendText'))).toEqual([]);
  });

  it('is resent after an interruption when the terminal reconnects, if it is idempotent', async () => {
    await open();
    const vehicle = await member();
    const before = await online(vehicle);
    const [words, picture] = [await ask(vehicle, text()), await ask(vehicle, photo)];
    await before.reply(of('sendText'));
    await before.reply(of('takePhoto'));
    before.end();
    await becomes(words, { state: 0, sends: 1 });
    await becomes(picture, { state: 4, sends: 1 });
    const after = await online(vehicle);
    answer(after, await after.reply(of('sendText')));
    await becomes(words, { state: 2, sends: 2 });
    expect(after.unread.filter(of('takePhoto'))).toEqual([]);
  });

  it('is retried at each reconnection, up to a limit', async () => {
    await open({ commandSends: 5 });
    const vehicle = await member();
    const id = await ask(vehicle, text());
    for (let sends = 1; sends <= 5; sends++) {
      const terminal = await online(vehicle);
      await terminal.reply(of('sendText'));
      terminal.end();
      await becomes(id, { state: sends < 5 ? 0 : 4, sends });
    }
  });

  it('is resent on the connection that takes over the session, if it was not answered', async () => {
    await open();
    const vehicle = await member();
    const before = await online(vehicle);
    const id = await ask(vehicle, text());
    await before.reply(of('sendText'));
    const after = await online(vehicle);
    answer(after, await after.reply(of('sendText')));
    await becomes(id, { state: 2, sends: 2 });
  });
});

describe('a gateway that stops', () => {
  /** As after a kill -9: sent by a node that no longer exists. */
  const abandoned = (id: number, sends: number) =>
    db.run(sql`
      update command set state = 1, sends = ${sends}, claims = 1, sent_at = ${new Date(clock)},
        answer_by = ${new Date(clock + LIMIT_MS)} where id = ${id}`);

  it('leaves idempotent commands to the next gateway, which sends them when the terminal connects', async () => {
    await open();
    const vehicle = await member();
    const id = await ask(vehicle, text());
    await abandoned(id, 1);
    const terminal = await online(vehicle);
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(id, { state: 2, sends: 2 });
  });

  it('leaves no commands that are not idempotent, and none without attempts left', async () => {
    await open();
    const vehicle = await member();
    const [picture, tired] = [await ask(vehicle, photo), await ask(vehicle, text())];
    await abandoned(picture, 1);
    await abandoned(tired, GATEWAY_LIMITS.commandSends);
    const terminal = await online(vehicle);
    clock += LIMIT_MS;
    await becomes(picture, { state: 4 });
    await becomes(tired, { state: 4 });
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(terminal.unread.filter((reply) => of('takePhoto')(reply) || of('sendText')(reply))).toEqual([]);
  });

  it('records the state of everything it sent', async () => {
    await open();
    const vehicle = await member();
    const terminal = await online(vehicle);
    const [words, picture] = [await ask(vehicle, text()), await ask(vehicle, photo)];
    await terminal.reply(of('sendText'));
    await terminal.reply(of('takePhoto'));
    await fixture.stop();
    expect([await row(words), await row(picture)]).toMatchObject([{ state: 0 }, { state: 4 }]);
    await open();
  });
});

describe('the text of 2011, 2013 and 2019', () => {
  const spoken = async (version: Version, channels: readonly number[], urgent: boolean): Promise<Content['body']> => {
    await open();
    const vehicle = await member(version);
    const terminal = await online(vehicle);
    await ask(vehicle, { ...text('慢'), params: { channels, text: '慢', urgent } });
    const sent = await terminal.reply(of('sendText'));
    return sent.body as Content['body'];
  };
  it.each([
    [2011, [8], false, { flag: 8 }],
    [2013, [8], false, { flag: 8 }],
    [2019, [8], false, { flag: 11, kind: 1 }],
    [2011, [4, 8, 16], false, { flag: 28 }],
    [2013, [4, 8, 16], false, { flag: 28 }],
    [2013, [4, 8], true, { flag: 13 }],
    [2019, [4, 8], true, { flag: 14, kind: 1 }],
    // the bit of the screen is reserved there
    [2019, [4, 8, 16], false, { flag: 15, kind: 1 }],
    [2019, [16], false, { flag: 19, kind: 1 }],
  ] as const)('in %i by %j, urgent: %j', async (version, channels, urgent, body) => {
    expect(await spoken(version, channels, urgent)).toEqual({ text: '慢', ...body });
  });
});

it('hundreds of vehicles at once all receive their command, and the in-flight limit holds', async () => {
  await open({ commandsInFlight: 40 });
  const fleet: Member[] = [];
  for (let n = 0; n < 120; n++) fleet.push(await member());
  const allowed = Promise.withResolvers<void>();
  await Promise.all(
    fleet.map(async (vehicle) => {
      const terminal = await online(vehicle);
      void (async () => {
        const sent = await terminal.reply(of('sendText'));
        await allowed.promise;
        answer(terminal, sent);
      })();
    }),
  );
  const rows = await db.query<{ id: number }>(sql`
    insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, created_at, expire_at)
    select unnest(${fleet.map(({ vehicleId }) => vehicleId)}::int[]), '8300', ${0x8300},
      ${json({ channels: [8], text: '全体注意' })}::jsonb, 2, ${LIMIT_MS}, ${new Date(clock)}, ${new Date(clock + HOUR_MS)}
    returning id`);
  fixture.bus.publish('command.queued', { vehicleIds: fleet.map(({ vehicleId }) => vehicleId) });
  const counted = async (state: number) =>
    (await db.first<{ n: number }>(sql`
      select count(*) as n from command where state = ${state} and id = any(${rows.map(({ id }) => id)})`))!.n;
  await eventually(async () => expect(await counted(1)).toBe(40));
  // a sign of life of each: by then it would have got its own
  await Promise.all(terminals.map((terminal) => terminal.ask({ type: 'heartbeat', body: {} })));
  expect(await counted(1)).toBe(40);
  allowed.resolve();
  await eventually(async () => expect(await counted(2)).toBe(fleet.length));
});
