import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let authorization = '';
let [root, east, harbour] = [0, 0, 0];
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  harbour = await server.department('港区', east);
  await server.account('clerk', east, ['20401']);
  authorization = await server.signIn('clerk');
  for (const [plate, departmentId, channels, online] of [
    ['京C00001', east, [1, 2], false],
    ['京C00002', harbour, [1, 5], true],
    ['京C00003', harbour, [], true],
    ['京C00004', root, [1], true],
  ] as const) {
    const id = await addVehicle(server, { plate, departmentId });
    ids[plate] = String(id);
    for (const channel of channels)
      await server.db.run(
        sql`insert into vehicle_channel (vehicle_id, logical, physical, name, kind, icon, yuntai) values (${id}, ${channel}, ${channel}, ${`镜头${channel}`}, 0, 1, false)`,
      );
    if (online)
      await server.db.run(
        sql`insert into online_session (vehicle_id, login_at, last_msg_at, transport) values (${id}, now(), now(), 'tcp')`,
      );
  }
});
afterAll(() => server.stop());

const call = async (path: string, data: object) =>
  (await server.call('POST', `video/${path}`, data, { authorization })).body.data;

it('counts the channels of vehicles, and of departments including their subsidiaries', async () => {
  const targIds = [ids['京C00001'], ids['京C00002'], ids['京C00003']];
  expect(await call('countChannel', { deptIds: [String(east), String(harbour)], targIds })).toEqual({
    departments: [
      { deptId: String(east), total: 4, online: 2 },
      { deptId: String(harbour), total: 2, online: 2 },
    ],
    vehicles: targIds.map((targId, at) => ({ targId, total: [2, 2, 0][at], online: [0, 2, 0][at] })),
  });
});

it('lists the vehicles of a department with their channels, those online first, without closed channels', async () => {
  const list = async () => (await call('listDeptChannel', { deptId: String(east) })).list;
  const channel = (number: number) => ({ channel: number, name: `镜头${number}` });
  const expected = [
    ['京C00002', true, true, [channel(1), channel(5)]],
    ['京C00003', true, false, []],
    ['京C00001', false, true, [channel(1), channel(2)]],
  ] as const;
  const shown = (rows: readonly { carNo: string; online: boolean; recorded: boolean; channels: unknown }[]) =>
    rows.map(({ carNo, online, recorded, channels }) => [carNo, online, recorded, channels]);
  expect(shown(await list())).toEqual(expected);
  for (const [key, value] of [
    ['cabinChannels', '1'],
    ['cabinView', 'cabinClosed'],
  ])
    await server.db.run(
      sql`insert into setting_value (department_id, key, value) values (${root}, ${key}, ${JSON.stringify(value)}::jsonb)`,
    );
  server.bus.publish('settings.changed', { departmentId: root });
  expect(shown(await list()).map(([, , recorded, channels]) => [recorded, channels])).toEqual([
    [true, [channel(5)]],
    [false, []],
    [true, [channel(2)]],
  ]);
});
