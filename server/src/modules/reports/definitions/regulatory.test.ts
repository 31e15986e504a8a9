import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCheck,
  addPlatform,
  addSupervision,
  alarm,
  dayBefore,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { getLastDayOfMonth } from '../model/dates.ts';

let server: TestReports;
let [month, first, second, lastDay] = ['', '', '', ''];
let [own, branch, foreign] = [0, 0, 0];
let [platform, elsewhere] = [0, 0];
const inMonth = () => ({ month });

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  const today = dayBefore(server.clock.now, 0);
  month = dayBefore(timeOf(`${today.slice(0, 7)}-01`, '00:00:00').getTime(), 1).slice(0, 7);
  [first, second, lastDay] = [`${month}-10`, `${month}-11`, getLastDayOfMonth(month)];
  platform = await addPlatform(server, '省平台', server.branch, 9001);
  elsewhere = await addPlatform(server, '别家平台', server.foreign, 9002);
  const figures = { odo_km: 0, not_fixed: 1 };
  await server.add('vehicle_day', {
    vehicle_id: own,
    day: first,
    department_id: server.company,
    point_total: 100,
    point_valid: 90,
    err_coord: 8,
    err_speed: 4,
    gnss_km: 50,
    track_ok_km: 40,
    track_gap_km: 10,
    gap_count: 2,
    longest_gap_s: 600,
    drift_count: 3,
    drive_s: 3600,
    ...figures,
  });
  await server.add('vehicle_day', {
    vehicle_id: own,
    day: second,
    department_id: server.company,
    point_total: 100,
    point_valid: 99,
    err_time: 1,
    gnss_km: 50,
    track_ok_km: 50,
    drift_count: 2,
    ...figures,
  });
  await server.add('vehicle_day', {
    vehicle_id: branch,
    day: first,
    department_id: server.branch,
    point_total: 50,
    point_valid: 50,
    gnss_km: 10,
    track_ok_km: 10,
  });
  await server.add('vehicle_day', {
    vehicle_id: foreign,
    day: first,
    department_id: server.foreign,
    point_total: 999,
    point_valid: 9,
    drift_count: 99,
  });
}, 120_000);
afterAll(() => server.stop());

