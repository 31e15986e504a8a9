import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, type ReportFixture, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';
import { DAY_COLUMNS } from '../columns/day-columns.ts';

let fixture: ReportFixture;
let car = 0;
const february = { month: '2026-02' };

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east });
  const other = await addVehicle(server, { plate: '粤B10002', departmentId: east, vehicleType: 12 });
  const foreign = await addVehicle(server, { plate: '川A90001', departmentId: west });
  for (const [vehicleId, department, day, gnss, odo] of [
    [car, east, '2026-01-31', 99, 0],
    [car, east, '2026-02-01', 10.5, 0],
    // the odometer counts if it nearly agrees
    [car, east, '2026-02-03', 20, 21],
    [car, east, '2026-02-28', 0.5, 100],
    [car, east, '2026-03-01', 99, 0],
    [other, east, '2026-02-03', 7, 0],
    [foreign, west, '2026-02-03', 50, 0],
  ] as const)
    await server.db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, gnss_km, odo_km) values (${vehicleId}, ${day}, ${department}, ${gnss}, ${odo})`);
});
afterAll(() => fixture.server.stop());

describe('401008, kilometres of each day of a month', () => {
  it('has one column per day', async () => {
    const columns = ['carNo', 'd01', 'd02', 'd03', 'd28', 'd29', 'runDays', 'mileage', 'avgDayMileage'];
    expect(await fixture.cells(401008, february, columns)).toEqual([
      ['粤B10001', 10.5, null, 21, 0.5, null, 2, 32, 16],
      ['粤B10002', null, null, 7, null, null, 1, 7, 7],
    ]);
    expect((await fixture.page(401008, february)).sums).toMatchObject({ d01: 10.5, d02: null, d03: 28, d28: 0.5, mileage: 39 });
    expect(await fixture.cells(401008, { ...february, carTypes: '12' }, ['carNo', 'mileage'])).toEqual([['粤B10002', 7]]);
    expect(await fixture.cells(401008, { ...february, carIds: String(car) }, ['carNo'])).toEqual([['粤B10001']]);
    await inEveryOrder(fixture, 401008, february);
  });

  it('labels the days in the reader’s language', async () => {
    const headings = async (language: string) => {
      const { body } = await fixture.server.call(
        'GET',
        'report/getReportTemplate',
        { reportId: '401008' },
        { authorization: fixture.authorization, cookie: `language=${language}` },
      );
      const { colCfgList } = body.data as ReportTemplate;
      return colCfgList.filter(({ colEName }) => (DAY_COLUMNS as readonly string[]).includes(colEName));
    };
    expect((await headings('zh')).map(({ colName }) => colName)).toEqual(DAY_COLUMNS.map((_, index) => `${index + 1}日`));
    expect((await headings('en'))[30]).toMatchObject({ colName: 'Day 31', unit: 'km', type: 'decimal2' });
  });

  it('has a chart by day', async () => {
    expect(await fixture.chart(401008, february)).toEqual({ x: ['1日', '3日', '28日'], values: [10.5, 28, 0.5] });
  });

  it('links from a day to its trips', async () => {
    const [first] = (await fixture.page(401008, february)).list;
    expect(fixture.drill(401008, february, first!, 'd03')).toEqual({
      405001: { carIds: String(car), staticDate: '2026-02-03,2026-02-03' },
    });
    expect(fixture.drill(401008, february, first!, 'd29')).toEqual({ 405001: { carIds: String(car) } });
  });
});
