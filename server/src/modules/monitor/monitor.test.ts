import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAlarm } from '../../../test/support/alarms.ts';
import { addVehicle, live } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let root: number;
let north: number;
let harbour: number;
let south: number;
const car: Record<string, number> = {};
let boss: string;
let northern: string;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
  north = await server.department('North', root);
  harbour = await server.department('Harbour', north);
  south = await server.department('South', root);
  car['N1'] = await addVehicle(server, { plate: '粤A00001', departmentId: north, phone: '13900000001', driver: '王伟' });
  car['N2'] = await addVehicle(server, { plate: '粤A00002', departmentId: north });
  car['H1'] = await addVehicle(server, { plate: '粤B00001', departmentId: harbour, phone: '13900000002', vehicleType: 11 });
  car['S1'] = await addVehicle(server, { plate: '粤C00001', departmentId: south, phone: '13900000003' });
  await server.account('boss', root);
  await server.account('northern', north);
  boss = await server.signIn('boss');
  northern = await server.signIn('northern');
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  await vi.waitFor(async () => expect((await ask(boss, 'mainPage/countByStatus')).data.total).toBe(4));
});
afterAll(() => server.stop());

const ask = async (token: string, path: string, data: object = {}) =>
  (await server.call(/^car/.test(path) ? 'GET' : 'POST', path, data, { authorization: token })).body;
const names = (body: { data: { list: { ltName: string }[] } }) => body.data.list.map((node) => node.ltName);

