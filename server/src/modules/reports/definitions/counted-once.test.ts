import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietTestDatabase } from '../../../../test/support/db/test-database.ts';
import { alarm, dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { followAlarms } from '../rollups/alarm-changes.ts';

const [TERMINAL, OF_COMPANY, AT_NIGHT, OF_ROAD, OF_AREA, WARNING] = [1, 100, 101, 102, 112, 13] as const;

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
  server = await startTestReports({ database: await quietTestDatabase() });
  [day, before] = [dayBefore(server.clock.now, 1), dayBefore(server.clock.now, 2)];
  [own] = server.cars;
  // alarms before the first mark are not followed
  for (let run = 0; run < 2; run++) await follow();
}, 120_000);
afterAll(() => server.stop());

describe('an overspeed of terminal and platform', () => {
  it.each([
    ['begins earlier than the platform’s', OF_COMPANY, '08:00:00', '08:01:00', '08:00:30', '08:02:00'],
    ['begins later than the platform’s', AT_NIGHT, '09:00:30', '09:02:00', '09:00:00', '09:01:00'],
    ['is within the platform’s', OF_ROAD, '10:00:00', '10:05:00', '10:01:00', '10:02:00'],
    ['contains the platform’s', OF_AREA, '11:01:00', '11:02:00', '11:00:00', '11:05:00'],
    ['begins when the platform’s ends', OF_COMPANY, '12:00:00', '12:01:00', '12:01:00', '12:02:00'],
  ] as const)('counts once if the terminal’s %s', async (_how, type, from, to, terminalFrom, terminalTo) => {
    const known = await counts();
    // in either order
    if (type === OF_COMPANY) await lasted(own, TERMINAL, ms(terminalFrom), ms(terminalTo));
    await lasted(own, type, ms(from), ms(to));
    if (type !== OF_COMPANY) await lasted(own, TERMINAL, ms(terminalFrom), ms(terminalTo));
    expect(await counts()).toBe(known + 1);
    const told = await listed();
    expect(told).toContainEqual([String(type), ms(from)]);
    expect(told).not.toContainEqual([String(TERMINAL), ms(terminalFrom)]);
  });

  it('counts once if several limits are exceeded: the first limit has priority', async () => {
    const known = await counts();
    await lasted(own, TERMINAL, ms('17:00:00'), ms('17:03:00'));
    await lasted(own, OF_COMPANY, ms('17:00:10'), ms('17:02:50'));
    await lasted(own, OF_ROAD, ms('17:00:20'), ms('17:02:40'));
    await lasted(own, OF_AREA, ms('17:01:00'), ms('17:02:00'));
    expect(await counts()).toBe(known + 1);
    const told = (await listed()).filter(([, at]) => (at as number) >= ms('17:00:00') && (at as number) < ms('17:05:00'));
    expect(told).toEqual([[String(OF_AREA), ms('17:01:00')]]);
  });

  it('counts twice without a common moment or vehicle, and a warning does not count', async () => {
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

  it('counts only the terminal’s alarm while the platform’s is too brief', async () => {
    const known = await counts();
    const gid = await lasted(own, OF_COMPANY, ms('14:00:00'), ms('14:01:00'), { brief: true });
    await lasted(own, TERMINAL, ms('14:00:00'), ms('14:02:00'));
    expect(await counts()).toBe(known + 1);
    expect(await listed()).toContainEqual([String(TERMINAL), ms('14:00:00')]);
    // which became a real one later
    await server.db.run(sql`update alarm set brief = false, told_seq = default where gid = ${gid}`);
    expect(await counts()).toBe(known + 1);
    expect(await listed()).not.toContainEqual([String(TERMINAL), ms('14:00:00')]);
  });

  it('is recalculated when one of them continues, also across midnight', async () => {
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

  it('must be handled only once', async () => {
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

describe('the time limit for handling an alarm', () => {
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
  /** Handled this many minutes after the start; `due`: the target of its case. */
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

  it('is one setting if its case has no target: five minutes, half an hour and a day by level', async () => {
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

  it('is applied again after the setting changes', async () => {
    const gid = await decided(16, 3, '02:00:00', 8);
    const withTarget = await decided(17, 3, '02:10:00', 8, 6);
    expect([await timely(gid), await timely(withTarget)]).toEqual([false, false]);
    await server.db.run(sql`insert into setting_value (key, value) values ('handleWithin3', '10')`);
    // an explicit target remains
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

describe('handling of one drive that terminal and platform both report', () => {
  const SLOT_MS = 10 * MINUTE_MS;
  const DECIDERS = ['nobody', 'anna', 'bert', 'a rule'] as const;
  type Decider = (typeof DECIDERS)[number];
  /** Who handles the platform's alarm, who the terminal's, and whether the platform reports after that. */
  const PAIRS = DECIDERS.flatMap((platform) =>
    DECIDERS.flatMap((terminal) => [false, true].map((later) => ({ platform, terminal, later }))),
  );
  const accounts = { anna: 0, bert: 0 };
  /** Two days of the last month: a past month can be requested as a whole. */
  let [past, dayBeforeIt] = ['', ''];
  const onDay = () => ({ staticDate: `${past},${past}` });
  const inMonth = () => ({ month: past.slice(0, 7) });

  async function decide(gid: string, by: Decider, begun: number) {
    if (by === 'nobody') return;
    const account = by === 'a rule' ? accounts.anna : accounts[by];
    await server.db.run(sql`
      update alarm_case set state = 2, deal_type = 5, dealt_by = ${account}, dealt_at = ${at(begun + 5 * MINUTE_MS)},
        automatic = ${by === 'a rule'} where gid = ${gid}`);
  }

  /** Number of handlings per report, and number of alarms in the drill-down. */
  const credited = (account: number) =>
    Promise.all(
      ([402005, 401022, 409004, 408011] as const).map(async (report) => {
        const conditions = { ...(report === 402005 ? inMonth() : onDay()), userIds: String(account) };
        const [row] = (await server.ask(report, conditions)).list;
        const there = (await server.follow(report, row!, 'handledCount', conditions))[404007]!;
        return [report, row!.cells['handledCount'], (await server.ask(404007, there)).total];
      }),
    );
  const inAll = (count: number) => [402005, 401022, 409004, 408011].map((report) => [report, count, count]);

  beforeAll(async () => {
    const dayOfMonth = Number(dayBefore(server.clock.now, 0).slice(-2));
    [past, dayBeforeIt] = [dayBefore(server.clock.now, dayOfMonth + 9), dayBefore(server.clock.now, dayOfMonth + 10)];
    for (const who of ['anna', 'bert'] as const) {
      accounts[who] = await server.account(who, server.company);
      const [started_at, ended_at] = [at(ms('00:00:00', past)), at(ms('23:59:59', past))];
      await server.add('duty_shift', { account_id: accounts[who], started_at, ended_at });
    }
    for (const [i, { platform, terminal, later }] of PAIRS.entries()) {
      const begun = ms('16:00:00', past) + i * SLOT_MS;
      const told = async (type: number, by: Decider) =>
        decide(await lasted(own, type, begun, begun + MINUTE_MS, { level: 3 }), by, begun);
      if (!later) await told(OF_COMPANY, platform);
      await told(TERMINAL, terminal);
      if (later) await told(OF_COMPANY, platform);
    }
  });

  it('counts once, for the user who handled the platform’s alarm, and links to the same number of alarms', async () => {
    const [anna, bert] = (['anna', 'bert'] as const).map((who) => PAIRS.filter(({ platform }) => platform === who).length);
    expect(await credited(accounts.anna)).toEqual(inAll(anna!));
    expect(await credited(accounts.bert)).toEqual(inAll(bert!));
    await follow();
    const { list } = await server.ask(404006, onDay());
    const ofCompany = list.find(({ cells }) => cells['deptName'] === '集团')!;
    // the company’s are those of its people, and of its rules
    const byRules = PAIRS.filter(({ platform }) => platform === 'a rule').length;
    expect(ofCompany.cells).toMatchObject({ handledCount: anna! + bert! + byRules, autoCount: byRules, timelyCount: 3 * anna! });
    const [row] = (await server.ask(402005, { ...inMonth(), userIds: String(accounts.anna) })).list;
    expect(row!.cells).toMatchObject({ timelyCount: anna, timelyRate: 100, avgHandleMin: 5, phoneCount: anna });
  });

  it('of the terminal’s alarm alone counts like any other', async () => {
    const before = (await credited(accounts.bert))[0]![1] as number;
    const begun = ms('22:30:00', past);
    await decide(await lasted(own, TERMINAL, begun, begun + MINUTE_MS), 'bert', begun);
    expect(await credited(accounts.bert)).toEqual(inAll(before + 1));
    // until the platform reports the same drive
    await lasted(own, AT_NIGHT, begun, begun + MINUTE_MS);
    expect(await credited(accounts.bert)).toEqual(inAll(before));
  });

  it('counts on the day of the handling, regardless of the start', async () => {
    const known = (await credited(accounts.bert))[0]![1] as number;
    const begun = ms('03:00:00', dayBeforeIt);
    const gid = await lasted(own, AT_NIGHT, begun, begun + MINUTE_MS);
    await decide(gid, 'bert', ms('06:00:00', past));
    const [, byDay] = await credited(accounts.bert);
    expect(byDay).toEqual([401022, known + 1, known + 1]);
    // only the company; a vehicle of its branch is not included
    const alone = { ...onDay(), deptId: String(server.company), deptOnly: '1', userIds: String(accounts.bert) };
    await decide(await lasted(server.cars[1], OF_ROAD, ms('04:00:00', past), ms('04:01:00', past)), 'bert', ms('04:00:00', past));
    const [row] = (await server.ask(401022, alone)).list;
    const there = (await server.follow(401022, row!, 'handledCount', alone))[404007]!;
    expect([row!.cells['handledCount'], (await server.ask(404007, there)).total]).toEqual([known + 1, known + 1]);
    expect((await credited(accounts.bert))[1]).toEqual([401022, known + 2, known + 2]);
  });
});
