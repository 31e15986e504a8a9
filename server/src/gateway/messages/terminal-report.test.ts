import { gzipSync } from 'node:zlib';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { encodeMessage } from '@fleetwarden/protocol/jt808';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { archive, type GatewayFixture, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, type TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { REPORTS_PER_DAY } from '../../ingest/limits.ts';
import { deleteOldReports } from '../../ingest/terminal-report-store.ts';
import { type Db, sql } from '../../platform/db/database.ts';

let db: Db;
let fixture: GatewayFixture;
let phones = 13_400_000_000;

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db, { limits: { decompressedBytes: 10_000 } });
});
beforeEach(() => db.run('delete from terminal_report; delete from terminal_message'));
afterAll(() => fixture.stop());

async function online(): Promise<{ vehicleId: number; phone: string; terminal: TestTerminal }> {
  const phone = String(++phones);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  const terminal = await connectTerminal(fixture.port, { phone });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  return { vehicleId, phone, terminal };
}
const reports = (vehicleId: number) =>
  db.query(sql`select kind, number, value, command_id from terminal_report where vehicle_id = ${vehicleId} order by id`);
const messages = (vehicleId: number) =>
  db.query<{ message_id: number; reason: number; body: Buffer }>(
    sql`select message_id, reason, body from terminal_message where vehicle_id = ${vehicleId} order by id`,
  );

describe('reports of drivers', () => {
  it('are stored, published and answered', async () => {
    const { vehicleId, terminal } = await online();
    expect(await terminal.ask({ type: 'eventReport', body: { eventId: 7 } })).toBe(0);
    expect(await terminal.ask({ type: 'questionAnswer', body: { serial: 4_000, answerId: 2 } })).toBe(0);
    expect(await terminal.ask({ type: 'infoDemand', body: { kind: 5, action: 1 } })).toBe(0);
    const stored = [
      { kind: 1, number: 7, value: null, command_id: null },
      // no question of ours has this serial
      { kind: 2, number: 2, value: 4_000, command_id: null },
      { kind: 3, number: 5, value: 1, command_id: null },
    ];
    expect(await reports(vehicleId)).toEqual(stored);
    const told = fixture.events.flatMap(({ subject, payload }) => (subject === 'terminal.reported' ? [payload] : []));
    expect(told).toMatchObject(stored.map(({ kind, number, value }) => ({ vehicleId, kind, number, value, commandId: null })));
    terminal.end();
  });

  it('are stored once if their frame is repeated, and again under another serial', async () => {
    const { vehicleId, phone, terminal } = await online();
    for (const serial of [900, 900, 901]) {
      terminal.raw(encodeMessage({ id: 0x0301, body: { eventId: 1 }, version: 2013, phone, serial })[0]!);
      expect(await terminal.result(serial)).toBe(0);
    }
    expect(await reports(vehicleId)).toHaveLength(2);
    terminal.end();
  });

  it('are refused beyond the daily limit, and deleted after a year', async () => {
    const { vehicleId, terminal } = await online();
    await db.run(sql`
      insert into terminal_report (vehicle_id, received_at, kind, number, serial)
      select ${vehicleId}, now(), 1, 1, i from generate_series(1, ${REPORTS_PER_DAY}) i`);
    expect(await terminal.ask({ type: 'eventReport', body: { eventId: 7 } })).toBe(1);
    expect(await deleteOldReports(db, Date.now())).toBe(0);
    expect(await deleteOldReports(db, Date.now() + 367 * DAY_MS)).toBe(REPORTS_PER_DAY);
    terminal.end();
  });

  it('are malformed if they are too short', async () => {
    const { vehicleId, terminal } = await online();
    expect(await terminal.ask({ id: 0x0302, body: Uint8Array.of(1) })).toBe(2);
    expect(await reports(vehicleId)).toEqual([]);
    terminal.end();
  });
});

describe('data that is not interpreted', () => {
  it('of CAN is stored as received', async () => {
    const { vehicleId, terminal } = await online();
    const body = Buffer.from('000115092603500000010201020304050607ff', 'hex');
    expect(await terminal.ask({ id: 0x0705, body })).toBe(0);
    expect(await messages(vehicleId)).toEqual([{ message_id: 0x0705, reason: 2, body }]);
    terminal.end();
  });

  it('is stored decompressed, or as received if that is impossible', async () => {
    const { vehicleId, terminal } = await online();
    const send = async (data: Uint8Array) => expect(await terminal.ask({ type: 'compressedUp', body: { data } })).toBe(0);
    const text = Buffer.from('里程 12,345.6 km');
    await send(gzipSync(text));
    await send(Uint8Array.of(1, 2, 3));
    // a few bytes that would become many
    const bomb = gzipSync(Buffer.alloc(100_000));
    await send(bomb);
    expect((await messages(vehicleId)).map(({ body }) => body)).toEqual([
      text,
      Buffer.of(0, 0, 0, 3, 1, 2, 3),
      Buffer.concat([Buffer.of(0, 0, 0, bomb.length), bomb]),
    ]);
    terminal.end();
  });
});

it("a terminal's RSA key is refused and stored", async () => {
  const { vehicleId, terminal } = await online();
  const n = new Uint8Array(128).fill(7);
  expect(await terminal.ask({ type: 'terminalRsaKey', body: { e: 65_537, n } })).toBe(3);
  expect(await messages(vehicleId)).toMatchObject([{ message_id: 0x0a00, reason: 1 }]);
  terminal.end();
});