describe('the tree', () => {
  it('lists the departments of the scope with counts, parents first', async () => {
    server.bus.publish('vehicles.updated', [live(car['H1']!, { status: 2 }), live(car['N1']!, { status: 4 })]);
    const { data } = await ask(boss, 'mainPage/getLeftTree');
    expect(data.list).toEqual([
      {
        ltId: `d${root}`,
        ltName: 'Head office',
        ltType: 0,
        deptId: `${root}`,
        parentId: null,
        total: 4,
        online: 2,
        checked: false,
      },
      {
        ltId: `d${north}`,
        ltName: 'North',
        ltType: 0,
        deptId: `${north}`,
        parentId: `${root}`,
        total: 3,
        online: 2,
        checked: false,
      },
      {
        ltId: `d${harbour}`,
        ltName: 'Harbour',
        ltType: 0,
        deptId: `${harbour}`,
        parentId: `${north}`,
        total: 1,
        online: 1,
        checked: false,
      },
      {
        ltId: `d${south}`,
        ltName: 'South',
        ltType: 0,
        deptId: `${south}`,
        parentId: `${root}`,
        total: 1,
        online: 0,
        checked: false,
      },
    ]);
    expect(names(await ask(northern, 'mainPage/getLeftTree'))).toEqual(['North', 'Harbour']);
    expect((await ask(northern, 'mainPage/getDeptTree')).data.list[0]).toEqual({
      deptId: `${north}`,
      deptName: 'North',
      parentId: null,
      total: 3,
      online: 2,
      checked: false,
    });
  });

  it('loads a department: the select-all node, subordinate departments, then pages of vehicles', async () => {
    expect(names(await ask(boss, 'mainPage/getLeftTree2'))).toEqual(['Head office']);
    const first = await ask(boss, 'mainPage/getLeftTree2', { deptId: `${north}` });
    expect(first.pageModel).toEqual({ page: 1, limit: 200, total: 2 });
    expect(first.data.list.map((node: { ltType: number }) => node.ltType)).toEqual([9, 0, 3, 3]);
    expect(first.data.list[2]).toMatchObject({
      carNo: '粤A00001',
      targId: `${car['N1']}`,
      status: '4',
      color: 2,
      checked: false,
    });
    const second = await server.post(
      'mainPage/getLeftTree2',
      { data: { deptId: `${north}` }, pageModel: { page: 2, limit: 1 } },
      { authorization: boss },
    );
    expect(names(second.body)).toEqual(['粤A00002']);
    expect(
      (await server.call('POST', 'mainPage/getLeftTree2', { deptId: `${south}` }, { authorization: boss, cookie: 'language=zh' }))
        .body.data.list[0].ltName,
    ).toBe('全选');
  });

  it('shows only vehicles with video channels and their departments if requested', async () => {
    const tree = async (data: object) => names(await ask(boss, 'mainPage/getLeftTree2', { hasVideo: true, ...data }));
    expect([await tree({}), await tree({ deptId: `${north}` })]).toEqual([['Head office'], [expect.any(String)]]);
    const addChannel = (id: number | undefined) =>
      server.db.run(sql`
        insert into vehicle_channel (vehicle_id, logical, physical, name, kind, icon, yuntai) values (${id!}, 1, 1, '', 0, 1, false)`);
    await addChannel(car['N2']);
    const only = await ask(boss, 'mainPage/getLeftTree2', { deptId: `${north}`, hasVideo: true });
    expect([names(only).slice(1), only.pageModel.total]).toEqual([['粤A00002'], 1]);
    const rooms = (await tree({ deptId: `${root}` })).slice(1);
    expect(rooms).toEqual(['North']);
    const found = async (hasVideo: boolean) => names(await ask(boss, 'mainPage/getTreeByCarNo', { carNo: '粤A0000', hasVideo }));
    expect(await found(true)).toEqual(['粤A00002']);
    expect(await found(false)).toContain('粤A00001');
    await server.db.run(sql`delete from vehicle_channel`);
  });

  const treeCalls = ['getLeftTree', 'getLeftTree2', 'getCarListByDeptId', 'getDeptTree'].map((name) => `mainPage/${name}`);
  it.each(treeCalls)('%s accepts a department by its id or by its node', async (path) => {
    const byId = await ask(boss, path, { deptId: `${north}` });
    expect([byId.code, byId.data.list.length > 0]).toEqual(['0', true]);
    const [all] = (await ask(boss, 'mainPage/getLeftTree2', { deptId: `${north}` })).data.list;
    const [, group] = (await ask(boss, 'mainPage/getLeftTree')).data.list;
    expect([all.ltType, group.ltType, group.ltName]).toEqual([9, 0, 'North']);
    for (const node of [all, group])
      for (const data of [node, { node }, { node: { ...node, expanded: true } }])
        expect(await ask(boss, path, data)).toEqual(byId);
  });
  it.each(treeCalls)('%s refuses a vehicle as the parent node', async (path) => {
    const [leaf] = (await ask(boss, 'mainPage/getCarListByDeptId', { deptId: `${north}` })).data.list;
    for (const data of [leaf, { node: leaf }]) expect((await ask(boss, path, data)).code).toBe('4001');
  });
  it.each(['13', '607', '608', '615'])('lets users of page %s choose vehicles from their own departments only', async (code) => {
    const name = `chooser${code}`;
    await server.account(name, north, [code]);
    const token = await server.signIn(name);
    expect(names(await ask(token, 'mainPage/getCarListByDeptId'))).toEqual(['粤A00001', '粤A00002', '粤B00001']);
    expect((await ask(token, 'mainPage/getLeftTree2')).code).toBe('0');
    expect((await ask(token, 'mainPage/getTreeByCarNo', { carNo: '粤C' })).data.list).toEqual([]);
    expect((await ask(token, 'mainPage/getLeftTree')).code).toBe('4003');
  });
  it('starts at the caller’s own department by default', async () => {
    expect(names(await ask(northern, 'mainPage/getCarListByDeptId'))).toEqual(['粤A00001', '粤A00002', '粤B00001']);
    expect(names(await ask(boss, 'mainPage/getLeftTree', { deptId: `${north}` }))).toEqual(['North', 'Harbour']);
  });

  it('lists vehicles below a department, with paging across its subordinate departments', async () => {
    const all = await ask(boss, 'mainPage/getCarListByDeptId', { deptId: `${root}` });
    expect(names(all)).toEqual(['粤A00001', '粤A00002', '粤B00001', '粤C00001']);
    expect(all.pageModel).toEqual({ page: 1, limit: 10, total: 4 });
    const page = await server.post(
      'mainPage/getCarListByDeptId',
      { data: { deptId: `${root}` }, pageModel: { page: 2, limit: 3 } },
      { authorization: boss },
    );
    expect([names(page.body), page.body.pageModel.total]).toEqual([['粤C00001'], 4]);
  });

  it.each([
    ['a00001', ['粤A00001']],
    ['0000000', ['粤A00001', '粤B00001', '粤C00001']],
    ['王', ['粤A00001']],
    ['t1', ['粤A00001', '粤B00001', '粤C00001']],
    ['%', []],
  ])('finds %s by plate, phone, terminal id or driver', async (carNo, found) => {
    expect(names(await ask(boss, 'mainPage/getTreeByCarNo', { carNo }))).toEqual(found);
  });

  it('distinguishes a vehicle from a search (1) from one in its group (3)', async () => {
    const [hit] = (await ask(boss, 'mainPage/getTreeByCarNo', { carNo: 'a00001' })).data.list;
    const [member] = (await ask(boss, 'mainPage/getCarListByDeptId', { deptId: `${north}` })).data.list;
    expect([hit.ltType, member.ltType]).toEqual([1, 3]);
    expect({ ...hit, ltType: 3 }).toEqual(member);
  });

  it('counts by status, and updates the counts incrementally', async () => {
    const counts = async () => (await ask(boss, 'mainPage/countByStatus')).data;
    server.bus.publish('vehicles.updated', [live(car['H1']!, { status: 5 }), live(car['S1']!, { status: 6 })]);
    expect(await counts()).toEqual({
      total: 4,
      offline: 1,
      parked: 0,
      moving: 0,
      idling: 0,
      alarm: 1,
      emergency: 1,
      noFix: 1,
      never: 1,
    });
    server.bus.publish('vehicles.updated', [live(car['H1']!, { status: 0, online: false }), live(car['H1']!, { status: 2 })]);
    expect(await counts()).toMatchObject({ total: 4, offline: 1, moving: 1, emergency: 0, never: 1 });
    expect((await ask(boss, 'mainPage/countByStatus', { deptId: `${south}` })).data).toMatchObject({ total: 1, noFix: 1 });
  });
});