describe('figures of a month by company or vehicle', () => {
  it('show complete and incomplete track distance', async () => {
    const { list, sums } = await server.ask(403002, inMonth());
    expect(list.map(({ cells }) => cells)).toEqual([
      {
        statMonth: month,
        deptName: '集团',
        carNo: null,
        onlineCount: 1,
        trackKm: 100,
        trackOkKm: 90,
        trackGapKm: 10,
        trackRate: 90,
        gapCount: 2,
        maxGap: 600,
      },
      expect.objectContaining({ deptName: '分公司', carNo: null, trackRate: 100, maxGap: 0 }),
    ]);
    expect(sums).toEqual({ trackKm: 110, trackOkKm: 100, trackGapKm: 10, gapCount: 2, trackRate: 90.91 });
    const cars = await server.ask(403002, { month, groupBy: 'car' });
    expect(cars.list.map(({ cells }) => [cells['carNo'], cells['trackRate']])).toEqual([
      ['粤B10001', 90],
      ['粤B10002', 100],
    ]);
    expect(await server.follow(403002, cars.list[0]!, 'trackGapKm', { month, groupBy: 'car' })).toEqual({
      406001: {
        deptId: String(server.company),
        carIds: String(own),
        timeRange: `${month}-01 00:00:00,${lastDay} 23:59:59`,
        durationMin: '0',
      },
    });
    expect((await server.follow(403002, list[0]!, 'trackGapKm', inMonth()))[406001]).not.toHaveProperty('carIds');
    expect(await server.draw(403002, inMonth())).toMatchObject({ x: ['分公司', '集团'], series: [{ values: [100, 90] }] });
    // empty columns can be sorted
    expect((await server.ask(403002, inMonth(), { orderBy: 'carNo' })).total).toBe(2);
  });
  it('show qualified positions', async () => {
    const { list, sums } = await server.ask(403003, inMonth());
    expect(list[0]!.cells).toMatchObject({
      deptName: '集团',
      pointTotal: 200,
      pointValid: 189,
      pointInvalid: 11,
      validRate: 94.5,
      errCoord: 8,
      errTime: 1,
      errSpeed: 4,
      errHeading: 0,
      errAltitude: 0,
      errOther: 0,
      notFixed: 2,
    });
    expect(sums).toMatchObject({ pointTotal: 250, pointInvalid: 11, validRate: 95.6 });
    expect(Object.keys(await server.follow(403003, list[0]!, 'pointInvalid', inMonth()))).toEqual(['406004']);
    expect(
      (await server.ask(403003, { month, deptId: String(server.branch) })).list.map(({ cells }) => cells['deptName']),
    ).toEqual(['分公司']);
  });
  it('show drifting vehicles: three drift points on one day', async () => {
    const { list, sums } = await server.ask(403004, { month, groupBy: 'car' });
    expect(list.map(({ cells }) => [cells['carNo'], cells['driftCars'], cells['driftRate'], cells['driftCount']])).toEqual([
      ['粤B10001', 1, 100, 5],
      ['粤B10002', 0, 0, 0],
    ]);
    expect(sums).toEqual({ onlineCount: 2, driftCars: 1, driftCount: 5, driftRate: 50 });
    expect(Object.keys(await server.follow(403004, list[0]!, 'driftCount', { month, groupBy: 'car' }))).toEqual(['406002']);
    // vehicle types that do not occur
    expect((await server.ask(403004, { month, industries: '1' })).total).toBe(0);
  });
  it('show the figures that companies are assessed by, for each vehicle', async () => {
    await server.add('alarm_day', {
      vehicle_id: branch,
      day: first,
      type_id: 1,
      level: 1,
      department_id: server.branch,
      cnt: 2,
      dur_s: 60,
      needed: 2,
      handled: 0,
      timely: 0,
      false_cnt: 0,
      auto_cnt: 0,
      message_cnt: 0,
      phone_cnt: 0,
      handle_s: 0,
      hours: new Array(24).fill(0),
    });
    await server.add('online_day', {
      vehicle_id: own,
      day: first,
      department_id: server.company,
      online_s: 7200,
      login_count: 1,
      logout_count: 1,
      first_online_at: timeOf(first, '08:00:00'),
      last_online_at: timeOf(first, '10:00:00'),
    });
    const { list, sums } = await server.ask(402003, inMonth());
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        statMonth: month,
        carNo: '粤B10001',
        onlineDays: 2,
        onlineSec: 7200,
        mileage: 100,
        pointInvalid: 11,
        validRate: 94.5,
        driftCount: 5,
        isDrift: true,
        trackGapKm: 10,
        trackRate: 90,
        overCount: 0,
      }),
      expect.objectContaining({ carNo: '粤B10002', isDrift: false, trackRate: 100, overCount: 2, fatigueCount: 0 }),
    ]);
    expect(sums).toMatchObject({ mileage: 110, pointTotal: 250, driftCount: 5, overCount: 2, validRate: 95.6 });
    expect(Object.keys(await server.follow(402003, list[0]!, 'driftCount', inMonth()))).toEqual(['406002']);
    expect((await server.ask(402003, { month, onlyBad: '1' })).total).toBe(2);
    await server.db.run('delete from alarm_day');
    expect((await server.ask(402003, { month, onlyBad: '1' })).list.map(({ cells }) => cells['carNo'])).toEqual(['粤B10001']);
  });
});

