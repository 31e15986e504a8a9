import { encodeGbk } from '@fleetwarden/protocol/codec';
import { encodeBody, type Version } from '@fleetwarden/protocol/jt808';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { privateTestDatabase } from '../../../test/support/db/test-database.ts';
import { archive, type GatewayFixture, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, type TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { createWaybillStore } from '../../ingest/waybill-store.ts';
import { type Db, sql } from '../../platform/db/database.ts';

const PART_BYTES = 1_000;

let db: Db;
let fixture: GatewayFixture;
let stopDatabase: () => Promise<void>;
let startDatabase: () => Promise<void>;

beforeAll(async () => {
  const started = await privateTestDatabase();
  ({ db, stopDatabase, startDatabase } = started);
  fixture = await startGatewayFixture(db);
});
afterAll(() => fixture.stop());
beforeEach(() => db.run('delete from waybill'));

let phones = 0;
/** A terminal in a vehicle, in its revision. */
async function inVehicle(version: Version = 2013): Promise<{ vehicleId: number; terminal: TestTerminal; phone: string }> {
  const phone = String(13_600_000_000 + ++phones);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  return { vehicleId, phone, terminal: await signedIn(phone, version) };
}
async function signedIn(phone: string, version: Version): Promise<TestTerminal> {
  const terminal = await connectTerminal(fixture.port, { phone, version });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret', imei: '', softwareVersion: '' } })).toBe(0);
  return terminal;
}
const saying = (text: string) => ({ id: 0x0701 as const, body: { data: encodeGbk(text) } });
/** The same in frames; the answer to the last is that to the whole. */
async function askInParts(terminal: TestTerminal, text: string): Promise<number> {
  const bytes = encodeBody(saying(text), 2019);
  const first = terminal.send(saying(text), { maxBody: PART_BYTES });
  return terminal.result(first + Math.ceil(bytes.length / PART_BYTES) - 1);
}
const bytesOf = (...body: number[]) => ({ id: 0x0701, body: Uint8Array.from(body) });
const waybills = () =>
  db.query<{ vehicle: number; at: number; number: string | null; text: string }>(
    sql`select vehicle_id as vehicle, received_at as at, number, text from waybill order by id`,
  );

it('counted passengers are stored once per period, and refused above the daily limit', async () => {
  const { vehicleId, terminal } = await inVehicle();
  const [startTime, endTime] = ['260504080000', '260504081500'];
  const span = { startTime, endTime, boarded: 3, alighted: 12 };
  const send = (body: typeof span) => terminal.ask({ type: 'passengerFlow', body });
  const flows = () =>
    db.query(sql`select start_at, end_at, on_count, off_count from passenger_flow where vehicle_id = ${vehicleId}`);
  const stored = { start_at: Date.UTC(2026, 4, 4), end_at: Date.UTC(2026, 4, 4, 0, 15), on_count: 3, off_count: 12 };
  expect(await send(span)).toBe(0);
  expect(await flows()).toEqual([stored]);
  expect(await send({ ...span, boarded: 4 })).toBe(0);
  expect(await flows()).toEqual([{ ...stored, on_count: 4 }]);
  // the end is before the start
  expect(await send({ ...span, startTime: endTime, endTime: startTime })).toBe(2);
  await db.run(sql`
    insert into passenger_flow select ${vehicleId}, to_timestamp(n), to_timestamp(n + 1), 0, 0, now() from generate_series(1, 2000) n`);
  expect(await send({ ...span, endTime: '260504083000' })).toBe(1);
});

describe('electronic waybills', () => {
  it.each([2011, 2013, 2019] as const)(
    'of %d are stored once, with their number, before they are acknowledged',
    async (version) => {
      const { vehicleId, terminal } = await inVehicle(version);
      const before = Date.now();
      expect(await terminal.ask(saying('运单号：YD20260314；货物：钢材'))).toBe(0);
      const [kept, ...more] = await waybills();
      expect(more).toEqual([]);
      expect(kept).toMatchObject({ vehicle: vehicleId, number: 'YD20260314', text: '运单号：YD20260314；货物：钢材' });
      expect(kept!.at).toBeGreaterThanOrEqual(before);
      const again = [terminal.send(saying('运单号：YD20260314；货物：钢材')), terminal.send(saying('京津普货'))];
      for (const serial of again) expect(await terminal.result(serial)).toBe(0);
      expect((await waybills()).map(({ number, text }) => [number, text])).toEqual([
        ['YD20260314', '运单号：YD20260314；货物：钢材'],
        [null, '京津普货'],
      ]);
      terminal.end();
    },
  );

  it('that arrive several times at once are stored once', async () => {
    const { vehicleId, terminal } = await inVehicle();
    const store = createWaybillStore({ db });
    const told = { vehicleId, receivedAt: Date.now(), text: '运单号：YD2026' };
    expect(await Promise.all(Array.from({ length: 8 }, () => store.keep(told)))).toEqual(new Array(8).fill(true));
    expect((await waybills()).map(({ number }) => number)).toEqual(['YD2026']);
    terminal.end();
  });

  it('are stored once although the copy that was received first is stored last', async () => {
    const { vehicleId, terminal } = await inVehicle();
    const store = createWaybillStore({ db });
    const copy = { vehicleId, receivedAt: Date.now(), text: '运单号：YD2027' };
    await store.keep({ ...copy, receivedAt: copy.receivedAt + 30 });
    expect(await store.keep(copy)).toBe(true);
    expect(await waybills()).toHaveLength(1);
    terminal.end();
  });

  it('are stored again a day later, and for another vehicle', async () => {
    const [one, other] = [await inVehicle(), await inVehicle()];
    expect(await one.terminal.ask(saying('京津普货'))).toBe(0);
    expect(await other.terminal.ask(saying('京津普货'))).toBe(0);
    await db.run(sql`update waybill set received_at = received_at - interval '1 day' where vehicle_id = ${one.vehicleId}`);
    expect(await one.terminal.ask(saying('京津普货'))).toBe(0);
    expect((await waybills()).map(({ vehicle }) => vehicle)).toEqual([one.vehicleId, other.vehicleId, one.vehicleId]);
    for (const { terminal } of [one, other]) terminal.end();
  });

  it('in an unknown encoding are stored as far as they are readable', async () => {
    const { terminal } = await inVehicle();
    // half a letter, bytes that are none, and a zero in the middle of a text
    const garbage = [0x57, 0x42, 0xff, 0xff, 0x00, 0x80, 0x20, 0x31, 0x32, 0xd4];
    expect(await terminal.ask(bytesOf(0, 0, 0, garbage.length, ...garbage))).toBe(0);
    const [kept] = await waybills();
    expect(kept!.text).toMatch(/^WB/);
    expect(kept!.text).toContain('12');
    expect(kept!.text).not.toContain('\0');
    terminal.end();
  });

  it('without text are acknowledged, and truncated or too long ones are refused', async () => {
    const { terminal } = await inVehicle(2019);
    for (const nothing of ['', '   ', '\0\0']) expect(await terminal.ask(saying(nothing))).toBe(0);
    expect(await terminal.ask(bytesOf(0, 0, 0, 9, 0x57))).toBe(2);
    expect(await terminal.ask(bytesOf(0xff, 0xff, 0xff, 0xff, 0x57))).toBe(2);
    expect(await askInParts(terminal, '货'.repeat(8 * 1024))).toBe(2);
    expect(await waybills()).toEqual([]);
    // in its parts, and as long as may be
    const long = '货'.repeat(8 * 1024 - 2);
    expect(await askInParts(terminal, long)).toBe(0);
    expect((await waybills()).map(({ text }) => text)).toEqual([long]);
    expect(fixture.gateway.badFrames()[0]).toMatchObject({ reason: 'body' });
    terminal.end();
  });

  it('are refused above the daily limit of a vehicle, except repeats', async () => {
    const { vehicleId, terminal } = await inVehicle();
    expect(await terminal.ask(saying('京津普货'))).toBe(0);
    await db.run(sql`insert into waybill (vehicle_id, received_at, text)
      select ${vehicleId}::integer, now() - interval '2 hours', n::text from generate_series(1, 200) n`);
    expect(await terminal.ask(saying('沪宁普货'))).toBe(1);
    expect(await terminal.ask(saying('京津普货'))).toBe(0);
    terminal.end();
  });

  it('of an unknown terminal are not stored', async () => {
    const stranger = await connectTerminal(fixture.port, { phone: '13699999999', version: 2013 });
    expect(await stranger.ask(saying('京津普货'))).toBe(1);
    expect(await waybills()).toEqual([]);
    stranger.end();
  });

  it('are not acknowledged while the database is unavailable, and are stored when they are sent again', async () => {
    const { terminal, phone } = await inVehicle();
    await stopDatabase();
    terminal.send(saying('京津普货'));
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(terminal.unread).toEqual([]);
    await startDatabase();
    expect(await terminal.ask(saying('京津普货'))).toBe(0);
    expect((await waybills()).map(({ text }) => text)).toEqual(['京津普货']);
    // nor by a restarted server
    terminal.end();
    await fixture.stop();
    fixture = await startGatewayFixture(db);
    const later = await signedIn(phone, 2013);
    expect(await later.ask(saying('京津普货'))).toBe(0);
    expect(await waybills()).toHaveLength(1);
    later.end();
  });
});