describe('a vehicle', () => {
  const locate = async (id: number) =>
    (await server.call('GET', 'car/locate', { carId: `${id}` }, { authorization: boss, cookie: 'language=zh' })).body;

  it('is located in WGS-84 degrees', async () => {
    const time = Date.parse('2026-11-21T00:00:00Z');
    server.bus.publish('vehicles.updated', [live(car['H1']!, { status: 2, gnssAt: time })]);
    expect(await locate(car['H1']!)).toMatchObject({
      code: '0',
      data: {
        tid: `${car['H1']}`,
        cid: `${car['H1']}`,
        cno: '粤B00001',
        status: '2',
        time,
        x: 113.2644,
        y: 23.1291,
        d: 90,
        sp: 60,
      },
    });
  });
  it('without a position returns not found', async () => {
    const unfound = { code: '4004', msg: '未查询到此车辆GPS数据信息' };
    expect(await locate(car['N2']!)).toMatchObject(unfound);
    // online, and never anywhere yet
    server.bus.publish('vehicles.updated', [live(car['N2']!, { lng: null, lat: null, gnssAt: null, status: 6 })]);
    expect(await locate(car['N2']!)).toMatchObject(unfound);
  });
  it('abroad is located too: the console chooses the map', async () => {
    server.bus.publish('vehicles.updated', [live(car['S1']!, { lng: 2.35, lat: 48.86, status: 6 })]);
    expect((await locate(car['S1']!)).data).toMatchObject({ x: 2.35, y: 48.86 });
  });
  it.each([
    ['car/locate', 'carId'],
    ['car/getOtherParams', 'targId'],
    ['car/checkedCar', 'targId'],
    ['car/unCheckedCar', 'targId'],
    ['car/checkedDept', 'deptId'],
    ['car/unCheckedDept', 'deptId'],
  ])('%s requires %s', async (path, field) => {
    for (const data of [{}, { [field]: 'x' }, { [field]: '' }])
      expect(await ask(boss, path, data)).toMatchObject({ code: '4001', data: { fields: [{ path: field }] } });
  });

  it('shows the data that the dialog needs', async () => {
    const receivedAt = 1_790_000_001_000;
    server.bus.publish('vehicles.updated', [live(car['N1']!, { recorderKmh: 59.5, receivedAt })]);
    expect((await ask(boss, 'car/getOtherParams', { targId: `${car['N1']}` })).data).toEqual({
      tid: `${car['N1']}`,
      cno: '粤A00001',
      color: 2,
      deptName: 'North',
      industry: expect.any(Number),
      vehicleType: 21,
      phone: '13900000001',
      terminalNo: 'T1',
      protocolVersion: 2019,
      // in full for users with the permission to see drivers' numbers
      driverName: '王伟',
      driverPhone: '138****8000',
      altitude: 21,
      fuel: 80,
      mileage: 12_345.6,
      signal: 25,
      satellites: 14,
      recorderKmh: 59.5,
      temperature: null,
      serviceTo: null,
      receivedAt,
      onlineSince: null,
      openAlarms: [],
    });
  });
  it('lists the open alarms of terminal and platform that the user has permission to see', async () => {
    const [platform, adas] = [100, 66];
    for (const [i, typeId] of [platform, adas, adas].entries())
      await addAlarm(server.db, { vehicleId: car['N2']!, startAt: 1_790_000_000_000 + i, typeId });
    const openAlarms = async (token: string) =>
      (await ask(token, 'car/getOtherParams', { targId: `${car['N2']}` })).data.openAlarms;
    await server.account('both', root, ['20101', '20501', '17030101']);
    await server.account('ordinary', root, ['20101', '20501']);
    await server.account('mapOnly', root, ['20101']);
    expect(await openAlarms(await server.signIn('both'))).toEqual([platform, adas]);
    expect(await openAlarms(await server.signIn('ordinary'))).toEqual([platform]);
    expect(await openAlarms(await server.signIn('mapOnly'))).toEqual([]);
  });
  it('without reports, terminal and driver returns empty values', async () => {
    const bare = await addVehicle(server, { plate: '粤C00008', departmentId: south });
    server.bus.publish('fleet.changed', { vehicleIds: [bare] });
    const params = () => ask(boss, 'car/getOtherParams', { targId: `${bare}` });
    await vi.waitFor(async () => expect((await params()).code).toBe('0'));
    expect((await params()).data).toEqual({
      tid: `${bare}`,
      cno: '粤C00008',
      color: 2,
      deptName: 'South',
      industry: expect.any(Number),
      vehicleType: 21,
      phone: '',
      terminalNo: '',
      protocolVersion: null,
      driverName: '',
      driverPhone: '',
      altitude: null,
      fuel: null,
      mileage: null,
      signal: null,
      satellites: null,
      recorderKmh: null,
      temperature: null,
      serviceTo: null,
      receivedAt: null,
      onlineSince: null,
      openAlarms: [],
    });
    await server.db.run(sql`delete from vehicle where id = ${bare}`);
    server.bus.publish('fleet.changed', { vehicleIds: [bare] });
    await vi.waitFor(async () => expect((await params()).code).toBe('4004'));
  });

  it('outside the scope returns the same error as an unknown one', async () => {
    const calls = [
      ['car/locate', 'carId'],
      ['car/getOtherParams', 'targId'],
      ['car/checkedCar', 'targId'],
      ['car/unCheckedCar', 'targId'],
    ] as const;
    for (const [path, field] of calls) {
      const foreign = await ask(northern, path, { [field]: `${car['S1']}` });
      const unknown = await ask(northern, path, { [field]: '999999999' });
      expect(foreign).toEqual(unknown);
      expect(foreign.code).toBe('4004');
    }
    for (const path of [
      'mainPage/getLeftTree2',
      'mainPage/getCarListByDeptId',
      'mainPage/getDeptTree',
      'car/checkedDept',
      'car/unCheckedDept',
    ])
      for (const deptId of [south, root, 999_999])
        expect([path, (await ask(northern, path, { deptId: `${deptId}` })).code]).toEqual([path, '4004']);
    expect(names(await ask(northern, 'mainPage/getTreeByCarNo', { carNo: '粤C' }))).toEqual([]);
  });
});