describe('links to superior platforms', () => {
  it('are counted as up or down by the minute, and a failed connection attempt is not an interruption', async () => {
    const log = async (superior: number, day: string, clock: string, state: number, link = 0) => {
      await server.add('link_log', { superior_id: superior, at: timeOf(day, clock), link, state });
    };
    const before = dayBefore(timeOf(first, '00:00:00').getTime(), 1);
    await log(platform, before, '12:00:00', 1);
    await log(platform, before, '12:00:00', 2);
    await log(platform, first, '06:00:00', 3);
    await log(platform, first, '06:05:00', 1);
    await log(platform, first, '06:06:00', 3);
    await log(platform, first, '06:10:00', 1);
    await log(platform, first, '06:30:00', 2);
    await log(platform, first, '07:00:00', 3, 1);
    await log(platform, first, '23:00:00', 3);
    await log(platform, second, '01:00:00', 2);
    // the link was disabled
    await log(platform, second, '12:00:00', 0);
    await log(elsewhere, first, '06:00:00', 2);
    const { list, sums } = await server.ask(403001, inMonth());
    expect(list.map(({ cells }) => Object.values(cells))).toEqual([
      [second, '省平台', 720, 660, 60, 0, 0, 91.67],
      [first, '省平台', 1440, 1350, 90, 0, 2, 93.75],
      [before, '省平台', 720, 720, 0, 0, 0, 100],
    ]);
    expect(sums).toEqual({ periodMin: 2880, linkMin: 2730, breakMin: 150, filedMin: 0, breakCount: 2, linkRate: 94.79 });
    expect((await server.ask(403001, { month, platformIds: String(elsewhere) })).total).toBe(0);
    expect(await server.draw(403001, inMonth())).toMatchObject({
      x: [before, first, second],
      series: [{ values: [100, 93.75, 91.67] }],
    });
    // filed outages are no breaks: time twice filed counts once, and filed time of a link that was up does not count
    const file = (superior: number, from: Date, until: Date) =>
      server.add('link_outage', { superior_id: superior, from_at: from, until_at: until, note: '检修', created_at: from });
    await file(platform, timeOf(first, '22:30:00'), timeOf(second, '00:30:00'));
    await file(platform, timeOf(first, '23:20:00'), timeOf(first, '23:40:00'));
    await file(elsewhere, timeOf(first, '06:00:00'), timeOf(first, '07:00:00'));
    const filed = await server.ask(403001, inMonth());
    expect(filed.list.slice(0, 2).map(({ cells }) => Object.values(cells))).toEqual([
      [second, '省平台', 720, 660, 30, 30, 0, 95.83],
      [first, '省平台', 1440, 1350, 30, 60, 1, 97.92],
    ]);
    await server.db.run('delete from link_outage');
    const there = (await server.follow(403001, list[1]!, 'breakCount', inMonth()))[403007]!;
    expect(there).toEqual({ platformIds: String(platform), month });
  });
  it('show the positions, alarms and handling results forwarded per day', async () => {
    const traffic = (superior: number, day: string, clock: string, message: number, messages: number, down = false) =>
      server.add('link_traffic', {
        superior_id: superior,
        hour: timeOf(day, clock),
        message_id: message,
        down,
        messages,
        bytes: 1,
      });
    const forwarded = (superior: number, day: string, clock: string, figures: object) =>
      server.add('link_forward', { superior_id: superior, hour: timeOf(day, clock), ...figures });
    await forwarded(platform, first, '00:00:00', { sent: 100, filled: 20, failed: 0 });
    await forwarded(platform, first, '23:00:00', { sent: 50, filled: 5, failed: 50 });
    for (const vehicle of [own, branch])
      await server.add('link_forward_vehicle', { superior_id: platform, day: first, vehicle_id: vehicle });
    await traffic(platform, first, '23:00:00', 0x1402, 9, true);
    await traffic(platform, first, '08:00:00', 0x1402, 3);
    await traffic(platform, first, '09:00:00', 0x1403, 2);
    // counted by an earlier version, which knew nothing of late and failed ones
    await forwarded(platform, `${month}-20`, '09:00:00', { sent: 7 });
    await forwarded(elsewhere, first, '08:00:00', { sent: 999, filled: 9, failed: 9 });
    const { list, sums } = await server.ask(403007, inMonth());
    expect(list.map(({ cells }) => Object.values(cells))).toEqual([
      [`${month}-20`, '省平台', null, 7, null, null, null, 0, 0, 0],
      [second, '省平台', null, 0, 0, 0, null, 0, 0, 0],
      [first, '省平台', 2, 150, 25, 50, 75, 3, 2, 2],
      [`${month}-09`, '省平台', null, 0, 0, 0, null, 0, 0, 0],
    ]);
    expect(sums).toMatchObject({ fwdPos: 157, fwdFill: 25, fwdFail: 50, fwdAlarm: 3, fwdDeal: 2, breakCount: 2 });
    const there = (await server.follow(403007, list[2]!, 'breakCount', inMonth()))[403001]!;
    expect((await server.ask(403001, there)).total).toBe(3);
  });
});

