import { expect, it } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { Directory } from './directory.ts';
import { GATEWAY_LIMITS } from './limits.ts';

const ROW = {
  id: 1,
  phone: '13800000001',
  vehicle_id: 7,
  terminal_no: null,
  auth_code: null,
  open_until_auth: true,
  protocol_version: null,
  registered: false,
};

/** A database whose answers the test releases. */
function slowDatabase() {
  const asked: ((rows: object[]) => void)[] = [];
  const query = () => new Promise<object[]>((resolve) => asked.push(resolve));
  const db = { query, first: async () => (await query())[0] } as unknown as Db;
  return { db, answer: (row: object, place = 0) => asked.splice(place, 1)[0]?.([row]) };
}

it('a query that started before an update does not overwrite the update', async () => {
  const { db, answer } = slowDatabase();
  const directory = new Directory(db, GATEWAY_LIMITS, Date.now);
  const loaded = directory.load();
  answer(ROW);
  await loaded;
  const entry = directory.get(ROW.phone)!;

  const reloaded = directory.reload([7]);
  directory.update(entry, { authCode: 'issued', registered: true, openUntilAuth: false });
  answer({ ...ROW, vehicle_id: 8 });
  await reloaded;
  expect(directory.get(ROW.phone)).toMatchObject({ authCode: 'issued', registered: true, openUntilAuth: false, vehicleId: 8 });

  const again = directory.reload([8]);
  answer({ ...ROW, auth_code: 'changed in the archive' });
  await again;
  expect(directory.get(ROW.phone)).toMatchObject({ authCode: 'changed in the archive', vehicleId: 7 });
});

it('two queries answered in reverse order leave the result of the later query', async () => {
  const { db, answer } = slowDatabase();
  const directory = new Directory(db, GATEWAY_LIMITS, Date.now);
  const loaded = directory.load();
  answer({ ...ROW, auth_code: 'code' });
  await loaded;

  const [early, late] = [directory.reload([7]), directory.reload([7])];
  // the vehicle was disabled between the two
  answer({ ...ROW, vehicle_id: null, disabled_in: 7 }, 1);
  await late;
  answer({ ...ROW, auth_code: 'code' });
  await early;
  expect(directory.get(ROW.phone)).toMatchObject({ authCode: null, vehicleId: null, disabledIn: 7 });

  // one that was deleted between the two is not found again by the early one, nor lost by it when it is made again
  const [first, second] = [directory.reload([7]), directory.reload([7])];
  answer({ ...ROW, id: 2 }, 1);
  await second;
  answer(ROW);
  const [entry] = await first;
  expect([entry, directory.get(ROW.phone)]).toMatchObject([{ terminalId: 2 }, { terminalId: 2, gone: false }]);
});
