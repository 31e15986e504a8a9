import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { testDatabase } from '../platform/db/testing.ts';
import { archive, type House, startHouse } from './test-house.ts';
import { connectTerminal, locationBody, registerBody, type TestTerminal } from './test-terminal.ts';

let db: Db;
let house: House;
const terminals: TestTerminal[] = [];
const connect = async (...args: Parameters<typeof connectTerminal>) => {
  const terminal = await connectTerminal(...args);
  terminals.push(terminal);
  return terminal;
};
const now = () => Math.floor(Date.now() / 1000) * 1000;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = await startHouse(db);
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
});
afterAll(() => house.stop());

describe('a terminal that is in the archive', () => {
  for (const version of [2011, 2013, 2019] as const) {
    it(`of ${version} registers, authenticates, reports, and is answered when its location is committed`, async () => {
      const phone = `1380013${version}`;
      const vehicleId = await archive(db, phone);
      const terminal = await connect(house.port, { phone, version });
      const asked = terminal.send({ type: 'register', body: registerBody('T000001') });
      const registered = await terminal.reply();
      if (registered.type !== 'registerReply') throw new Error(registered.type);
      expect(registered.body).toMatchObject({ serial: asked, result: 0 });
      expect(registered.phone).toHaveLength(version === 2019 ? 20 : 12);
      const code = registered.body.code!;
      expect(await db.first(`select auth_code, terminal_no from terminal where phone = $1`, [phone])).toEqual({
        auth_code: code,
        terminal_no: 'T000001',
      });
      expect(await terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);
      const at = now();
      expect(await terminal.ask({ id: 0x0200, body: locationBody(at, { odometerKm: 12.3 }) })).toBe(0);
      const stored = await db.query('select gnss_at, lng, lat, speed_kmh, odometer_km from position where vehicle_id = $1', [
        vehicleId,
      ]);
      expect(stored).toEqual([{ gnss_at: at, lng: 116.397, lat: 39.909, speed_kmh: 40, odometer_km: 12.3 }]);
      expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    });
  }
});