describe('requests of superior platforms', () => {
  const check = (superior: number, clock: string, values: object = {}) =>
    addCheck(server, superior, {
      received_at: timeOf(first, clock),
      deadline_at: new Date(timeOf(first, clock).getTime() + 600_000),
      ...values,
    });
  const supervise = (superior: number, vehicle: number, clock: string, values: object = {}) =>
    addSupervision(server, superior, vehicle, {
      warn_at: timeOf(first, '05:00:00'),
      received_at: timeOf(first, clock),
      deadline_at: timeOf(first, '12:00:00'),
      supervisor: '王五',
      phone: '010',
      ...values,
    });

  it('include post-checks, answered in time, late or never', async () => {
    await check(platform, '08:00:00', { reply: '在', replied_at: timeOf(first, '08:01:30'), replied_by: server.boss });
    await check(platform, '09:00:00', { reply: '在', replied_at: timeOf(first, '09:30:00') });
    await check(platform, '10:00:00');
    await check(elsewhere, '08:00:00');
    const { list } = await server.ask(403005, inMonth());
    expect(list.map(({ cells }) => cells['chkState'])).toEqual([3, 2, 1]);
    expect(list[2]!.cells).toEqual({
      chkTime: timeOf(first, '08:00:00').getTime(),
      platformName: '省平台',
      chkObject: '4401',
      chkText: '在吗',
      chkLimit: 10,
      chkAnswer: '在',
      chkAnsTime: timeOf(first, '08:01:30').getTime(),
      chkSec: 90,
      chkUser: 'boss',
      chkState: 1,
    });
    expect(list[0]!.cells).toMatchObject({ chkSec: null, chkUser: null });
    expect((await server.ask(403005, { month, chkState: '2' })).total).toBe(1);
    // a subsidiary is checked by the platforms of the companies above it
    expect((await server.ask(403005, { month, deptId: String(server.branch), deptOnly: '1' })).total).toBe(3);
    expect((await server.ask(403005, { month, userIds: String(server.boss) })).total).toBe(1);
    expect(await server.draw(403005, inMonth())).toMatchObject({ x: ['1', '2', '3'], series: [{ values: [1, 1, 1] }] });
  });
  it('include supervisions of platforms and vehicles within the scope, without details of foreign vehicles', async () => {
    await supervise(platform, own, '08:00:00', { result: 1, replied_at: timeOf(first, '09:00:00'), replied_by: server.boss });
    await supervise(platform, foreign, '09:00:00', { plate: '粤B10003', result: 3, replied_at: timeOf(first, '13:00:00') });
    await supervise(elsewhere, branch, '10:00:00', { plate: '粤B10002', supervision_no: null, source_serial: 77 });
    await supervise(elsewhere, foreign, '11:00:00');
    const { list } = await server.ask(403006, inMonth());
    expect(
      list.map(({ cells }) => [cells['carNo'], cells['deptName'], cells['supId'], cells['supResult'], cells['supTimely']]),
    ).toEqual([
      ['粤B10002', '分公司', '77', 9, null],
      ['粤B10003', null, '5', 3, false],
      ['粤B10001', '集团', '5', 1, true],
    ]);
    expect(list[2]!.cells).toMatchObject({ plateColor: 2, supType: 2, supLevel: 0, supUser: '王五 010', userName: 'boss' });
    expect(list[1]!.ids).not.toHaveProperty('carId');
    expect((await server.ask(403006, { month, supResult: '9' })).total).toBe(1);
    expect((await server.ask(403006, { month, carIds: String(own) })).total).toBe(1);
    expect((await server.ask(403006, { month, platformIds: String(elsewhere) })).total).toBe(1);
  });
  it('are listed in one register by time, each kind with its own columns', async () => {
    const { list } = await server.ask(409005, { staticDate: `${first},${first}` });
    expect(list.map(({ cells }) => [cells['ledgerNo'], cells['chkState'], cells['supResult'], cells['carNo']])).toEqual([
      [1, 1, null, null],
      [2, null, 1, '粤B10001'],
      [3, 2, null, null],
      [4, null, 3, '粤B10003'],
      [5, 3, null, null],
      [6, null, 9, '粤B10002'],
    ]);
    expect(list[1]!.cells).toMatchObject({
      chkTime: null,
      supRecv: timeOf(first, '08:00:00').getTime(),
      supId: '5',
      chkAnswer: null,
    });
    expect((await server.ask(409005, { staticDate: `${first},${first}`, platformIds: String(elsewhere) })).total).toBe(1);
  });
});

