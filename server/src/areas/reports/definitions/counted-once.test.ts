import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, sql } from '../../../platform/db/database.ts';
import { followAlarms } from '../rollups/alarm-changes.ts';
import { alarm, dayBefore, startTestReports, type TestReports, timeOf } from './test-reports.ts';

const [TERMINAL, OF_COMPANY, AT_NIGHT, OF_ROAD, OF_AREA, WARNING] = [1, 100, 101, 102, 112, 13] as const;
const MINUTE_MS = 60_000;

let server: TestReports;
let [day, before] = ['', ''];
let own = 0;
const ms = (clock: string, on = day) => timeOf(on, clock).getTime();

/** An alarm that lasted from one clock time to another; resolves to its number. */
async function lasted(vehicle: number, type: number, from: number, to: number, more: object = {}): Promise<string> {
  const row = alarm(vehicle, at(from), type, { last_at: at(to), end_at: at(to), level: 2, ...more });
  await server.add('alarm', row);
  await server.add('alarm_case', {
    gid: row['gid'],
    vehicle_id: vehicle,
    type_id: type,
    level: row['level'],
    start_at: row['start_at'],
  });
  return row['gid'] as string;
}
const follow = () =>
  followAlarms({ db: server.db, timeZone: 'Asia/Shanghai', now: () => server.clock.now }, new AbortController().signal);
const counts = async (on = day) => {
  await follow();
  const { sums } = await server.ask(404010, { staticDate: `${on},${on}`, groupBy: 'car' });
  return (sums as { overCount: number }).overCount ?? 0;
};
const listed = async (on = day) => {
  const { list } = await server.ask(404001, { timeRange: `${on} 00:00:00,${on} 23:59:59` });
  return list.map(({ cells }) => [cells['alarmType'], cells['startTime']]);
};

beforeAll(async () => {
  server = await startTestReports();
  [day, before] = [dayBefore(server.clock.now, 1), dayBefore(server.clock.now, 2)];
  [own] = server.cars;
  // what was told before the first mark is not followed
  for (let run = 0; run < 2; run++) await follow();
}, 120_000);
afterAll(() => server.stop());

describe('an overspeed of terminal and platform', () => {
  it.each([
    ['begins before', OF_COMPANY, '08:00:00', '08:01:00', '08:00:30', '08:02:00'],
    ['begins after', AT_NIGHT, '09:00:30', '09:02:00', '09:00:00', '09:01:00'],
    ['lies within', OF_ROAD, '10:00:00', '10:05:00', '10:01:00', '10:02:00'],
    ['lies around', OF_AREA, '11:01:00', '11:02:00', '11:00:00', '11:05:00'],
    ['shares a moment', OF_COMPANY, '12:00:00', '12:01:00', '12:01:00', '12:02:00'],
  ] as const)('counts once where the terminal’s %s', async (_how, type, from, to, terminalFrom, terminalTo) => {
    const known = await counts();
    // whichever is told first
    if (type === OF_COMPANY) await lasted(own, TERMINAL, ms(terminalFrom), ms(terminalTo));
    await lasted(own, type, ms(from), ms(to));
    if (type !== OF_COMPANY) await lasted(own, TERMINAL, ms(terminalFrom), ms(terminalTo));
    expect(await counts()).toBe(known + 1);
    const told = await listed();
    expect(told).toContainEqual([String(type), ms(from)]);
    expect(told).not.toContainEqual([String(TERMINAL), ms(terminalFrom)]);
  });

  it('is two where nothing is shared: no moment, no vehicle, another kind', async () => {
    const known = await counts();
    await lasted(own, OF_COMPANY, ms('13:00:00'), ms('13:01:00'));
    await lasted(own, TERMINAL, ms('13:01:01'), ms('13:02:00'));
    expect(await counts()).toBe(known + 2);
    await lasted(server.cars[1], TERMINAL, ms('13:00:00'), ms('13:01:00'));
    expect(await counts()).toBe(known + 3);
    // a warning is no overspeed
    await lasted(own, WARNING, ms('13:00:00'), ms('13:01:00'));
    expect(await listed()).toContainEqual([String(WARNING), ms('13:00:00')]);
    expect(await counts()).toBe(known + 3);
  });

  it('is the terminal’s alone where the platform’s was over before it was one', async () => {
    const known = await counts();
    const gid = await lasted(own, OF_COMPANY, ms('14:00:00'), ms('14:01:00'), { brief: true });
    await lasted(own, TERMINAL, ms('14:00:00'), ms('14:02:00'));
    expect(await counts()).toBe(known + 1);
    expect(await listed()).toContainEqual([String(TERMINAL), ms('14:00:00')]);
    // which became one after all
    await server.db.run(sql`update alarm set brief = false, told_seq = default where gid = ${gid}`);
    expect(await counts()).toBe(known + 1);
    expect(await listed()).not.toContainEqual([String(TERMINAL), ms('14:00:00')]);
  });

  it('is counted anew when one of them goes on, through midnight too', async () => {
    const [today, then] = [await counts(), await counts(before)];
    await lasted(own, TERMINAL, ms('23:58:00', before), ms('23:59:00', before));
    const gid = await lasted(own, OF_COMPANY, ms('00:00:10'), ms('00:01:00'));
    expect([await counts(), await counts(before)]).toEqual([today + 1, then + 1]);
    await server.db.run(sql`
      update alarm set last_at = ${at(ms('00:00:20'))}, end_at = ${at(ms('00:00:20'))}, told_seq = default
      where type_id = ${TERMINAL} and start_at = ${at(ms('23:58:00', before))}`);
    expect([await counts(), await counts(before)]).toEqual([today + 1, then]);
    // and so it is where all days are counted from the beginning
    await server.db.run(sql`delete from alarm_day`);
    await server.db.run(sql`insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from alarm`);
    expect([await counts(), await counts(before)]).toEqual([today + 1, then]);
    const row = await server.db.first(
      sql`select covered_by as by from alarm where type_id = ${TERMINAL} and start_at = ${at(ms('23:58:00', before))}`,
    );
    expect(row).toEqual({ by: gid });
  });

  it('has to be decided once', async () => {
    const alone = async () => {
      await follow();
      const { sums } = await server.ask(404006, { staticDate: `${day},${day}` });
      return sums as { needCount: number };
    };
    const { needCount } = await alone();
    await lasted(own, OF_COMPANY, ms('15:00:00'), ms('15:01:00'));
    await lasted(own, TERMINAL, ms('15:00:10'), ms('15:01:00'));
    expect(await alone()).toMatchObject({ needCount: needCount + 1 });
    const { list } = await server.ask(404008, { timeRange: `${day} 15:00:00,${day} 15:59:59` });
    expect(list.map(({ cells }) => cells['alarmType'])).toEqual([String(OF_COMPANY)]);
  });
});

