import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { NOW, type ReportFixture, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import { days, weeks } from '../documents/company-sources.ts';
import { writeDocumentPdf } from '../documents/write-pdf.ts';
import { rollup } from '../facts/day-rollup.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { parseRequest } from './parse-request.ts';
import { aggregateByAxis, buildExportStatements, loadPage } from './sql-builder.ts';

/** Monday and Tuesday of a week: vehicles were online on both, and those of the companies are counted on the first alone. */
const [COUNTED, UNCOUNTED] = ['2026-02-09', '2026-02-10'] as const;
const BOTH = `${COUNTED},${UNCOUNTED}`;
const alone = (day: string): string => `${day},${day}`;

let fixture: ReportFixture;
let branch: number;

beforeAll(async () => {
  fixture = await startReports();
  const { server, east } = fixture;
  branch = await server.department('华东分公司', east);
  // four in the company, of which three should be online, and two below it; three of all are online each day
  const [own, other, below] = [
    await addVehicle(server, { plate: '粤B10001', departmentId: east, phone: '13800000001' }),
    await addVehicle(server, { plate: '粤B10002', departmentId: east, phone: '13800000002' }),
    await addVehicle(server, { plate: '粤B10003', departmentId: branch, phone: '13800000003' }),
  ];
  for (const day of [COUNTED, UNCOUNTED])
    for (const [vehicle, department] of [
      [own, east],
      [other, east],
      [below, branch],
    ] as const) {
      await server.db.run(sql`
        insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km)
        values (${vehicle}, ${day}::date, ${department}, 10, 10, 150)`);
      await server.db.run(sql`
        insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt,
          auto_cnt, message_cnt, phone_cnt, handle_s, hours)
        values (${vehicle}, ${day}::date, 1, 1, 0, ${department}, 1, 10, 1, 1, 1, 0, 0, 0, 0, 5, array_fill(0::smallint, array[24]))`);
    }
  await server.db.run(sql`
    insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
    values (${east}, ${COUNTED}::date, 4, 4, 1, 0, 0), (${branch}, ${COUNTED}::date, 2, 2, 0, 0, 0)`);
});
afterAll(() => fixture.server.stop());

const asking = (staticDate: string): Promise<ReportRequest> =>
  parseRequest(
    DEFINITIONS.find(({ id }) => id === 170508)!,
    { staticDate },
    {
      db: fixture.server.db,
      scopes: fixture.server.identity.scopes,
      departmentId: fixture.east,
      now: NOW,
      timeZone: 'Asia/Shanghai',
    },
  );
type Source = typeof days;
async function read(source: Source, staticDate: string) {
  const asked = await asking(staticDate);
  const relation = (await source.query(asked, {} as QueryContext, {} as never)) as Relation;
  const { rows, sums } = await loadPage(fixture.server.db, relation, {
    sums: source.sums ?? {},
    order: ['statDate', 'asc'],
    limit: 9,
    offset: 0,
  });
  return { rows: rows.map(({ cells }) => cells), sums };
}

describe('a day without vehicle counts', () => {
  it('has empty vehicle counts, but shows its other figures', async () => {
    const { rows, sums } = await read(days, alone(UNCOUNTED));
    expect(rows).toMatchObject([
      {
        carTotal: null,
        joinedCount: null,
        shouldOnline: null,
        offlineCount: null,
        onlineRate: null,
        onlineCount: 3,
        runCount: 3,
        mileage: 450,
        alarmCount: 3,
        handleRate: 100,
      },
    ]);
    expect(sums).toMatchObject({ carTotal: null, onlineRate: null, onlineCount: 3, alarmCount: 3, handleRate: 100 });
  });

  it('differs from a day with vehicle counts', async () => {
    const { rows, sums } = await read(days, alone(COUNTED));
    expect(rows).toMatchObject([{ carTotal: 6, shouldOnline: 5, offlineCount: 2, onlineRate: 60, onlineCount: 3 }]);
    expect(sums).toMatchObject({ carTotal: 6, onlineRate: 60, onlineCount: 3 });
  });

  it('makes rates over both days unknown, but not sums without vehicle counts, nor the mean of counted days', async () => {
    const { rows, sums } = await read(days, BOTH);
    expect(rows.map(({ carTotal, onlineRate }) => [carTotal, onlineRate])).toEqual([
      [6, 60],
      [null, null],
    ]);
    expect(sums).toMatchObject({ carTotal: 6, onlineRate: null, onlineCount: 6, mileage: 900, handleRate: 100 });
    expect((await read(weeks, BOTH)).rows).toMatchObject([{ carTotal: 6, onlineRate: null, onlineCount: 6, alarmCount: 6 }]);
    expect((await read(weeks, alone(COUNTED))).rows).toMatchObject([{ carTotal: 6, onlineRate: 60, onlineCount: 3 }]);
  });

  it('has empty figures in charts and in files of all rows', async () => {
    const asked = await asking(BOTH);
    const relation = rollup(asked, {
      by: ['dept', 'day'],
      rows: 'every',
      measures: ['carTotal', 'joinedCount', 'exemptCount', 'onlineCount'],
      formulas: ['shouldOnline', 'offlineCount', 'onlineRate'],
    });
    const y = ['onlineRate', 'onlineCount'];
    const drawn = (x: string) => aggregateByAxis(fixture.server.db, relation, { x, y, limit: 9, ascending: true });
    expect(await drawn('statDate')).toMatchObject([
      { onlineRate: 60, onlineCount: 3 },
      { onlineRate: null, onlineCount: 3 },
    ]);
    expect((await drawn('deptName')).map((row) => row['onlineRate'])).toEqual([null, null]);
    const { summed } = buildExportStatements(relation, {
      columns: ['carTotal'],
      order: ['statDate', 'asc'],
      limit: 9,
      sums: {
        carTotal: 'sum',
        joinedCount: 'sum',
        shouldOnline: 'sum',
        offlineCount: 'sum',
        onlineRate: 'ratio',
        onlineCount: 'sum',
      },
    });
    const [row] = await fixture.server.db.query<{ sums: object }>(summed);
    expect(row!.sums).toMatchObject({
      carTotal: null,
      joinedCount: null,
      shouldOnline: null,
      offlineCount: null,
      onlineRate: null,
      onlineCount: 6,
    });
  });

  it('has empty figures in the ledgers of a day and of a month', async () => {
    const { list, sums } = await fixture.page(409002, { month: '2026-02' });
    const told = list.map(({ cells }) =>
      ['statDate', 'deptName', 'carTotal', 'onlineRate', 'onlineCount'].map((key) => cells[key]),
    );
    expect(told.toSorted((a, b) => String(a).localeCompare(String(b), 'en'))).toEqual([
      [COUNTED, '华东', 4, 66.67, 2],
      [COUNTED, '华东分公司', 2, 50, 1],
      [UNCOUNTED, '华东', null, null, 2],
      [UNCOUNTED, '华东分公司', null, null, 1],
    ]);
    expect(sums).toMatchObject({ onlineCount: 6 });
    const { data } = await fixture.call('mdlList', { staticDate: BOTH });
    const heads = (data as { list: { day: string; head: object }[] }).list.map(({ day, head }) => [day, head]);
    expect(heads).toMatchObject([
      [UNCOUNTED, { carTotal: null, offlineCount: null, onlineRate: null, onlineCount: 3 }],
      [COUNTED, { carTotal: 6, offlineCount: 2, onlineRate: 60, onlineCount: 3 }],
    ]);
  });

  it.each([
    [404002, alone(UNCOUNTED), [null, null], null],
    [404002, alone(COUNTED), [2, 4], 6],
    [404002, BOTH, [2, 4], 6],
    [170502, alone(UNCOUNTED), [null, null], undefined],
    [401006, alone(UNCOUNTED), [null, null], null],
    [170508, alone(UNCOUNTED), [null], undefined],
    [170508, alone(COUNTED), [6], undefined],
    [170508, BOTH, [6], undefined],
  ] as const)('has the expected vehicle totals in report %d of %s', async (id, staticDate, totals, sum) => {
    const { list, sums } = await fixture.page(id, { staticDate });
    expect(list.map(({ cells }) => cells['carTotal']).toSorted()).toEqual(totals);
    expect(list.map(({ cells }) => cells['mileage'] ?? cells['alarmCount']).every((figure) => Number(figure) > 0)).toBe(true);
    expect(sums['carTotal']).toBe(sum);
  });

  it('is shown as a dash in the figures of a document', async () => {
    const stream = new PassThrough();
    const column = { title: '车辆总数', kind: 'number', width: 10 } as const;
    const paper = buffer(stream);
    await writeDocumentPdf(stream, {
      title: '日报',
      company: '华东',
      platformName: '',
      language: 'zh',
      timeZone: 'Asia/Shanghai',
      about: [],
      sections: [{ kind: 'figures', title: '概况', sheet: undefined, figures: [{ column, cell: null, text: '' }] }],
    });
    stream.end();
    expect(extractTexts(readPdf(await paper))).toEqual(expect.arrayContaining(['车辆总数', '-']));
  });

  it('makes the rate of a month unknown if the department has no counted day', async () => {
    const rate = async () =>
      (await fixture.cells(408009, { month: '2026-02' }, ['deptName', 'carTotal', 'onlineRate'])).toSorted();
    expect(await rate()).toEqual([
      ['华东', 4, 66.67],
      ['华东分公司', 2, 50],
    ]);
    await fixture.server.db.run(sql`delete from dept_day where department_id = ${branch}`);
    expect(await rate()).toEqual([
      ['华东', 4, 66.67],
      ['华东分公司', null, null],
    ]);
  });
});