describe('shifts', () => {
  it('show alarms received and work done in each', async () => {
    const day = dayBefore(server.clock.now, 2);
    const [t8, t16] = [timeOf(day, '08:00:00'), timeOf(day, '16:00:00')];
    const stranger = await server.account('stranger', server.foreign);
    await server.add('duty_shift', {
      account_id: server.boss,
      started_at: t8,
      ended_at: t16,
      note: '留意粤B10001',
      handed_to: server.boss,
    });
    await server.add('duty_shift', { account_id: stranger, started_at: t8, ended_at: t16 });
    for (const [vehicle, clock] of [
      [own, '09:00:00'],
      [branch, '15:59:59'],
      [branch, '16:00:00'],
      [foreign, '09:00:00'],
    ] as const) {
      const row = alarm(vehicle, timeOf(day, clock), 1);
      await server.add('alarm', row);
      await server.add('alarm_case', {
        gid: row['gid'],
        vehicle_id: vehicle,
        type_id: 1,
        level: 1,
        start_at: row['start_at'],
        state: 2,
        dealt_by: server.boss,
        dealt_at: timeOf(day, '10:00:00'),
      });
    }
    await server.add('post_check', {
      superior_id: platform,
      serial: 1,
      info_id: 7,
      object_type: 2,
      object_id: '4401',
      question: '在吗',
      received_at: timeOf(day, '11:00:00'),
      deadline_at: timeOf(day, '11:10:00'),
    });
    for (const [from, to] of [
      ['07:00:00', '09:00:00'],
      ['08:30:00', '10:00:00'],
      ['15:00:00', '18:00:00'],
    ] as const)
      await server.add('session', {
        prefix: `shift ${from}`,
        secret_hash: Buffer.from(from),
        account_id: server.boss,
        created_at: timeOf(day, from),
        seen_at: timeOf(day, to),
        ended_at: timeOf(day, to),
        expires_at: timeOf(day, '23:00:00'),
      });
    const { list, sums } = await server.ask(409004, { staticDate: `${day},${day}` });
    expect(list.map(({ cells }) => cells)).toEqual([
      {
        ledgerNo: 1,
        statDate: day,
        deptName: '集团',
        dutyUser: 'boss',
        dutyStart: t8.getTime(),
        dutyEnd: t16.getTime(),
        // one of those that were decided is of a foreign vehicle
        dutyOnline: 10_800,
        alarmCount: 2,
        handledCount: 3,
        chkCount: 1,
        shiftName: null,
        handConfirm: null,
        handItems: '留意粤B10001',
        nextUser: 'boss',
      },
    ]);
    expect(sums).toEqual({ alarmCount: 2, handledCount: 3, chkCount: 1 });
    expect(list[0]!.ids['shift']).toBe(`${day} 08:00:00,${day} 15:59:59`);
    const there = (await server.follow(409004, list[0]!, 'handledCount', { staticDate: `${day},${day}` }))[404007]!;
    expect((await server.ask(404007, there)).total).toBe(3);
  });
});