describe('how soon an alarm is to be decided', () => {
  const timely = async (gid: string) => {
    await follow();
    const row = await server.db.first<{ start: number; handled: number; timely: number }>(sql`
      select a.start_at as start, d.handled, d.timely from alarm a join alarm_day d on d.vehicle_id = a.vehicle_id
        and d.type_id = a.type_id and d.level = a.level and d.day = (a.start_at at time zone 'Asia/Shanghai')::date where a.gid = ${gid}`);
    const { list } = await server.ask(404007, { timeRange: `${before} 00:00:00,${before} 23:59:59` });
    const shown = list.find(({ cells }) => cells['startTime'] === row!.start)!.cells['isTimely'];
    expect([row!.handled, row!.timely]).toEqual([1, shown ? 1 : 0]);
    return shown;
  };
  /** Decided so many minutes after it began; `due`: the target of its case. */
  async function decided(
    type: number,
    level: 1 | 2 | 3,
    clock: string,
    after: number,
    due: number | null = null,
  ): Promise<string> {
    const begun = ms(clock, before);
    const gid = await lasted(own, type, begun, begun, { level });
    await server.db.run(sql`
      update alarm_case set state = 2, deal_type = 5, dealt_by = ${server.boss}, dealt_at = ${at(begun + after * MINUTE_MS)},
        due_at = ${at(due === null ? null : begun + due * MINUTE_MS)} where gid = ${gid}`);
    return gid;
  }

  it('is one setting, where its case has no target: five minutes, half an hour and a day by level', async () => {
    for (const [type, level, clock, after, expected] of [
      [29, 3, '01:00:00', 5, true],
      [30, 3, '01:10:00', 5.1, false],
      [2, 2, '01:20:00', 30, true],
      [0, 2, '01:30:00', 30.1, false],
      [3, 1, '01:40:00', 1440, true],
      [15, 1, '01:50:00', 1440.1, false],
    ] as const)
      expect([level, after, await timely(await decided(type, level, clock, after))]).toEqual([level, after, expected]);
  });

  it('and is counted anew when that is another', async () => {
    const gid = await decided(16, 3, '02:00:00', 8);
    const withTarget = await decided(17, 3, '02:10:00', 8, 6);
    expect([await timely(gid), await timely(withTarget)]).toEqual([false, false]);
    await server.db.run(sql`insert into setting_value (key, value) values ('handleWithin3', '10')`);
    // a target that was given stays
    expect([await timely(gid), await timely(withTarget)]).toEqual([true, false]);
    await server.db.run(sql`update setting_value set value = '7' where key = 'handleWithin3'`);
    expect(await timely(gid)).toBe(false);
    // a department's is none of the platform
    await server.db.run(
      sql`insert into setting_value (department_id, key, value) values (${server.company}, 'handleWithin3', '99')`,
    );
    expect(await timely(gid)).toBe(false);
    await server.db.run(sql`delete from setting_value where key = 'handleWithin3'`);
    expect(await timely(gid)).toBe(false);
    expect(await timely(await decided(21, 3, '02:20:00', 5))).toBe(true);
  });
});