describe('following', () => {
  const checked = async () => {
    const { data } = await ask(boss, 'mainPage/getCarListByDeptId', { deptId: `${root}` });
    return data.list.filter((node: { checked: boolean }) => node.checked).map((node: { carNo: string }) => node.carNo);
  };
  const rows = () => server.db.query(sql`select kind, object_id, followed from follow order by kind, object_id`);

  it('includes single vehicles, departments with vehicles that join later, and exceptions', async () => {
    await ask(boss, 'car/checkedCar', { targId: `${car['S1']}` });
    expect(await checked()).toEqual(['粤C00001']);
    await ask(boss, 'car/checkedDept', { deptId: `${north}` });
    expect(await checked()).toEqual(['粤A00001', '粤A00002', '粤B00001', '粤C00001']);
    await ask(boss, 'car/unCheckedCar', { targId: `${car['N1']}` });
    await ask(boss, 'car/unCheckedDept', { deptId: `${harbour}` });
    expect(await checked()).toEqual(['粤A00002', '粤C00001']);

    const joined = await addVehicle(server, { plate: '粤A00003', departmentId: north });
    server.bus.publish('fleet.changed', { vehicleIds: [joined] });
    await vi.waitFor(async () => expect(await checked()).toEqual(['粤A00002', '粤A00003', '粤C00001']));

    await ask(boss, 'car/checkedDept', { deptId: `${north}` });
    expect(await checked()).toEqual(['粤A00001', '粤A00002', '粤A00003', '粤B00001', '粤C00001']);
    expect(await rows()).toEqual([
      { kind: 'department', object_id: north, followed: true },
      { kind: 'vehicle', object_id: car['S1'], followed: true },
    ]);
    await ask(boss, 'car/unCheckedDept', { deptId: `${root}` });
    expect(await rows()).toEqual([]);
  });

  it('can include a department without its subordinate departments', async () => {
    await ask(boss, 'car/checkedDept', { deptId: `${north}`, own: '1' });
    expect(await checked()).toEqual(['粤A00001', '粤A00002', '粤A00003']);
    await ask(boss, 'car/checkedDept', { deptId: `${root}` });
    await ask(boss, 'car/unCheckedDept', { deptId: `${north}`, own: '1' });
    expect(await checked()).toEqual(['粤B00001', '粤C00001']);
    await ask(boss, 'car/checkedDept', { deptId: `${north}`, own: '1' });
    expect(await checked()).toEqual(['粤A00001', '粤A00002', '粤A00003', '粤B00001', '粤C00001']);
    await ask(boss, 'car/unCheckedDept', { deptId: `${root}` });
    expect(await rows()).toEqual([]);
  });

  it('handles concurrent clicks', async () => {
    const paths = ['car/checkedDept', 'car/unCheckedDept', 'car/checkedDept', 'car/unCheckedDept', 'car/checkedDept'];
    const codes = await Promise.all(paths.map(async (path) => (await ask(boss, path, { deptId: `${north}` })).code));
    expect(codes).toEqual(['0', '0', '0', '0', '0']);
    expect((await rows()).length).toBeLessThanOrEqual(1);
  });
});

describe('scope', () => {
  it('is updated when departments move', async () => {
    await server.db.run(sql`update department set parent_id = ${south} where id = ${harbour}`);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    await vi.waitFor(async () => expect(names(await ask(northern, 'mainPage/getLeftTree'))).toEqual(['North']));
    expect((await ask(northern, 'car/locate', { carId: `${car['H1']}` })).code).toBe('4004');
  });
});
