import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { at, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
const march = { staticDate: '2026-03-01,2026-03-17' };
const drivers: Record<string, number> = {};

type Task = {
  readonly driver: string;
  readonly title?: string;
  readonly category?: number;
  readonly from?: string;
  readonly to?: string;
  readonly required?: number;
  readonly pass?: number;
  readonly exam?: number;
  readonly done?: string;
  readonly fails?: number;
  readonly learned?: readonly (readonly [time: string, minutes: number])[];
};
/** 2026-03-18 is today. */
const TASKS: readonly Task[] = [
  {
    driver: '王芳',
    pass: 60,
    exam: 80,
    done: '2026-03-10 10:00',
    fails: 1,
    learned: [
      ['2026-03-09 09:00', 45],
      ['2026-03-10 10:00', 45],
    ],
  },
  { driver: '李雷', pass: 60, exam: 50, learned: [['2026-03-10 10:00', 45]] },
  { driver: '韩梅', pass: 60 },
  {
    driver: '王芳',
    title: '疲劳驾驶再教育',
    category: 4,
    from: '2026-02-20',
    to: '2026-03-05',
    required: 30,
    learned: [['2026-02-21 09:00', 15]],
  },
  { driver: '外人', pass: 60 },
  { driver: '李雷', title: '二月安全教育', from: '2026-02-01', to: '2026-02-28', learned: [['2026-02-10 09:00', 45]] },
];

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  for (const driver of ['王芳', '李雷', '韩梅', '外人'])
    drivers[driver] = (await server.db.first<{ id: number }>(sql`
      insert into driver (department_id, name, phone) values (${driver === '外人' ? west : east}, ${driver}, '13800001234') returning id`))!.id;
  for (const task of TASKS) {
    const {
      driver,
      title = '三月安全教育',
      category = 2,
      from = '2026-03-01',
      to = '2026-03-31',
      required = 90,
      pass = 0,
      fails = 0,
    } = task;
    const learned = task.learned ?? [];
    const row = await server.db.first<{ id: number }>(sql`
      insert into edu_task (department_id, driver_id, title, category, start_on, end_on, required_min, pass_score, learned_min, exam_score,
        face_fail, last_at, completed_at)
      values ((select department_id from driver where id = ${drivers[driver]!}), ${drivers[driver]!}, ${title}, ${category}, ${from}, ${to},
        ${required}, ${pass}, ${learned.reduce((sum, [, minutes]) => sum + minutes, 0)}, ${task.exam ?? null}, ${fails},
        ${learned.length > 0 ? at(shanghai(learned.at(-1)![0])) : null}, ${task.done ? at(shanghai(task.done)) : null}) returning id`);
    for (const [time, minutes] of learned)
      await server.db.run(
        sql`insert into edu_record (task_id, learned_at, minutes) values (${row!.id}, ${at(shanghai(time))}, ${minutes})`,
      );
  }
});
afterAll(() => fixture.server.stop());

it('419001 counts who attended, completed and passed, by company and plan', async () => {
  const columns = [
    'deptName',
    'planTitle',
    'trainCat',
    'needPeople',
    'joinPeople',
    'joinTrainRate',
    'donePeople',
    'doneRate',
    'passPeople',
    'passRate',
  ];
  expect(await fixture.cells(419001, march, columns)).toEqual([
    ['华东', '三月安全教育', 2, 3, 2, 66.67, 1, 33.33, 1, 50],
    ['华东', '疲劳驾驶再教育', 4, 1, 1, 100, 0, 0, 0, 0],
  ]);
  expect(await fixture.cells(419001, { ...march, trainCats: '4' }, ['planStart', 'planEnd'])).toEqual([
    ['2026-02-20', '2026-03-05'],
  ]);
  await inEveryOrder(fixture, 419001, march);
});

it('419002 compares class hours learned with those required, by company and month', async () => {
  const columns = [
    'statMonth',
    'deptName',
    'driverTotal',
    'needPeople',
    'joinPeople',
    'reqHours',
    'learnHours',
    'avgHours',
    'hourRate',
  ];
  const range = { monthRange: '2026-01,2026-02' };
  // 30 and 90 minutes for two drivers; 15 and 45 learned
  expect(await fixture.cells(419002, range, columns)).toEqual([['2026-02', '华东', 3, 2, 2, 1.3, 1.3, 0.7, 50]]);
  await inEveryOrder(fixture, 419002, range);
});

describe('419003, the tasks of drivers', () => {
  const columns = [
    'driverName',
    'driverMobile',
    'planTitle',
    'reqHours',
    'learnHours',
    'trainState',
    'examScore',
    'faceFail',
    'lastLearn',
  ];
  it('shows the progress of each', async () => {
    const phone = '138****1234';
    const rows = await fixture.cells(419003, march, columns);
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['王芳', phone, '三月安全教育', 2, 2, 2, 80, 1, shanghai('2026-03-10 10:00')],
        ['李雷', phone, '三月安全教育', 2, 1, 1, 50, 0, shanghai('2026-03-10 10:00')],
        ['韩梅', phone, '三月安全教育', 2, 0, 0, null, 0, null],
        ['王芳', phone, '疲劳驾驶再教育', 0.7, 0.3, 3, null, 0, shanghai('2026-02-21 09:00')],
      ]),
    );
    await inEveryOrder(fixture, 419003, march);
  });

  it('is filtered by driver, plan and state', async () => {
    const of = (more: object) => fixture.cells(419003, { ...march, ...more }, ['driverName', 'trainState']);
    expect(await of({ trainState: '3' })).toEqual([['王芳', 3]]);
    expect(await of({ planTitle: '再教育' })).toEqual([['王芳', 3]]);
    expect(await of({ driverIds: String(drivers['李雷']) })).toEqual([['李雷', 1]]);
  });
});

it('408010 and 402004 have the class hours of a day and of a month', async () => {
  const { server, east } = fixture;
  const car = await server.db.first<{ id: number }>(sql`
    insert into vehicle (plate, department_id, driver_id, vehicle_type, plate_colour) values ('粤B10009', ${east}, ${drivers['王芳']!}, 21, 2) returning id`);
  // the days of reports follow by a trigger
  for (const day of ['2026-02-21', '2026-03-09', '2026-03-10', '2026-03-11'])
    await server.db.run(sql`
        insert into driver_day (driver_id, vehicle_id, department_id, day, km, drive_s, night_drive_s, longest_drive_s)
        values (${drivers['王芳']!}, ${car!.id}, ${east}, ${day}, 120, 7200, 0, 3600)`);
  const days = { staticDate: '2026-03-09,2026-03-11', driverIds: String(drivers['王芳']) };
  expect(await fixture.cells(408010, days, ['statDate', 'learnHours'])).toEqual([
    ['2026-03-11', 0],
    ['2026-03-10', 1],
    ['2026-03-09', 1],
  ]);
  // sums and this order find the hours in another way than a page
  const byHours = { reportId: 408010, conditions: days, orderBy: 'learnHours', direction: 'asc' };
  const sorted = await fixture.call('advanceSearchJson', byHours);
  expect(sorted).toMatchObject({
    data: { list: [0, 1, 1].map((learnHours) => ({ cells: { learnHours } })), sums: { learnHours: 2 } },
  });
  await inEveryOrder(fixture, 408010, days);
  await inEveryOrder(fixture, 408010, { ...days, staticDate: '2026-03-09,2026-03-18' });
  expect(
    await fixture.cells(402004, { month: '2026-02', driverIds: String(drivers['王芳']) }, ['driverName', 'learnHours']),
  ).toEqual([['王芳', 0.3]]);
});
