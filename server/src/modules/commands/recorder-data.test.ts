import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { json, sql } from '../../platform/db/database.ts';

const BLOCKS = 120;
const BLOCK = Buffer.from('557a13000701260520120000014a', 'hex');

let server: TestServer;
let [seqId, short] = ['', ''];
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('Head office');
  const north = await server.department('North', root);
  const south = await server.department('South', root);
  for (const [name, departmentId, codes] of [
    ['clerk', north, ['7011301', '7011309', '7011310']],
    ['viewer', north, ['7011309']],
    ['other', north, ['20201']],
    ['stranger', south, ['7011309', '7011310']],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
  const vehicleId = await addVehicle(server, { plate: '京R00001', departmentId: north, phone: '13900000001' });
  const insert = async (): Promise<string> => {
    const row = await server.db.first<{ id: number }>(sql`
      insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, state, created_at, expire_at, result_data)
      values (${vehicleId}, '8700', 34560, '{}', 0, 20000, 6, now(), now(), '{}') returning id`);
    return String(row!.id);
  };
  [seqId, short] = [await insert(), await insert()];
  const records = Array.from({ length: BLOCKS }, (_, at) => ({ at: 1_779_250_000_000 + at, event: 1 }));
  await server.db.run(sql`
    insert into recorder_upload (command_id, block, records) values (${Number(seqId)}, ${BLOCK}, ${json(records)}::jsonb)`);
});
afterAll(() => server.stop());

const call = async (name: string, path: string, data: object, page?: object) =>
  (await server.post(`terminal/${path}`, { data, ...(page ? { pageModel: page } : {}) }, { authorization: tokens.get(name)! }))
    .body;

describe('long recorder data', () => {
  it('is listed in pages, in its original order', async () => {
    const { data, pageModel } = await call('viewer', 'listRecorderRecord', { seqId }, { page: 3, limit: 50 });
    expect(data.list.map(({ at }: { at: number }) => at - 1_779_250_000_000)).toEqual(
      Array.from({ length: 20 }, (_, i) => 100 + i),
    );
    expect(pageModel.total).toBe(BLOCKS);
  });

  it('is saved as received, by users with permission', async () => {
    const { url } = (await call('clerk', 'saveRecorderData', { seqId })).data;
    const file = await server.http.app.inject({ url });
    expect(Buffer.compare(file.rawPayload, BLOCK)).toBe(0);
    expect(file.headers['content-disposition']).toContain('.VDR');
    expect((await call('viewer', 'saveRecorderData', { seqId })).code).toBe('4003');
  });

  it('is not found for other users, or for commands without such data', async () => {
    expect((await call('stranger', 'listRecorderRecord', { seqId })).code).toBe('4004');
    expect((await call('stranger', 'saveRecorderData', { seqId })).code).toBe('4004');
    expect((await call('other', 'listRecorderRecord', { seqId })).code).toBe('4004');
    expect((await call('clerk', 'listRecorderRecord', { seqId: short })).code).toBe('4004');
  });
});
