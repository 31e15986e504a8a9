import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, type ReportFixture, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import { parseRequest } from './parse-request.ts';

/** NOW is noon of 18 March: a day long ago, one of the seven before, yesterday and today. */
const KM = { '2026-03-01': 1000, '2026-03-16': 200, '2026-03-17': 30, '2026-03-18': 4 } as const;
const YESTERDAY = '2026-03-17';
const [SEVEN_DAYS, DAYS_OF_MONTH] = [401007, 401008] as const;
const WAIT = { timeout: 30_000, interval: 20 };

let fixture: ReportFixture;
let car = 0;
beforeAll(async () => {
  fixture = await startReports();
  const { server, east } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east });
  for (const [day, km] of Object.entries(KM)) {
    await server.db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_km)
      values (${car}, ${day}, ${east}, 1, 1, ${km}, ${km})`);
    await server.db.run(sql`
      insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count) values (${east}, ${day}, 1, 1, 0, 0, 0)`);
  }
});
afterAll(() => fixture.server.stop());

const mileage = async (conditions: Record<string, string>) =>
  ((await fixture.page(SEVEN_DAYS, conditions)).sums as { mileage: number }).mileage;

describe('a list call without staticDate', () => {
  it('covers yesterday, whatever the default of the page is', async () => {
    expect(await mileage({})).toBe(30);
    expect(await mileage({ staticDate: '' })).toBe(30);
    expect(await mileage({ deptId: String(fixture.east) })).toBe(30);
    // the page starts with the last seven days, and shows them
    const reply = await fixture.server.call(
      'GET',
      'report/getReportTemplate',
      { reportId: String(SEVEN_DAYS) },
      { authorization: fixture.authorization },
    );
    const filters = reply.body.data.qryCdtionCfgList as { colEname: string; selectedValue: string }[];
    const { selectedValue } = filters.find(({ colEname }) => colEname === 'staticDate')!;
    expect(selectedValue).toBe('2026-03-11,2026-03-17');
    expect(await mileage({ staticDate: selectedValue })).toBe(230);
  });

  it.each(DEFINITIONS.filter(({ filters }) => filters.some(({ name }) => name === 'staticDate')).map(({ id }) => [id] as const))(
    'of report %d covers yesterday only',
    async (id) => {
      const report = DEFINITIONS.find((one) => one.id === id)!;
      const vehicle = ['carId', 'carIds'].find((name) => report.filters.some((each) => each.name === name));
      const areas = report.filters.some(({ name }) => name === 'areaIds') ? { areaIds: '1' } : {};
      const { days } = await parseRequest(report, vehicle === undefined ? areas : { ...areas, [vehicle]: String(car) }, {
        db: fixture.server.db,
        scopes: fixture.server.identity.scopes,
        departmentId: fixture.east,
        now: NOW,
        timeZone: 'Asia/Shanghai',
      });
      expect(days).toEqual({ from: YESTERDAY, to: YESTERDAY });
    },
  );

  it('draws, sums up and exports the same day', async () => {
    const { x, values } = await fixture.chart(SEVEN_DAYS);
    expect([x, values]).toEqual([['粤B10001'], [30]]);
    const { data } = await fixture.call('foot', { reportId: SEVEN_DAYS });
    expect((data as { sums: object }).sums).toMatchObject({ mileage: 30 });
    const wish = {
      reportId: SEVEN_DAYS,
      conditions: { deptId: String(fixture.east) },
      format: 'csv',
      columns: ['carNo', 'mileage'],
    };
    const headers = { authorization: fixture.authorization, cookie: 'language=zh' };
    fixture.server.jobs.start();
    const { body } = await fixture.server.post('report/exportdata', { data: wish, sign: sign(wish) }, headers);
    const task = async () => (await fixture.server.call('POST', 'task/getTask', { id: body.data.taskId }, headers)).body.data;
    await expect.poll(async () => (await task()).state, WAIT).toMatch(/done|failed/);
    const file = await fixture.server.call('POST', 'task/getTaskFile', { id: body.data.taskId }, headers);
    const { payload } = await fixture.server.http.app.inject({ method: 'GET', url: file.body.data.url });
    expect(payload.trim().split('\r\n').slice(1)).toEqual(['粤B10001,30', '合计,30']);
  });

  it('lists the single day of a ledger', async () => {
    const { data } = await fixture.call('mdlList', {});
    expect((data as { list: { day: string }[] }).list.map(({ day }) => day)).toEqual([YESTERDAY]);
  });

  it('leaves other date filters at the default of their page', async () => {
    const report = DEFINITIONS.find(({ id }) => id === DAYS_OF_MONTH)!;
    const { days } = await parseRequest(
      report,
      {},
      {
        db: fixture.server.db,
        scopes: fixture.server.identity.scopes,
        departmentId: fixture.east,
        now: NOW,
        timeZone: 'Asia/Shanghai',
      },
    );
    expect(days).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });
});

describe('a page of a report', () => {
  it('shows its filters, with the names of the selected items', async () => {
    const { east } = fixture;
    const asked = { deptId: String(east), carIds: String(car), staticDate: '2026-03-16,2026-03-17' };
    const { told } = (await fixture.page(SEVEN_DAYS, asked)) as unknown as { told: string[] };
    const company = (await fixture.server.db.first<{ name: string }>(sql`select name from department where id = ${east}`))!.name;
    expect(told).toEqual([`所属企业: ${company}`, '车辆: 粤B10001', '统计日期: 2026-03-16 ~ 2026-03-17']);
  });
});