describe('monthly statements of every vehicle', () => {
  beforeAll(async () => {
    await server.db.run('update vehicle set created_at = $1', [timeOf(`${month}-01`, '00:00:00')]);
    await server.add('vehicle', { plate: '粤B10009', department_id: server.branch, created_at: timeOf(first, '00:00:00') });
    await server.add('position_gap', {
      vehicle_id: own,
      from_at: timeOf(first, '08:00:00'),
      to_at: timeOf(first, '12:00:00'),
      from_lng: 113,
      from_lat: 23,
      to_lng: 113,
      to_lat: 23,
      gap_s: 14_400,
      distance_km: 30,
      kind: 7,
      cause: 2,
    });
  });

  it('show which vehicles had positions, interruptions and offline moves', async () => {
    const { list, sums } = await server.ask(418001, inMonth());
    expect(list.map(({ cells }) => cells)).toEqual([
      {
        statMonth: month,
        deptName: '分公司',
        carNo: null,
        carTotal: 2,
        onlineCount: 1,
        posCars: 1,
        noPosCars: 0,
        breakCars: 0,
        gapCount: 0,
        moveCars: 0,
        moveCount: 0,
        validRate: 100,
        driftCars: 0,
        trackRate: 100,
      },
      expect.objectContaining({
        deptName: '集团',
        carTotal: 1,
        onlineCount: 1,
        breakCars: 1,
        gapCount: 2,
        moveCars: 1,
        moveCount: 1,
        validRate: 94.5,
        driftCars: 1,
        trackRate: 90,
      }),
    ]);
    expect(sums).toMatchObject({ carTotal: 3, onlineCount: 2, validRate: 95.6, trackRate: 90.91 });
    const cars = await server.ask(
      418001,
      { month, groupBy: 'car', deptId: String(server.branch) },
      { orderBy: 'carNo', direction: 'asc' },
    );
    expect(cars.list.map(({ cells }) => [cells['carNo'], cells['onlineCount'], cells['trackRate']])).toEqual([
      ['粤B10002', 1, 100],
      ['粤B10009', 0, null],
    ]);
    for (const column of ['breakCars', 'moveCars'])
      expect(Object.keys(await server.follow(418001, list[1]!, column, inMonth()))).toEqual([
        column === 'breakCars' ? '406001' : '406003',
      ]);
  });
  it('show each day of the month by vehicle, and as a percentage by company', async () => {
    const days = Number(lastDay.slice(-2));
    const byCar = { month, groupBy: 'car' };
    const order = { orderBy: 'carNo', direction: 'asc' };
    const { list } = await server.ask(418002, byCar, order);
    const told = (row: (typeof list)[number], letter: string) =>
      Object.entries(row.cells).flatMap(([key, value]) => (new RegExp(`^${letter}\\d\\d$`).test(key) ? [value] : []));
    const from10 = (...values: unknown[]) => [
      ...Array(9).fill(null),
      ...values,
      ...Array(days - 9 - values.length).fill(values.at(-1)),
    ];
    expect(list.map((row) => told(row, 'o'))).toEqual([from10(100, 100, 0), from10(100, 0), Array(days).fill(null)]);
    const located = await server.ask(418001, byCar, order);
    expect(located.list.map((row) => told(row, 'p'))).toEqual([
      from10(true, true, false),
      from10(true, false),
      Array(days).fill(null),
    ]);
    expect(told((await server.ask(418001, inMonth())).list[0]!, 'p')).toEqual([]);
    const companies = await server.ask(418002, { month, deptId: String(server.company) });
    expect([companies.sums['o09'], companies.sums['o10'], companies.sums['o11'], companies.sums['o12']]).toEqual([
      null,
      100,
      50,
      0,
    ]);
    const chart = await server.draw(418002, inMonth());
    expect(chart.x).toEqual(Array.from({ length: days - 9 }, (_, i) => `${i + 10}日`));
    expect(chart.series[0]!.values.slice(0, 3)).toEqual([100, 50, 0]);
    const ordered = await server.ask(418002, byCar, { orderBy: 'o11', direction: 'desc' });
    expect(ordered.list.map(({ cells }) => cells['o11'])).toEqual([100, 0, null]);
  });
  it('show on which of the days due vehicles were online', async () => {
    const days = Number(lastDay.slice(-2));
    const { list } = await server.ask(418002, { month, groupBy: 'car' }, { orderBy: 'carNo', direction: 'asc' });
    // from the day of first contact of each
    const due = days - 9;
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10001',
        shouldOnline: due,
        onlineCount: 2,
        onlineDays: 2,
        onlineRate: Math.round(20_000 / due) / 100,
        onlineSec: 7200,
        mileage: 100,
      }),
      expect.objectContaining({ carNo: '粤B10002', shouldOnline: due, onlineCount: 1, onlineSec: 0 }),
      expect.objectContaining({ carNo: '粤B10009', shouldOnline: 0, onlineCount: 0, onlineRate: null }),
    ]);
    const companies = await server.ask(418002, inMonth(), { orderBy: 'deptName', direction: 'desc' });
    expect(
      companies.list.map(({ cells }) => [cells['deptName'], cells['carNo'], cells['onlineDays'], cells['shouldOnline']]),
    ).toEqual([
      ['集团', null, null, due],
      ['分公司', null, null, due],
    ]);
    expect(companies.sums).toMatchObject({ shouldOnline: 2 * due, onlineCount: 3, mileage: 110 });
    expect((await server.follow(418002, list[0]!, 'onlineCount', { month, groupBy: 'car' }))[401002]).toEqual({
      deptId: String(server.company),
      carIds: String(own),
      staticDate: `${month}-01,${lastDay}`,
    });
    // a suspension that starts a day before the first contact
    for (const day of ['05', '20', '21'])
      await server.add('exempt_day', { vehicle_id: own, day: `${month}-${day}`, department_id: server.company });
    const stopped = await server.ask(418002, { month, groupBy: 'car', carIds: String(own) });
    expect(stopped.list.map(({ cells }) => cells['shouldOnline'])).toEqual([due - 2]);
  });
});
