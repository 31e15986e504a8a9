import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { openLiveSocket } from '../../../test/support/live-socket.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let radio: Radio;
let north: number;
let south: number;
let plates = 30_000;
const tokens = new Map<string, string>();
const TEXT = { channels: [8], text: '前方施工，请绕行' };
const DONE = { timeout: 20_000 };

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  const root = await server.department('Head office');
  north = await server.department('North', root);
  south = await server.department('South', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  for (const [name, departmentId, codes] of [
    ['sender', root, ['20201', '20206', '7010509']],
    ['boss', root, ['20201']],
    ['north', north, ['20201']],
    ['looker', root, ['2']],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const call = async (name: string, path: string, data: object, pageModel?: object) =>
  (await server.post(`terminal/${path}`, { data, ...(pageModel ? { pageModel } : {}) }, { authorization: tokens.get(name)! }))
    .body;
/** Vehicles in the order of their ids. */
const cars = async (count: number, departmentId = north): Promise<Vehicle[]> => {
  const made = await Promise.all(Array.from({ length: count }, () => radio.vehicle(`京C${++plates}`, departmentId)));
  return made.sort((a, b) => a.id - b.id);
};
const idsOf = (vehicles: readonly Vehicle[]) => vehicles.map(({ id }) => String(id));
const start = async (targets: readonly Vehicle[], more: object = {}): Promise<string> => {
  const data = { name: '施工提醒', cmdCode: '8300', params: TEXT, targIds: idsOf(targets), ...more };
  const body = await call('sender', 'startBatch', data);
  expect(body).toMatchObject({ code: '0', data: { state: 1 } });
  return body.data.batchId;
};
const find = async (id: string, name = 'sender') =>
  (await call(name, 'listBatch', {})).data.list.find(({ batchId }: { batchId: string }) => batchId === id);
const becomes = (id: string, wanted: object) => expect.poll(() => find(id), DONE).toMatchObject(wanted);
const texts = (terminal: TestTerminal) => terminal.unread.filter(({ type }) => type === 'sendText');
/** Answers the next text. */
const take = async (terminal: TestTerminal, result = 0) =>
  answer(terminal, await terminal.reply(({ type }) => type === 'sendText'), result);

describe('a batch', () => {
  it('sends to each vehicle once, and counts the results', async () => {
    const fleet = await cars(5);
    const terminals = await Promise.all(fleet.slice(0, 3).map((each) => radio.online(each)));
    const id = await start(fleet);
    await take(terminals[0]!);
    await take(terminals[1]!, 1);
    await becomes(id, { state: 1, total: 5, counts: { pending: 0, sent: 1, succeeded: 1, failed: 3 } });
    await take(terminals[2]!);
    await becomes(id, {
      state: 3,
      counts: { pending: 0, sent: 0, succeeded: 2, failed: 3 },
      username: 'sender',
      name: '施工提醒',
    });
    expect(terminals.flatMap(texts)).toEqual([]);

    const results = await call('sender', 'listBatchVehicle', { batchId: id });
    expect(results.pageModel.total).toBe(5);
    expect(
      results.data.list.map(({ targId, state, resultCode }: Record<string, unknown>) => [targId, state, resultCode]),
    ).toEqual([
      [String(fleet[0]!.id), 2, 0],
      [String(fleet[1]!.id), 3, 1],
      [String(fleet[2]!.id), 2, 0],
      [String(fleet[3]!.id), 3, 4020],
      [String(fleet[4]!.id), 3, 4020],
    ]);
    const failed = await call('sender', 'listBatchVehicle', { batchId: id, state: 3 }, { page: 2, limit: 2 });
    expect([failed.pageModel.total, failed.data.list.length]).toEqual([3, 1]);
  });

  it('is sent to departments and all their descendants', async () => {
    const own = await server.department('Depot', south);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const [vehicle] = await cars(1, own);
    const body = await call('sender', 'startBatch', { name: '南区', cmdCode: '8300', params: TEXT, deptIds: [String(south)] });
    const { list } = (await call('sender', 'listBatchVehicle', { batchId: body.data.batchId })).data;
    expect(list.map(({ targId }: { targId: string }) => targId)).toEqual([String(vehicle!.id)]);
    const foreign = { name: 'x', cmdCode: '8300', params: TEXT, deptIds: [String(south)] };
    expect((await call('north', 'startBatch', foreign)).code).toBe('4004');
  });

  it('can be checked before sending by users with permission to send it', async () => {
    const own = await server.department('Yard', north);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const fleet = await cars(12, own);
    const check = { cmdCode: '8300', deptIds: [String(own)] };
    const { vehicles, plates: named } = (await call('sender', 'checkBatch', check)).data;
    const known = await server.db.query<{ plate: string }>(
      sql`select plate from vehicle where department_id = ${own} order by id`,
    );
    expect([vehicles, named]).toEqual([12, known.slice(0, 10).map(({ plate }) => plate)]);
    const one = await call('sender', 'checkBatch', { cmdCode: '8300', targIds: idsOf(fleet).slice(0, 1) });
    expect(one.data).toEqual({ vehicles: 1, plates: [known[0]!.plate] });
    const empty = await server.department('Empty yard', north);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    expect((await call('sender', 'checkBatch', { cmdCode: '8300', deptIds: [String(empty)] })).code).toBe('4001');
    expect((await call('sender', 'checkBatch', { cmdCode: '8300' })).code).toBe('4001');
    expect((await call('looker', 'checkBatch', check)).code).toBe('4003');
    expect((await call('north', 'checkBatch', { cmdCode: '8300', deptIds: [String(south)] })).code).toBe('4004');
  });

  it('is refused with wrong parameters, without the permission, and for foreign vehicles', async () => {
    const [vehicle] = await cars(1, south);
    const data = { name: 'x', cmdCode: '8300', params: TEXT, targIds: idsOf([vehicle!]) };
    expect((await call('sender', 'startBatch', { ...data, params: { channels: [], text: '' } })).code).toBe('4001');
    expect((await call('sender', 'startBatch', { ...data, deptIds: [String(south)] })).code).toBe('4001');
    expect((await call('looker', 'startBatch', data)).code).toBe('4003');
    expect((await call('north', 'startBatch', data)).code).toBe('4004');
  });

  it('is visible to its sender, and to users above with permission to send the command', async () => {
    const fleet = await cars(1);
    const id = await start(fleet);
    expect(await find(id, 'boss')).toMatchObject({ mine: false, username: 'sender' });
    expect([await find(id, 'north'), await find(id, 'looker')]).toEqual([undefined, undefined]);
    for (const name of ['north', 'looker']) expect((await call(name, 'listBatchVehicle', { batchId: id })).code).toBe('4004');
    expect((await call('boss', 'controlBatch', { batchId: id, action: 'cancel' })).code).toBe('4003');
  });

  it('pauses, resumes, and is cancelled; sent commands stay sent', async () => {
    const fleet = await cars(2);
    const terminal = await radio.online(fleet[0]!);
    const id = await start(fleet, { queueOffline: true });
    await take(terminal);
    await becomes(id, { state: 1, counts: { succeeded: 1, waiting: 1 } });
    const control = (action: string) => call('sender', 'controlBatch', { batchId: id, action });
    expect((await control('resume')).code).toBe('4010');
    expect((await control('pause')).data).toEqual({ state: 2 });
    expect((await control('pause')).code).toBe('4010');
    expect((await control('resume')).data).toEqual({ state: 1 });
    expect((await control('cancel')).data).toEqual({ state: 4 });
    await becomes(id, { state: 4, counts: { succeeded: 1, waiting: 0, cancelled: 1 } });
    expect((await control('resume')).code).toBe('4010');
  });

  it('is retried only for failed vehicles', async () => {
    const fleet = await cars(3);
    const [first, second] = await Promise.all(fleet.slice(0, 2).map((each) => radio.online(each)));
    const id = await start(fleet);
    await take(first!);
    await take(second!, 1);
    await becomes(id, { state: 3, counts: { succeeded: 1, failed: 2 } });
    const third = await radio.online(fleet[2]!);
    expect((await call('sender', 'retryBatch', { batchId: id })).data).toEqual({ vehicles: 2, state: 1 });
    await take(second!);
    await take(third);
    await becomes(id, { state: 3, counts: { succeeded: 3, failed: 0 } });
    expect(texts(first!)).toEqual([]);
    expect((await call('boss', 'retryBatch', { batchId: id })).code).toBe('4003');
  });

  it('stops when its sender loses the permission', async () => {
    const fleet = await cars(2);
    const id = await start(fleet, { cmdCode: '8201', params: {} });
    await becomes(id, { state: 3 });
    await server.account('leaver', north, ['20206']);
    tokens.set('leaver', await server.signIn('leaver'));
    const paused = await call('leaver', 'startBatch', { name: 'x', cmdCode: '8201', params: {}, targIds: idsOf(fleet) });
    await call('leaver', 'controlBatch', { batchId: paused.data.batchId, action: 'pause' });
    await server.db.run(sql`
      update command_batch_vehicle set command_id = null where batch_id = ${Number(paused.data.batchId)}`);
    await server.db.run(sql`update command_batch set state = 2 where id = ${Number(paused.data.batchId)}`);
    await server.db.run(sql`
      delete from account_role where account_id = (select id from account where login_name = 'leaver')`);
    server.clock.now += MINUTE_MS;
    await call('leaver', 'controlBatch', { batchId: paused.data.batchId, action: 'resume' });
    await expect
      .poll(
        () =>
          server.db.query(
            sql`select distinct refused from command_batch_vehicle where batch_id = ${Number(paused.data.batchId)}`,
          ),
        DONE,
      )
      .toEqual([{ refused: 4003 }]);
  });

  it('reports its progress in few messages, without one per command', async () => {
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const listeners = ['sender', 'boss', 'north', 'looker'] as const;
    const opened = await Promise.all(listeners.map((name) => openLiveSocket(port, tokens.get(name)!, 'commonmsg')));
    const fleet = await cars(30);
    const terminals = await Promise.all(fleet.map((each) => radio.online(each)));
    const id = await start(fleet);
    await Promise.all(terminals.map((terminal) => take(terminal)));
    await becomes(id, { state: 3, counts: { succeeded: 30 } });
    const read = (messages: readonly string[]) =>
      messages.map((text) => JSON.parse(text)).filter(({ type }) => type !== 'heartbeat');
    // news of a state follow the state
    const lastState = (at: number) => read(opened[at]!.messages).findLast(({ data }) => data.batchId === id)?.data.state;
    await expect.poll(() => [lastState(0), lastState(1)], DONE).toEqual([3, 3]);
    const heard = opened.map(({ socket, messages }) => {
      socket.terminate();
      return read(messages);
    });
    const [sender, boss, ...others] = heard.map((messages) => messages.filter(({ data }) => data.batchId === id));
    expect(sender!.at(-1)).toMatchObject({ type: 'commandBatch', data: { state: 3, total: 30, counts: { succeeded: 30 } } });
    expect(sender!.length).toBeLessThan(10);
    expect(boss).toEqual(sender);
    expect(others).toEqual([[], []]);
    expect(heard.flat().filter(({ type }) => type === 'cmdResult')).toEqual([]);
  });

  it('is exported by a task', async () => {
    server.jobs.start();
    const fleet = await cars(3);
    const id = await start(fleet);
    await becomes(id, { state: 3 });
    const authorization = tokens.get('sender')!;
    const { taskId } = (await call('sender', 'exportBatch', { batchId: id })).data;
    const task = async () => (await server.call('POST', 'task/getTask', { id: taskId }, { authorization })).body.data;
    await expect.poll(async () => (await task()).state, DONE).toBe('done');
    expect(await task()).toMatchObject({ result: { rows: 3 }, fileName: expect.stringMatching(/\.xlsx$/) });
    expect((await call('north', 'exportBatch', { batchId: id })).code).toBe('4004');
  });
});
