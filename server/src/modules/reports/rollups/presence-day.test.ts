import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { inParts } from '../../../../test/support/property-parts.ts';
import { addDepartment, DAY, HOUR, local, MINUTE, neverAborted, testRollups } from '../../../../test/support/reports/rollups.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { followPresence } from './presence-day.ts';

const START = local('2025-03-10 00:00');
const DAYS = 3;
const RUNS = 20;
let rollups: Awaited<ReturnType<typeof testRollups>>;
let [department, accounts, sessions] = [0, 0, 0];

beforeAll(async () => {
  rollups = await testRollups(START);
  department = await addDepartment(rollups.db);
});
const follow = () => followPresence(rollups.options, neverAborted);
const account = async (of = department): Promise<number> =>
  (await rollups.db.first<{ id: number }>(sql`
    insert into account (login_name, user_name, password_hash, department_id)
    values (${`user${accounts++}`}, 'user', '', ${of}) returning id`))!.id;
const open = async (accountId: number, from: number): Promise<string> => {
  const prefix = `session${sessions++}`;
  await rollups.db.run(sql`
    insert into session (prefix, secret_hash, account_id, created_at, seen_at, expires_at)
    values (${prefix}, ''::bytea, ${accountId}, ${at(from)}, ${at(from)}, ${at(from + 30 * DAY)})`);
  return prefix;
};
const seen = (prefix: string, when: number) =>
  rollups.db.run(sql`update session set seen_at = ${at(when)} where prefix = ${prefix}`);
const close = (prefix: string, when: number, reason = 'logout') =>
  rollups.db.run(sql`update session set ended_at = ${at(when)}, end_reason = ${reason} where prefix = ${prefix}`);
const daysOf = (accountId: number) =>
  rollups.db.query(sql`
    select day::text as day, online_s as online, session_count as sessions, checks from presence_day where account_id = ${accountId} order by day`);

describe('the presence of an account', () => {
  it('is stored for each day, and remains after the deletion of its sessions', async () => {
    const id = await account();
    rollups.clock.now = START;
    await follow();
    const night = await open(id, START + 23 * HOUR);
    rollups.clock.now = START + 23.5 * HOUR;
    await seen(night, START + 23.4 * HOUR);
    await follow();
    await seen(night, START + 25 * HOUR);
    rollups.clock.now = START + 26 * HOUR;
    await close(night, START + 26 * HOUR, 'expired');
    await follow();
    // an expired session ends at its last use
    const days = [
      { day: '2025-03-10', online: 3_600, sessions: 1, checks: [] },
      { day: '2025-03-11', online: 3_600, sessions: 0, checks: [] },
    ];
    expect(await daysOf(id)).toEqual(days);
    rollups.clock.now = START + 20 * DAY;
    await follow();
    await rollups.db.run(sql`delete from session where prefix = ${night}`);
    rollups.clock.now += HOUR;
    expect(await follow()).toBe(0);
    expect(await daysOf(id)).toEqual(days);
  });

  it('includes post-checks received during it, from platforms of its company and its subsidiaries', async () => {
    const [above, below] = [await addDepartment(rollups.db), await addDepartment(rollups.db)];
    await rollups.db.run(sql`update department set parent_id = ${above} where id = ${below}`);
    const [chief, worker, other] = [await account(above), await account(below), await account()];
    const platform = async (of: number, port: number) =>
      (await rollups.db.first<{ id: number }>(sql`
        insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1)
        values (${of}, ${`p${port}`}, 0, '10.0.0.1', 9000, '1', '', '1', '10.0.0.2', ${port}, '', '', '') returning id`))!.id;
    const check = async (superior: number, when: number) =>
      (await rollups.db.first<{ id: number }>(sql`
        insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at)
        values (${superior}, 1, 1, 1, '', '', ${at(when)}, ${at(when)}) returning id`))!.id;
    const [high, low] = [await platform(above, 9101), await platform(below, 9102)];
    const begin = START + 30 * DAY;
    rollups.clock.now = begin;
    await follow();
    const open9 = [];
    for (const id of [chief, worker, other]) open9.push(await open(id, begin + 9 * HOUR));
    for (const prefix of open9) await close(prefix, begin + 10 * HOUR);
    await check(low, begin + 9 * HOUR - 1);
    const [ofHigh, ofLow] = [await check(high, begin + 9.5 * HOUR), await check(low, begin + 9 * HOUR)];
    await check(low, begin + 10 * HOUR);
    rollups.clock.now = begin + 12 * HOUR;
    await follow();
    const checks = async (id: number) => (await daysOf(id)).map((row) => row['checks']);
    expect([await checks(chief), await checks(worker), await checks(other)]).toEqual([[[ofHigh, ofLow]], [[ofLow]], [[]]]);
  });
});

const session = fc.record({
  startMin: fc.integer({ min: 0, max: DAYS * 1_440 - 1 }),
  usedMin: fc.integer({ min: 0, max: 1_800 }),
  closed: fc.boolean(),
});

let begin = START + 60 * DAY;
inParts('random sessions match an independent count by the minute, whenever they are counted', RUNS, async (numRuns) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(session, { maxLength: 5 }),
      fc.array(fc.integer({ min: 0, max: DAYS * 1_440 }), { maxLength: 6 }),
      async (list, looks) => {
        begin += 10 * DAY;
        const id = await account();
        const prefixes = new Map<number, string>();
        const at0 = (minute: number) => begin + minute * MINUTE;
        const events = list.flatMap(({ startMin, usedMin, closed }, i) => [
          { minute: startMin, run: async () => void prefixes.set(i, await open(id, at0(startMin))) },
          // used on until it is left
          ...[0.25, 0.5, 0.75, 1].map((part) => {
            const minute = startMin + Math.floor(usedMin * part);
            return { minute: minute + 0.1 * part, run: () => seen(prefixes.get(i)!, at0(minute)) };
          }),
          ...(closed ? [{ minute: startMin + usedMin + 0.2, run: () => close(prefixes.get(i)!, at0(startMin + usedMin)) }] : []),
        ]);
        const all = [...events, ...looks.map((minute) => ({ minute: minute + 0.5, run: follow }))];
        rollups.clock.now = begin;
        await follow();
        for (const { minute, run } of all.sort((a, b) => a.minute - b.minute)) {
          rollups.clock.now = at0(Math.ceil(minute));
          await run();
        }
        rollups.clock.now = begin + 6 * DAY;
        await follow();
        const minutes = new Map<string, Set<number>>();
        for (const { startMin, usedMin } of list)
          for (let minute = startMin; minute < startMin + usedMin; minute++) {
            const day = new Date(at0(minute) + 8 * HOUR).toISOString().slice(0, 10);
            if (!minutes.has(day)) minutes.set(day, new Set());
            minutes.get(day)!.add(minute);
          }
        const byHand = Object.fromEntries([...minutes].map(([day, marked]) => [day, marked.size * 60]));
        const told = Object.fromEntries((await daysOf(id)).map(({ day, online }) => [day as string, online as number]));
        expect(Object.fromEntries(Object.entries(told).filter(([, online]) => online > 0))).toEqual(byHand);
      },
    ),
    { numRuns },
  );
});
