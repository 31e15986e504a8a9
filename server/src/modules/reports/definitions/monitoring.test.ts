import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, NOW, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
let [car, platform, mate, stranger] = [0, 0, 0, 0];
const FEBRUARY = { month: '2026-02' };
const time = (text: string) => shanghai(`2026-02-${text}`);

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east });
  mate = await server.account('mate', east);
  stranger = await server.account('stranger', west);
  platform = (await server.db.first<{ id: number }>(sql`
    insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1)
    values (${east}, '省平台', 0, '10.0.0.1', 9000, '1', '', '1', '10.0.0.2', 9001, '', '', '') returning id`))!.id;
});
afterAll(() => fixture.server.stop());

type Decision = {
  by: number;
  start: number;
  tookMin: number;
  level?: 1 | 2 | 3;
  state?: 2 | 3;
  dealType?: 1 | 5 | 6;
  automatic?: boolean;
};
async function decided({ by, start, tookMin, level = 2, state = 2, dealType = 1, automatic = false }: Decision) {
  const gid = randomUUID();
  await fixture.server.db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, received_at, start_lng, start_lat, last_lng, last_lat,
      start_kmh, max_kmh, times)
    values (${gid}, ${car}, 1, 0, ${level}, ${at(start)}, ${at(start)}, ${at(start)}, 113, 23, 113, 23, 90, 95, 1)`);
  await fixture.server.db.run(sql`
    insert into alarm_case (gid, vehicle_id, type_id, start_at, level, state, deal_type, dealt_by, dealt_at, automatic)
    values (${gid}, ${car}, 1, ${at(start)}, ${level}, ${state}, ${dealType}, ${by}, ${at(start + tookMin * 60_000)}, ${automatic})`);
}
const asked = async (received: number, answer: { by: number; tookMin: number; automatic?: boolean } | null): Promise<number> =>
  (await fixture.server.db.first<{ id: number }>(sql`
    insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at, replied_by, replied_at, automatic)
    values (${platform}, 1, 1, 1, '', '在岗吗', ${at(received)}, ${at(received + 600_000)}, ${answer?.by ?? null},
      ${answer ? at(received + answer.tookMin * 60_000) : null}, ${answer?.automatic ?? false}) returning id`))!.id;
const present = (account: number, day: string, seconds: number, checks: readonly number[] = []) =>
  fixture.server.db.run(sql`
    insert into presence_day (account_id, day, online_s, session_count, checks) values (${account}, ${day}, ${seconds}, 1, ${[...checks]}::integer[])`);

describe('402005, the work of monitoring staff', () => {
  const columns = [
    'userName',
    'sessSec',
    'handledCount',
    'timelyCount',
    'timelyRate',
    'avgHandleMin',
    'msgCount',
    'phoneCount',
    'falseCount',
    'chkCount',
    'chkOk',
    'chkRate',
    'supDone',
    'spotCount',
  ];

  it('shows the work of each user in the month, without other months, automatic handling and other companies', async () => {
    const { clerk, east, west, server } = fixture;
    // level 2 has half an hour, level 3 five minutes
    await decided({ by: clerk, start: time('03 10:00'), tookMin: 30 });
    await decided({ by: clerk, start: time('03 11:00'), tookMin: 31, dealType: 5 });
    await decided({ by: clerk, start: time('04 11:00'), tookMin: 5, level: 3, state: 3, dealType: 6 });
    // begun before the month, decided in it
    await decided({ by: mate, start: shanghai('2026-01-31 23:50'), tookMin: 20 });
    await decided({ by: clerk, start: time('28 23:50'), tookMin: 20 });
    await decided({ by: clerk, start: time('05 10:00'), tookMin: 1, automatic: true });
    await decided({ by: stranger, start: time('05 10:00'), tookMin: 1 });
    const [inTime, late, missed] = [
      await asked(time('03 09:00'), { by: clerk, tookMin: 10 }),
      await asked(time('03 09:30'), { by: clerk, tookMin: 11 }),
      await asked(time('03 09:40'), null),
    ];
    const byMate = await asked(time('03 09:50'), { by: mate, tookMin: 1 });
    await asked(time('04 09:50'), { by: mate, tookMin: 1, automatic: true });
    // received without staff on duty, yet answered
    await asked(time('05 09:00'), { by: clerk, tookMin: 5 });
    await present(clerk, '2026-02-03', 3_600, [inTime, late, missed, byMate]);
    await present(clerk, '2026-02-28', 60);
    await present(clerk, '2026-03-01', 999);
    await present(stranger, '2026-02-03', 999, [inTime]);
    for (const [by, when] of [
      [clerk, time('10 08:00')],
      [clerk, shanghai('2026-03-01 00:00')],
      [stranger, time('10 08:00')],
    ] as const)
      await server.db.run(sql`
        insert into supervision (superior_id, serial, vehicle_id, plate, warn_at, deadline_at, level, supervisor, phone, mail, received_at,
          result, replied_by, replied_at)
        values (${platform}, 1, ${car}, '粤B10001', ${at(when)}, ${at(when)}, 0, '', '', '', ${at(when)}, 1, ${by}, ${at(when)})`);
    for (const [by, department, when] of [
      [clerk, east, time('10 08:00')],
      [clerk, east, time('11 08:00')],
      [clerk, west, time('11 08:00')],
      [mate, east, NOW],
    ] as const)
      await server.db.run(sql`
        insert into spot_check (vehicle_id, department_id, account_id, at, kind, result, note)
        values (${car}, ${department}, ${by}, ${at(when)}, 1, 1, '')`);
    expect(await fixture.cells(402005, FEBRUARY, columns)).toEqual([
      ['clerk', 3_660, 3, 2, 66.67, 22, 1, 1, 1, 5, 2, 40, 1, 2],
      ['mate', 0, 1, 1, 100, 20, 1, 0, 0, 1, 1, 100, 0, 0],
    ]);
    const { list, sums } = await fixture.page(402005, FEBRUARY);
    expect(sums).toEqual({
      sessSec: 3_660,
      handledCount: 4,
      timelyCount: 3,
      timelyRate: 75,
      msgCount: 2,
      phoneCount: 1,
      falseCount: 1,
      chkOk: 3,
      supDone: 1,
      spotCount: 2,
    });
    expect(await fixture.cells(402005, { ...FEBRUARY, userIds: String(mate) }, ['userName'])).toEqual([['mate']]);
    expect(await fixture.chart(402005, FEBRUARY)).toEqual({ x: ['clerk', 'mate'], values: [3, 1] });
    expect(fixture.drill(402005, FEBRUARY, list[0]!, 'handledCount')).toEqual({
      404007: { userIds: String(clerk), timeRange: '2026-02-01 00:00:00,2026-02-28 23:59:59', byHandleTime: '1' },
    });
    expect(fixture.drill(402005, FEBRUARY, list[0]!, 'chkOk')).toEqual({
      403005: { userIds: String(clerk), month: '2026-02', chkState: '1' },
    });
    await inEveryOrder(fixture, 402005, FEBRUARY);
  });
});
