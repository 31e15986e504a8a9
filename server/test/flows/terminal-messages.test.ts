import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Radio, startRadio } from '../support/radio.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let radio: Radio;
let [boss, clerk, onlooker] = ['', '', ''];
let [root, north] = [0, 0];

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('车队');
  north = await server.department('北方', root);
  await server.account('boss', root, ['612', '61201']);
  await server.account('clerk', north, ['612', '61201']);
  await server.account('onlooker', root, ['2', '20101']);
  await server.account('serial', root, ['701', '70116', '7011601']);
  [boss, clerk, onlooker] = [await server.signIn('boss'), await server.signIn('clerk'), await server.signIn('onlooker')];
  radio = await startRadio(server);
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const list = async (token: string, data: object) =>
  (await server.call('POST', 'device/listMessage', data, { authorization: token })).body;

it('messages that are not interpreted are found by vehicle, message id and reason, within the scope', async () => {
  const [own, other] = [await radio.vehicle('京P00001', north), await radio.vehicle('京P00002', root)];
  const long = Uint8Array.from({ length: 3_000 }, (_, i) => i % 251);
  for (const vehicle of [own, other]) {
    const terminal = await radio.online(vehicle);
    expect(await terminal.ask({ id: 0x0f01, body: Uint8Array.of(5) })).toBe(3);
    const first = terminal.send({ id: 0x0900, body: long }, { maxBody: 1_000 });
    expect(await terminal.result(first + 2)).toBe(0);
  }
  const all = (await list(boss, {})).data.list;
  expect(all).toHaveLength(4);
  expect(all[0]).toMatchObject({
    carId: String(other.id),
    carNo: '京P00002',
    messageId: 0x0900,
    subType: 0,
    reason: 2,
    bytes: 3_000,
  });
  expect(all[0].hex).toBe(Buffer.from(long.subarray(0, 2_048)).toString('hex'));
  expect((await list(boss, { id: all[0].id })).data.list[0].hex).toBe(Buffer.from(long).toString('hex'));
  expect((await list(boss, { carNo: 'p00001', messageId: 0x0f01 })).data.list).toMatchObject([
    { carId: String(own.id), hex: '05' },
  ]);
  expect((await list(boss, { carId: String(other.id), reason: 1 })).data.list).toMatchObject([{ messageId: 0x0f01 }]);

  const seen = (await list(clerk, {})).data.list as { carId: string }[];
  expect(seen.map(({ carId }) => carId)).toEqual([String(own.id), String(own.id)]);
  expect((await list(clerk, { id: all[0].id })).data.list).toEqual([]);
  expect((await list(clerk, { carId: String(other.id) })).data.list).toEqual([]);
  expect((await list(onlooker, {})).code).toBe('4003');

  // the page of transparent data shows no other messages
  const serial = await server.signIn('serial');
  const ofPage = (await list(serial, {})).data.list as { messageId: number }[];
  expect(ofPage.map(({ messageId }) => messageId)).toEqual([0x0900, 0x0900]);
  expect((await list(serial, { messageId: 0x0f01 })).data.list).toEqual([]);
  expect((await list(serial, { id: (await list(boss, { messageId: 0x0f01 })).data.list[0].id })).data.list).toEqual([]);
});
