import { DAY_MS } from '@fleetwarden/domain/durations';
import { encodeMessage, escapeFrame, MIN_BODY_BYTES } from '@fleetwarden/protocol/jt808';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, type TestTerminal, wholeSecond } from '../../test/support/gateway/terminal.ts';
import { deleteExpiredMessages } from '../ingest/terminal-message-store.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { ANSWER_IDS } from './commands/read-answer.ts';

const [UNKNOWN, UNINTERPRETED, ITEM, INCOMPLETE, UNREADABLE] = [1, 2, 3, 4, 5];

let db: Db;
let fixture: GatewayFixture;
let phones = 0;

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db, { limits: { sweepEveryMs: 20, subPackageAskMs: 40, subPackageMs: 150 } });
});
afterAll(() => fixture.stop());

async function online(): Promise<{ vehicleId: number; phone: string; terminal: TestTerminal }> {
  const phone = String(13_600_000_000 + ++phones);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  const terminal = await connectTerminal(fixture.port, { phone });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  return { vehicleId, phone, terminal };
}

const stored = (vehicleId: number) =>
  db.query<{ message_id: number; sub_type: number | null; reason: number; bytes: number; body: Buffer }>(sql`
    select message_id, sub_type, reason, bytes, body from terminal_message where vehicle_id = ${vehicleId} order by id`);

it('stores an unknown message byte for byte, and answers that it is not supported', async () => {
  const { vehicleId, terminal } = await online();
  const body = Uint8Array.of(1, 2, 0x7e, 0x7d, 0);
  expect(await terminal.ask({ id: 0x0f01, body })).toBe(3);
  expect(await stored(vehicleId)).toEqual([
    { message_id: 0x0f01, sub_type: null, reason: UNKNOWN, bytes: 5, body: Buffer.from(body) },
  ]);
  terminal.end();
});

it('stores transparent data and media events before it acknowledges them', async () => {
  const { vehicleId, terminal } = await online();
  expect(await terminal.ask({ id: 0x0900, body: Uint8Array.of(0xf7, 9, 9) })).toBe(0);
  expect(await terminal.ask({ id: 0x0800, body: Uint8Array.of(0, 0, 0, 1, 0, 0, 3, 1) })).toBe(0);
  expect(await stored(vehicleId)).toMatchObject([
    { message_id: 0x0900, sub_type: 0xf7, reason: UNINTERPRETED, bytes: 3 },
    { message_id: 0x0800, sub_type: 3, reason: UNINTERPRETED, bytes: 8 },
  ]);
  terminal.end();
});

it('stores a repeated frame once, and the same content with another serial again', async () => {
  const { vehicleId, phone, terminal } = await online();
  const body = Uint8Array.of(0x41, 1);
  for (const serial of [500, 500, 501]) {
    terminal.raw(encodeMessage({ id: 0x0900, body, version: 2013, phone, serial })[0]!);
    expect(await terminal.result(serial)).toBe(0);
  }
  expect(await stored(vehicleId)).toHaveLength(2);
  terminal.end();
});

it('stores an unreadable message, and answers that it is malformed', async () => {
  const { vehicleId, terminal } = await online();
  expect(await terminal.ask({ id: 0x0200, body: Uint8Array.of(1, 2, 3) })).toBe(2);
  await eventually(async () => expect(await stored(vehicleId)).toMatchObject([{ reason: UNREADABLE, body: Buffer.of(1, 2, 3) }]));
  terminal.end();
});

it('stores a message that is shorter than its fixed fields, and answers that it is malformed', async () => {
  const { vehicleId, terminal } = await online();
  // an answer to a command gets no answer itself
  const [replies, others] = [true, false].map((isReply) =>
    [...MIN_BODY_BYTES].filter(([id]) => ANSWER_IDS.includes(id) === isReply),
  );
  for (const [id, bytes] of others!) expect([id, await terminal.ask({ id, body: new Uint8Array(bytes - 1) })]).toEqual([id, 2]);
  for (const [id, bytes] of replies!) terminal.send({ id, body: new Uint8Array(bytes - 1) });
  expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
  await eventually(async () =>
    expect(
      (await stored(vehicleId))
        .sort((a, b) => a.message_id - b.message_id)
        .map(({ message_id, reason, bytes }) => [message_id, reason, bytes]),
    ).toEqual([...MIN_BODY_BYTES].map(([id, bytes]) => [id, UNREADABLE, bytes - 1])),
  );
  terminal.end();
});

/** A frame that declares a body of another length than it has, with a right checksum. */
function withLength(
  id: number,
  body: Uint8Array,
  { phone, serial, off }: { phone: string; serial: number; off: number },
): Uint8Array {
  const header = Buffer.from(encodeMessage({ id, body: new Uint8Array(), version: 2013, phone, serial })[0]!).subarray(1, 13);
  header.writeUInt16BE(body.length + off, 2);
  return escapeFrame(Uint8Array.from([...header, ...body]));
}

