import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

let server: TestServer;
let [eastCar, westCar, rootCar] = [0, 0, 0];
let tokens: Record<'boss' | 'clerk' | 'stranger' | 'worker', string>;
const KEEPING = ['620', '62001', '62002', '62003', '62004'];
const MOVING = ['62010', '62011', '62012', '62013', '62014'];

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('集团');
  const east = await server.department('华东', root);
  const west = await server.department('华西', root);
  rootCar = await addVehicle(server, { plate: '京A00001', departmentId: root });
  eastCar = await addVehicle(server, { plate: '沪A00001', departmentId: east });
  westCar = await addVehicle(server, { plate: '川A00001', departmentId: west });
  await server.account('boss', root, [...KEEPING, ...MOVING]);
  await server.account('clerk', east, [...KEEPING, ...MOVING]);
  await server.account('stranger', west, [...KEEPING, ...MOVING]);
  await server.account('worker', east, ['620', '62001', '62011', '62012']);
  tokens = {
    boss: await server.signIn('boss'),
    clerk: await server.signIn('clerk'),
    stranger: await server.signIn('stranger'),
    worker: await server.signIn('worker'),
  };
});
afterAll(() => server.stop());

type Who = keyof typeof tokens;
const call = async (who: Who, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: tokens[who], cookie: 'language=zh' })).body;
const values = (more: object = {}) => ({
  vehicleId: String(eastCar),
  kind: 2,
  fault: 3,
  description: '2 号摄像头无画面',
  source: 1,
  ...more,
});
const add = async (more: object = {}): Promise<string> =>
  (await call('clerk', 'repair/addRepair', { values: values(more) })).data.id;
const get = async (id: string) => (await call('boss', 'repair/getRepair', { id })).data;
const move = async (who: Who, id: string, action: string, more: object = {}) =>
  call(who, 'repair/changeState', { id, version: (await get(id)).version, action, ...more });

describe('repairs', () => {
  it('get a number, change state step by step, and record each user and action', async () => {
    const id = await add({ planAt: server.clock.now + 60_000 });
    expect(await get(id)).toMatchObject({ repairNo: `WX${id.padStart(6, '0')}`, plate: '沪A00001', state: 1, overdue: false });
    expect((await move('clerk', id, 'dispatch', { values: { worker: '李强', workerTel: '13800001234' } })).data).toEqual({
      state: 2,
    });
    await move('worker', id, 'start');
    await move('worker', id, 'finish', { values: { result: 2, parts: '摄像头 C1 C2 300', cost: 300.5 }, note: '已更换' });
    await move('clerk', id, 'redo', { note: '画面模糊' });
    await move('worker', id, 'finish');
    expect((await move('clerk', id, 'accept', { values: { score: 4 } })).data).toEqual({ state: 5 });
    expect(await get(id)).toMatchObject({ state: 5, worker: '李强', result: 2, cost: 300.5, score: 4, endAt: server.clock.now });
    const { list } = (await call('clerk', 'repair/listMove', { id })).data;
    expect(list.map((each: Record<string, unknown>) => [each['action'], each['by'], each['to'], each['note']])).toEqual([
      ['dispatch', 'clerk', 2, null],
      ['start', 'worker', 3, null],
      ['finish', 'worker', 4, '已更换'],
      ['redo', 'clerk', 3, '画面模糊'],
      ['finish', 'worker', 4, null],
      ['accept', 'clerk', 5, null],
    ]);
    const edit = await call('clerk', 'repair/editRepair', { id, version: (await get(id)).version, values: values() });
    expect(edit.data.fields[0].message).toBe('维修单已结束，不能修改');
  });

  it('change state only if their state, the caller’s permissions and the version allow it', async () => {
    const id = await add();
    expect((await move('clerk', id, 'accept')).data.fields).toEqual([{ path: 'action', message: '当前状态不能执行此操作' }]);
    expect((await move('clerk', id, 'dispatch')).data.fields[0].path).toBe('values.worker');
    expect((await move('worker', id, 'dispatch', { values: { worker: '李强' } })).code).toBe('4003');
    expect((await move('clerk', id, 'dispatch', { values: { worker: '李强', workerTel: '1' } })).code).toBe('4001');
    expect((await get(id)).state).toBe(1);
    const { version } = await get(id);
    const both = await Promise.all(
      ['李强', '王刚'].map((worker) =>
        call('clerk', 'repair/changeState', { id, version, action: 'dispatch', values: { worker } }),
      ),
    );
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '4010']);
    await move('worker', id, 'start');
    expect((await move('worker', id, 'finish')).data.fields).toEqual([{ path: 'values.result', message: '必填' }]);
    // values that the action does not need are ignored
    await move('worker', id, 'finish', { values: { result: 1, score: 5 } });
    expect((await get(id)).score).toBeNull();
  });

  it('are in the scope of their vehicle', async () => {
    const id = await add();
    expect((await call('stranger', 'repair/getRepair', { id })).code).toBe('4004');
    expect((await move('stranger', id, 'cancel')).code).toBe('4004');
    expect((await call('stranger', 'repair/listMove', { id })).code).toBe('4004');
    expect((await call('stranger', 'repair/listRepair')).data.list).toEqual([]);
    expect((await call('stranger', 'repair/optionRepair', { ids: [id] })).data.list).toEqual([]);
    for (const car of [westCar, rootCar]) {
      const foreign = await call('clerk', 'repair/addRepair', { values: values({ vehicleId: String(car) }) });
      expect(foreign.data.fields[0]).toEqual({ path: 'values.vehicleId', message: '所选数据不存在或无权使用' });
    }
    expect((await call('boss', 'repair/addRepair', { values: values({ vehicleId: String(westCar) }) })).code).toBe('0');
  });

  it('are overdue if their planned time has passed and they are still open', async () => {
    const id = await add({ planAt: server.clock.now - 60_000 });
    const overdue = async () =>
      (await call('clerk', 'repair/listRepair', { overdue: true })).data.list.map((each: { id: string }) => each.id);
    expect(await overdue()).toEqual([id]);
    await move('clerk', id, 'cancel', { note: '车辆已停运' });
    expect(await overdue()).toEqual([]);
    expect((await call('clerk', 'repair/listRepair', { state: 6, vehicleId: String(eastCar) })).data.list).toHaveLength(1);
  });
});
