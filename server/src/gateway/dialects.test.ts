import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { encode } from '@fleetwarden/protocol/codec';
import { DriverState } from '@fleetwarden/protocol/jsatl12';
import { digitsOfTime, encodeBody, encodeMessage, escapeFrame } from '@fleetwarden/protocol/jt808';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, type TestTerminal, wholeSecond } from '../../test/support/gateway/terminal.ts';
import { devices } from '../modules/fleet/devices.ts';
import { type Db, type Sql, sql } from '../platform/db/database.ts';

let db: Db;
let fixture: GatewayFixture;
let phones = 0;

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db);
});
afterAll(() => fixture.stop());

/** A terminal of a model of its own, online. */
async function online() {
  const phone = String(13_500_000_000 + ++phones);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  await db.run(sql`update terminal set maker = 'ABCDE', model = ${phone} where phone = ${phone}`);
  const terminal = await connectTerminal(fixture.port, { phone });
  return { phone, vehicleId, terminal };
}
const authenticate = async (terminal: TestTerminal) =>
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);

/** Settings of the model; they hold after 'fleet.changed'. */
async function setModel(vehicleId: number, set: Sql): Promise<void> {
  await db.run(sql`
    insert into terminal_model (department_id, maker, model)
    select v.department_id, t.maker, t.model from terminal t join vehicle v on v.id = t.vehicle_id where v.id = ${vehicleId}`);
  await db.run(sql`update terminal_model set ${set} where model = (select model from terminal where vehicle_id = ${vehicleId})`);
  fixture.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
}
const suggested = (vehicleId: number) =>
  db.first(sql`
    select suggested_header as header, suggested_jsatl_table as "table", suggested_encoding as encoding
    from (${devices}) d where d.phone = (select phone from terminal where vehicle_id = ${vehicleId})`);

describe('the dialect of a terminal', () => {
  it('for texts is suggested when they are UTF-8, and follows the setting of its model', async () => {
    const { vehicleId, terminal } = await online();
    await authenticate(terminal);
    let at = wholeSecond() - 10 * MINUTE_MS;
    const signIn = async () => {
      at += 1_000;
      const card = {
        action: 1,
        time: digitsOfTime(at),
        result: 0,
        name: '王建国',
        certNo: '1',
        issuer: '北京运管',
        expiry: '20281231',
      };
      expect(await terminal.ask({ id: 0x0702, body: encodeBody({ id: 0x0702, body: card }, 2013, 'utf8') })).toBe(0);
      const row = await db.first<{ name: string }>(sql`
        select name from driver_card where vehicle_id = ${vehicleId} order by at desc limit 1`);
      return row!.name;
    };
    expect(await signIn()).not.toBe('王建国');
    await eventually(async () => expect(await suggested(vehicleId)).toEqual({ header: null, table: null, encoding: 2 }));
    await setModel(vehicleId, sql`text_encoding = 2`);
    await eventually(async () => expect(await signIn()).toBe('王建国'));
    expect(await suggested(vehicleId)).toEqual({ header: null, table: null, encoding: null });
    // the terminal itself says otherwise
    await db.run(sql`update terminal set text_encoding = 1 where vehicle_id = ${vehicleId}`);
    fixture.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
    await eventually(async () => expect(await signIn()).not.toBe('王建国'));
    terminal.end();
  });

  it('for headers follows the setting, even if the 12-byte header has the number of another terminal', async () => {
    const { phone, vehicleId, terminal: first } = await online();
    first.end();
    const other = await archive(db, '10000000001', { plate: '京A99999' });
    const ask = async () => {
      const terminal = await connectTerminal(fixture.port, { phone });
      const wide = encodeMessage({ id: 0x0102, body: new Uint8Array(), version: 2019, phone, serial: 1 })[0]!;
      const body = Uint8Array.from([6, ...Buffer.from('secret'), ...new Uint8Array(35)]);
      const header = Buffer.from(wide).subarray(1, 18);
      // no version bit, and a length that contains five bytes of the header
      header.writeUInt16BE(body.length + 5, 2);
      terminal.raw(escapeFrame(Uint8Array.from([...header, ...body])));
      const reply = await terminal.reply();
      terminal.end();
      return reply.type === 'platformAck' && reply.phone.endsWith(phone) ? reply.body.result : null;
    };
    expect(await ask()).not.toBe(0);
    await setModel(vehicleId, sql`header_form = 2`);
    await eventually(async () => expect(await ask()).toBe(0));
    await db.run(sql`update terminal set header_form = 1 where vehicle_id = ${vehicleId}`);
    await db.run(sql`delete from terminal where vehicle_id = ${other}`);
    await eventually(async () => expect(await suggested(vehicleId)).toMatchObject({ header: 2 }));
    fixture.bus.publish('fleet.changed', { vehicleIds: [vehicleId, other] });
    await eventually(async () => expect(await ask()).not.toBe(0));
  });

  it('for active-safety alarms follows the setting, and is suggested by the form of the identification', async () => {
    const { vehicleId, terminal } = await online();
    await authenticate(terminal);
    const place = { speedKmh: 62, altitudeM: 30, latitude: 39, longitude: 116, time: '260601080000', vehicleBits: 0 };
    let at = wholeSecond() - 10 * MINUTE_MS;
    const types = () => db.query(sql`select type_id from alarm where vehicle_id = ${vehicleId} order by start_at`);
    const raise = async (alarmId: number) => {
      at += 1_000;
      const identification = {
        terminalId: 'T'.repeat(30),
        time: '260601080000',
        serial: alarmId,
        attachments: 0,
        reserved: new Uint8Array(2),
      };
      const state = { alarmId, flag: 0, type: 6, level: 2, fatigue: 0, reserved: new Uint8Array(4), ...place, identification };
      const value = encode(DriverState, state);
      const extra = Uint8Array.from([101, value.length, ...value]);
      expect(await terminal.ask({ id: 0x0200, body: locationBody(at, { extra, satellites: null }) })).toBe(0);
    };
    await raise(1);
    await eventually(async () => expect(await types()).toEqual([{ type_id: 87 }]));
    await setModel(vehicleId, sql`jsatl_table = 1`);
    await eventually(async () => {
      await raise(2);
      expect(await types()).toContainEqual({ type_id: 85 });
    });
    await eventually(async () => expect(await suggested(vehicleId)).toMatchObject({ table: 2 }));
    terminal.end();
  });
});