it('accepts a location with a wrong declared length, and stores and refuses implausible ones', async () => {
  const { vehicleId, phone, terminal } = await online();
  const at = wholeSecond() - 30_000;
  for (const [i, off] of [-3, 4].entries()) {
    terminal.raw(withLength(0x0200, locationBody(at + i * 1000), { phone, serial: 900 + i, off }));
    expect(await terminal.result(900 + i)).toBe(0);
  }
  const positions = await db.query(sql`select from position where vehicle_id = ${vehicleId} and gnss_at >= ${new Date(at)}`);
  expect(positions).toHaveLength(2);
  const torn = locationBody(at + 5_000).subarray(0, 30);
  for (const [i, id] of [0x0200, 0x0704].entries()) {
    terminal.raw(withLength(id, torn, { phone, serial: 950 + i, off: 2 }));
    expect(await terminal.result(950 + i)).toBe(2);
  }
  await eventually(async () =>
    expect(await stored(vehicleId)).toMatchObject([
      { message_id: 0x0200, reason: UNREADABLE, body: Buffer.from(torn) },
      { message_id: 0x0704, reason: UNREADABLE },
    ]),
  );
  terminal.end();
});

it('recognizes a terminal with a wide header but no version flag by its stored number', async () => {
  for (const off of [5, -5]) {
    const phone = String(13_600_000_000 + ++phones);
    const vehicleId = await archive(db, phone, { authCode: 'secret' });
    // another device loads the record
    const other = await connectTerminal(fixture.port, { phone });
    expect(await other.ask({ type: 'heartbeat', body: {} })).toBe(1);
    other.end();
    const terminal = await connectTerminal(fixture.port, { phone });
    const send = (id: number, body: Uint8Array, serial: number) => {
      const wide = encodeMessage({ id, body: new Uint8Array(), version: 2019, phone, serial })[0]!;
      const header = Buffer.from(wide).subarray(1, 18);
      // no version bit, and a length that is five off
      header.writeUInt16BE(body.length + off, 2);
      terminal.raw(escapeFrame(Uint8Array.from([...header, ...body])));
    };
    send(0x0102, Uint8Array.from([6, ...Buffer.from('secret'), ...new Uint8Array(35)]), 1);
    expect(await terminal.result(1)).toBe(0);
    send(0x0200, locationBody(wholeSecond() - 5_000), 2);
    expect(await terminal.result(2)).toBe(0);
    expect(await db.query(sql`select from position where vehicle_id = ${vehicleId}`)).toHaveLength(1);
    terminal.end();
  }
});

it('stores the received parts of a message that stays incomplete', async () => {
  const { vehicleId, phone, terminal } = await online();
  const data = Uint8Array.from({ length: 25 }, (_, i) => i);
  const frames = encodeMessage({ id: 0x0801, body: data, version: 2013, phone, serial: 700, maxBody: 10 });
  // in one piece, because what was received is stored after a short silence
  terminal.raw(Buffer.concat([frames[0]!, frames[2]!]));
  for (const i of [0, 2]) expect(await terminal.result(700 + i)).toBe(0);
  const received = Buffer.from([...data.subarray(0, 10), ...data.subarray(20)]);
  await eventually(async () =>
    expect(await stored(vehicleId)).toMatchObject([{ message_id: 0x0801, reason: INCOMPLETE, body: received }]),
  );
  terminal.end();
});

it('stores the newest messages of a terminal that sends many, for a limited time', async () => {
  const { vehicleId, terminal } = await online();
  const sent = 2_300;
  let last = 0;
  for (let i = 0; i < sent; i++) last = terminal.send({ id: 0x0900, body: Uint8Array.of(0xf0, i >> 8, i & 0xff) });
  expect(await terminal.result(last)).toBe(0);
  const rows = await stored(vehicleId);
  expect(rows.length).toBeGreaterThanOrEqual(2_000);
  expect(rows.length).toBeLessThan(sent);
  expect([...rows.at(-1)!.body]).toEqual([0xf0, (sent - 1) >> 8, (sent - 1) & 0xff]);
  expect(await deleteExpiredMessages(db, Date.now() - 30 * DAY_MS)).toBe(0);
  expect(await deleteExpiredMessages(db, Date.now() + DAY_MS)).toBeGreaterThan(2_000);
  terminal.end();
});

it('stores a sample of an unknown additional item', async () => {
  const { vehicleId, terminal } = await online();
  const extra = Uint8Array.of(0x31, 1, 9, 0xeb, 2, 7, 8);
  const start = wholeSecond() - 60_000;
  for (const i of [0, 1, 2])
    expect(await terminal.ask({ id: 0x0200, body: locationBody(start + i * 1000, { extra, satellites: null }) })).toBe(0);
  await eventually(async () =>
    expect(await stored(vehicleId)).toEqual([
      { message_id: 0x0200, sub_type: 0xeb, reason: ITEM, bytes: 2, body: Buffer.from([7, 8]) },
    ]),
  );
  terminal.end();
});
