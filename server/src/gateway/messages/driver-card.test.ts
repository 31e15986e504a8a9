import { HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { digitsOfTime, type Version } from '@fleetwarden/protocol/jt808';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { privateTestDatabase } from '../../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, type TestTerminal, wholeSecond } from '../../../test/support/gateway/terminal.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { createFieldEncryption } from '../../platform/resources/field-encryption.ts';

const ID_NO = '11010519491231002X';

let db: Db;
let fixture: GatewayFixture;
let stopDatabase: () => Promise<void>;
let startDatabase: () => Promise<void>;
let [company, branch, sister] = [0, 0, 0];

beforeAll(async () => {
  const started = await privateTestDatabase();
  ({ db, stopDatabase, startDatabase } = started);
  fixture = await startGatewayFixture(db);
  company = await department('公司', null);
  branch = await department('车队', company);
  sister = await department('别家', null);
});
afterAll(() => fixture.stop());
beforeEach(() =>
  db.run('delete from driver_card; delete from driver_due; update vehicle set driver_id = null; delete from driver'),
);

const department = async (name: string, parent: number | null) =>
  (await db.first<{ id: number }>(
    sql`insert into department (name, parent_id) values (${name}, ${parent}::integer) returning id`,
  ))!.id;
const driver = async (name: string, of: number, certNo: string | null, idNo: string | null = null) => {
  const hash = idNo === null ? null : createFieldEncryption('s'.repeat(32)).hash(idNo);
  const row = await db.first<{ id: number }>(sql`
    insert into driver (department_id, name, qual_no, id_card_hash) values (${of}, ${name}, ${certNo}::text, ${hash}::text) returning id`);
  return row!.id;
};
let phones = 0;
/** A terminal in a vehicle of the fleet, in its revision. */
async function inVehicle(version: Version = 2013): Promise<{ vehicleId: number; terminal: TestTerminal }> {
  const phone = String(13_700_000_000 + ++phones);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  await db.run(sql`update vehicle set department_id = ${branch} where id = ${vehicleId}`);
  const terminal = await connectTerminal(fixture.port, { phone, version });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret', imei: '', softwareVersion: '' } })).toBe(0);
  return { vehicleId, terminal };
}
const signIn = (at: number, more: object = {}) => ({
  id: 0x0702 as const,
  body: {
    action: 1,
    time: digitsOfTime(at),
    result: 0,
    name: '王建国',
    certNo: '1101000123',
    issuer: '北京运管',
    expiry: '20281231',
    ...more,
  },
});
const cards = () =>
  db.query(sql`select vehicle_id as vehicle, at, action, read_result as result, name, cert_no as cert, issuer,
    to_char(cert_expiry, 'YYYY-MM-DD') as expiry, driver_id as driver from driver_card order by at`);

describe('driver cards', () => {
  it('are stored once, with their driver, before they are acknowledged', async () => {
    const own = await driver('王建国', branch, '1101000123');
    const { vehicleId, terminal } = await inVehicle();
    const at = wholeSecond() - 10 * MINUTE_MS;
    expect(await terminal.ask(signIn(at))).toBe(0);
    const told = {
      vehicle: vehicleId,
      at,
      action: 1,
      result: 0,
      name: '王建国',
      cert: '1101000123',
      issuer: '北京运管',
      expiry: '2028-12-31',
      driver: own,
    };
    expect(await cards()).toEqual([told]);
    // sent again, and at once from two sides
    const again = [terminal.send(signIn(at)), terminal.send(signIn(at))];
    for (const serial of again) expect(await terminal.result(serial)).toBe(0);
    expect(await cards()).toEqual([told]);
    const out = { id: 0x0702 as const, body: { action: 2, time: digitsOfTime(at + MINUTE_MS) } };
    expect(await terminal.ask(out)).toBe(0);
    expect(await terminal.ask(out)).toBe(0);
    expect(await cards()).toMatchObject([told, { action: 2, at: at + MINUTE_MS, result: null, name: null, driver: null }]);
    // something is to be counted of both
    expect(await db.query(sql`select vehicle_id, duty from driver_due where vehicle_id = ${vehicleId}`)).toEqual(
      Array.from({ length: 2 }, () => ({ vehicle_id: vehicleId, duty: true })),
    );
    terminal.end();
  });

  it('match only drivers of the vehicle’s own departments, by identity number before certificate', async () => {
    await driver('别人', sister, '1101000123', ID_NO);
    const { terminal } = await inVehicle(2019);
    const at = wholeSecond() - 10 * MINUTE_MS;
    expect(await terminal.ask(signIn(at, { idNo: ID_NO }))).toBe(0);
    expect((await cards()).map(({ driver: of }) => of)).toEqual([null]);
    // the number itself is not stored
    expect(JSON.stringify(await db.query('select * from driver_card'))).not.toContain(ID_NO);
    // entered later, in the company above: it is his
    const above = await driver('王建国', company, '1101000123');
    expect((await cards()).map(({ driver: of }) => of)).toEqual([above]);
    await db.run(sql`update driver set id_card_hash = null where name = '别人'`);
    const byIdentity = await driver('李四', company, 'X0000001', ID_NO);
    expect(await terminal.ask(signIn(at + MINUTE_MS, { idNo: ID_NO.toLowerCase() }))).toBe(0);
    expect((await cards()).map(({ driver: of }) => of)).toEqual([above, byIdentity]);
    terminal.end();
  });

  it('of a terminal in another time zone have the correct time, and so have its photos', async () => {
    const { vehicleId, terminal } = await inVehicle();
    await db.run(sql`update terminal set utc_offset_h = 0 where vehicle_id = ${vehicleId}`);
    fixture.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
    const at = wholeSecond() - MINUTE_MS;
    await eventually(() => expect(fixture.ingest.correctTime(vehicleId, at - 8 * HOUR_MS)).toBe(at));
    expect(await terminal.ask(signIn(at - 8 * HOUR_MS))).toBe(0);
    expect(await cards()).toMatchObject([{ at }]);
    const photo = { kind: 0, format: 0, event: 0, channel: 1, data: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) };
    const location = locationBody(at - 8 * HOUR_MS).subarray(0, 28);
    expect(await terminal.ask({ type: 'mediaUpload', body: { ...photo, mediaId: 5, location } })).toBe(0);
    expect(await db.query(sql`select at from media where vehicle_id = ${vehicleId}`)).toEqual([{ at }]);
    terminal.end();
  });

  it('of the 2011 version, or with an implausible clock, are stored once with the time of arrival', async () => {
    const { terminal } = await inVehicle(2011);
    const before = Date.now();
    const old = { id: 0x0702 as const, body: { name: '王建国', idNo: ID_NO, certNo: '1101000123', issuer: '北京运管' } };
    for (let i = 0; i < 3; i++) expect(await terminal.ask(old)).toBe(0);
    const wrong = signIn(Date.parse('2001-01-01T00:00:00Z'));
    for (let i = 0; i < 3; i++) expect(await terminal.ask(wrong)).toBe(0);
    const rows = await cards();
    expect(rows).toMatchObject([
      { action: 1, result: null },
      { action: 1, result: 0 },
    ]);
    for (const { at } of rows as { at: number }[]) expect(at).toBeGreaterThanOrEqual(before);
    terminal.end();
  });

  it('that could not be read are stored with the reason, and invalid values are refused', async () => {
    const { terminal } = await inVehicle();
    const at = wholeSecond() - MINUTE_MS;
    expect(await terminal.ask({ id: 0x0702, body: { action: 1, time: digitsOfTime(at), result: 3 } })).toBe(0);
    expect(await cards()).toMatchObject([{ action: 1, result: 3, name: null, driver: null }]);
    expect(await terminal.ask({ id: 0x0702, body: { action: 1, time: digitsOfTime(at + 1_000), result: 9 } })).toBe(2);
    // a date that is none is none
    expect(await terminal.ask(signIn(at + 2_000, { expiry: '20281399' }))).toBe(0);
    expect(await cards()).toMatchObject([{ result: 3 }, { name: '王建国', expiry: null }]);
    terminal.end();
  });

  it('are refused above the limit of a vehicle', async () => {
    const { vehicleId, terminal } = await inVehicle();
    const at = wholeSecond() - MINUTE_MS;
    await db.run(sql`insert into driver_card (vehicle_id, at, received_at, action)
      select ${vehicleId}::integer, now() - interval '2 hours' - n * interval '1 second', now(), 2 from generate_series(1, 1000) n`);
    expect(await terminal.ask(signIn(at))).toBe(1);
    terminal.end();
  });

  it('are not acknowledged while the database is unavailable, and are acknowledged after recovery', async () => {
    const { terminal } = await inVehicle();
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    await stopDatabase();
    terminal.send(signIn(wholeSecond() - MINUTE_MS));
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(terminal.unread).toEqual([]);
    await startDatabase();
    expect(await terminal.ask(signIn(wholeSecond() - 2 * MINUTE_MS))).toBe(0);
    expect((await cards()).length).toBeGreaterThanOrEqual(1);
    terminal.end();
  });
});
