/** A kill during report work: exports, packages, schedules, mail, days and months complete once and whole. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, signIn, until } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { openDatabase } from './support/database.ts';
import { type Mailbox, mailHeader, openMailbox } from './support/mailbox.ts';
import { type Product, startProduct } from './support/product.ts';
import { findRootDepartment } from './support/records.ts';
import { newDataDir } from './support/shared-services.ts';
import { readXlsx } from './support/sheets.ts';
import { startTerminal } from './support/terminal.ts';

const PASSWORD = 'Correct_horse_7';
const LONG_MS = 300_000;
/** One row per vehicle and day. */
const RUNNING = 401002;
const [VEHICLES, DAYS] = [1_500, 90];
const SHANGHAI = { timeZone: 'Asia/Shanghai' } as const;

const dataDir = newDataDir();
/** All days of a run count from its start: midnight may come meanwhile. */
const STARTED_AT = Date.now();
const dayBefore = (days: number): string => new Intl.DateTimeFormat('sv-SE', SHANGHAI).format(STARTED_AT - days * DAY_MS);
const monthBefore = (months: number): string => {
  const [year, month] = dayBefore(0).split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
};

let mailbox: Mailbox;
let env: Record<string, string>;
let product: Product;
let client: Client;
let root = '';

beforeAll(async () => {
  mailbox = await openMailbox();
  env = {
    AUTO_REGISTER: 'on',
    ADMIN_PASSWORD: PASSWORD,
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    SMTP_FROM: 'fleet@example.com',
  };
  product = await startProduct(dataDir, env);
  client = await signIn(product.url, 'admin', PASSWORD);
  root = await findRootDepartment(client);
  await inDatabase(async (db) => {
    await db.query(
      `insert into vehicle (plate, plate_colour, department_id, created_at, industry)
       select 'X' || n, 2, $1, now() - interval '100 days', 3 from generate_series(1, $2::integer) n`,
      [root, VEHICLES],
    );
    await db.query(
      `insert into vehicle_day (vehicle_id, department_id, day, point_total, point_valid, gnss_km, odo_km, drive_s)
       select v.id, v.department_id, $1::date - n, 100, 100, 10, 10, 600 from vehicle v cross join generate_series(1, $2::integer) n`,
      [dayBefore(0), DAYS],
    );
  });
});
afterAll(async () => {
  await product?.stop();
  await mailbox?.stop();
  removeDataDir(dataDir);
});

/** The database stops with its server: connect while it runs. */
async function inDatabase<T>(work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = await openDatabase(dataDir);
  db.on('error', () => undefined);
  try {
    return await work(db);
  } finally {
    await db.end().catch(() => undefined);
  }
}
const all = <R extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<R[]> =>
  inDatabase(async (db) => (await db.query<R>(statement, values)).rows);

/** Kills the product mid-work. Shortens the leases of its jobs, which would otherwise expire after a minute. */
async function kill(): Promise<void> {
  // stopped first, so that it makes no progress; it may hold a row lock
  process.kill(product.pid, 'SIGSTOP');
  await all(
    `update job set locked_until = now() + interval '2 seconds'
     where id = any(array(select id from job where state = 'running' for update skip locked))`,
  );
  await product.kill();
}
async function startAgain(): Promise<void> {
  const [PORT, GATEWAY_PORT] = [String(product.port), String(product.gatewayPort)];
  product = await startProduct(dataDir, { ...env, PORT, GATEWAY_PORT });
}

/** Runs `work` while other writers of the table are blocked. `mode`: PostgreSQL's lock mode. */
async function holding(table: string, mode: 'access exclusive' | 'exclusive', work: () => Promise<unknown>): Promise<void> {
  await inDatabase(async (db) => {
    await db.query(`begin; lock table ${table} in ${mode} mode`);
    await work();
    await db.query('rollback').catch(() => undefined);
  });
}
/** Waits until a query is blocked by the table's lock. */
const waitedFor = (table: string) =>
  until(`a query that waits for ${table}`, async () => {
    const waiting = await all(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%' || $1 || '%' and pid <> pg_backend_pid()`,
      [table],
    );
    return waiting.length > 0 || undefined;
  });

const taskOf = (id: string) => client.post('task/getTask', { id });
const ended = (id: string) =>
  until(
    `task ${id}`,
    async () => {
      const task = await taskOf(id);
      return ['done', 'failed', 'cancelled'].includes(task.state) ? task : undefined;
    },
    LONG_MS,
  );
async function download(id: string): Promise<Buffer> {
  const { url } = await client.post('task/getTaskFile', { id });
  return Buffer.from(await (await fetch(new URL(url, product.url))).arrayBuffer());
}
const folder = join(dataDir, 'task-files');
const filesNow = () =>
  (existsSync(folder) ? readdirSync(folder) : []).map((name) => ({ name, bytes: statSync(join(folder, name)).size }));

it('a file that was being written is written again completely; no partial file has its name', { timeout: LONG_MS }, async () => {
  const conditions = { deptId: root, staticDate: `${dayBefore(DAYS)},${dayBefore(1)}` };
  const columns = [
    'statDate',
    'carNo',
    'plateColor',
    'carType',
    'onlineTimes',
    'offTimes',
    'onlineSec',
    'onlineTimeRate',
    'mileage',
  ];
  const wish = { reportId: RUNNING, conditions, format: 'xlsx', columns };
  const { taskId } = await client.post('report/exportdata', wish);
  // the file is complete a second later
  await until('some of it on the disk', () => filesNow().some(({ bytes }) => bytes > 0) || undefined, LONG_MS, 5);
  await kill();
  expect(filesNow().map(({ name }) => name)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.part$/)]);
  await startAgain();

  expect(await ended(taskId)).toMatchObject({ state: 'done', error: null, result: { rows: VEHICLES * DAYS } });
  const bytes = await download(taskId);
  expect(bytes.length).toBe((await taskOf(taskId)).fileBytes);
  expect(filesNow().filter(({ name }) => !name.endsWith('.part'))).toEqual([{ name: expect.any(String), bytes: bytes.length }]);
  // below title, filters and headings; a workbook stores a day as a number
  const rows = readXlsx(bytes).slice(3);
  const told = rows.filter(([day, plate]) => /^\d+$/.test(day ?? '') && plate?.startsWith('X'));
  expect(told).toHaveLength(VEHICLES * DAYS);
  expect(new Set(told.map(([day, plate]) => `${day} ${plate}`)).size).toBe(VEHICLES * DAYS);
  // the same export again returns the same task
  expect((await client.post('report/exportdata', wish)).taskId).toBe(taskId);
});

it('a package of reports is created again, with each of its parts once', { timeout: LONG_MS }, async () => {
  const wish = { deptIds: [root], packageIds: ['running'], month: monthBefore(1), format: 'csv' };
  let taskId = '';
  await holding('vehicle_day', 'access exclusive', async () => {
    ({ taskId } = await client.post('report/startBatchExport', wish));
    await waitedFor('vehicle_day');
    await kill();
  });
  await startAgain();
  const task = await ended(taskId);
  expect(task, product.output()).toMatchObject({ state: 'done', error: null, result: { failed: 0, bytes: task.fileBytes } });
  const bytes = await download(taskId);
  expect([bytes.length, bytes.subarray(0, 2).toString()]).toEqual([task.fileBytes, 'PK']);
  // its central directory counts the files and the contents page
  expect(bytes.readUInt16LE(bytes.length - 22 + 10)).toBe(task.result.reports + 1);
});

it('a schedule that was due during the outage runs once, and its email is sent once', { timeout: LONG_MS }, async () => {
  const schedule = {
    reportId: 401007,
    name: '里程',
    conditions: { deptId: root },
    period: 'yesterday',
    columns: ['carNo', 'mileage'],
    format: 'csv',
    receivers: ['a@example.org'],
    every: 'day',
    weekday: null,
    monthDay: null,
    clock: '03:00',
    ...SHANGHAI,
  };
  const { id } = await client.post('report/saveSchedule', { schedule });
  const runs = async () => (await client.post('report/listScheduleRun', { id })).list;
  const [due] = await all<{ at: number }>(
    `update report_schedule set next_at = date_trunc('second', now()) + interval '3 seconds' where id = $1
     returning extract(epoch from next_at)::float8 * 1000 as at`,
    [id],
  );
  await kill();
  await sleep(Math.max(0, due!.at - Date.now()));
  await startAgain();
  const run = await until(
    'the run',
    async () => (await runs()).find(({ state }: { state: string }) => state !== 'running'),
    90_000,
  );
  expect(run).toMatchObject({ state: 'done', dueAt: due!.at, rows: VEHICLES, mails: [{ receiver: 'a@example.org' }] });
  await until('its letter', () => (mailbox.accepted.length > 0 ? true : undefined));
  await until('the server to know', async () => ((await runs())[0].mails[0].state === 'sent' ? true : undefined));

  await kill();
  await startAgain();
  // the schedule job has run
  const again = Date.now() / 1_000;
  const looked = `select from job where kind = 'reports.schedules' and state = 'done' and finished_at > to_timestamp($1)`;
  await until('another turn', async () => ((await all(looked, [again])).length > 0 ? true : undefined), 60_000);
  expect(await runs()).toHaveLength(1);
  expect([mailbox.received.length, mailbox.accepted.length]).toEqual([1, 1]);
  expect(mailHeader(mailbox.accepted[0]!, 'To')).toBe('a@example.org');
});

it('an email that was not yet acknowledged is sent after the restart, with the same message ID', {
  timeout: LONG_MS,
}, async () => {
  const [schedule] = (await client.post('report/listSchedule', {})).list;
  const before = mailbox.accepted.length;
  mailbox.paused = true;
  await client.post('report/runSchedule', { id: schedule.id });
  // complete, but not acknowledged
  await until('the letter', () => (mailbox.received.length > before ? true : undefined), 90_000);
  await kill();
  mailbox.paused = false;
  await startAgain();
  await until('the letter again', () => (mailbox.accepted.length > before ? true : undefined), 90_000);
  const [first, second] = [mailbox.received[before]!, mailbox.accepted[before]!];
  expect(mailHeader(first, 'Message-ID')).toMatch(/^<.+@example\.com>$/);
  expect(mailHeader(second, 'Message-ID')).toBe(mailHeader(first, 'Message-ID'));
  await until('the server to know', async () => {
    const [run] = (await client.post('report/listScheduleRun', { id: schedule.id })).list;
    return run.mails[0]?.state === 'sent' || undefined;
  });
  expect(mailbox.accepted).toHaveLength(before + 1);
  expect(await all(`select from mail where state <> 'sent'`)).toEqual([]);
});

it('a recalculation of days that was interrupted is completed', { timeout: LONG_MS }, async () => {
  // one hour of driving yesterday, and one position of today: yesterday is over
  const terminal = await startTerminal(product.gatewayPort, '13900007001', '京E70001');
  const began = Date.parse(`${dayBefore(1)}T10:00:00+08:00`);
  for (let n = 0; n < 60; n++)
    await terminal.report({ lng: 116, lat: 39 + n * 0.008, speedKmh: 60, heading: 0, at: began + n * 60_000 });
  await terminal.report({ lng: 116, lat: 39.5, speedKmh: 0, heading: 0, at: Math.floor(Date.now() / 1_000) * 1_000 });
  terminal.close();
  const day = async () =>
    (
      await all<{ km: number; points: number }>(
        `select d.gnss_km as km, d.point_total as points from vehicle_day d join vehicle v on v.id = d.vehicle_id
         where v.plate = '京E70001' and d.day = $1::date`,
        [dayBefore(1)],
      )
    )[0];
  const right = await until('yesterday', async () => ((await day())?.points === 60 ? day() : undefined), 60_000);
  expect(right!.km).toBeGreaterThan(50);
  await all(
    `update vehicle_day set gnss_km = 999 where day = $1::date and vehicle_id = (select id from vehicle where plate = '京E70001')`,
    [dayBefore(1)],
  );
  let taskId = '';
  await holding('position_gap', 'exclusive', async () => {
    ({ taskId } = await client.post('report/rebuildReportDays', { from: dayBefore(1), to: dayBefore(1) }));
    await waitedFor('position_gap');
    // a partial result is never visible
    expect((await day())!.km).toBe(999);
    const { incomplete } = await client.post('report/advanceSearchJson', {
      reportId: 401007,
      conditions: { staticDate: `${dayBefore(2)},${dayBefore(1)}` },
    });
    expect(incomplete).toEqual([dayBefore(1)]);
    await kill();
  });
  await startAgain();
  expect(await ended(taskId)).toMatchObject({ state: 'done', error: null });
  expect((await day())!.km).toBeCloseTo(right!.km, 3);
});

it('a month whose closing was interrupted is closed once or not at all', { timeout: LONG_MS }, async () => {
  const month = monthBefore(2);
  const closed = () => all<{ month: string }>('select month from score_close where month = $1', [month]);
  const scores = () =>
    all<{ rows: number; objects: number }>(
      `select count(*)::integer as rows, count(distinct (object_type, object_id))::integer as objects from score_month where month = $1`,
      [month],
    );
  const close = () => client.post('report/closeReportMonth', { month });
  await holding('score_month', 'exclusive', async () => {
    const call = close().catch((error: unknown) => error);
    await waitedFor('score_month');
    await kill();
    expect(await call).toBeInstanceOf(Error);
  });
  await startAgain();
  expect([await closed(), (await scores())[0]!.rows]).toEqual([[], 0]);
  await close();
  const [told] = await scores();
  expect(told!.rows).toBeGreaterThan(VEHICLES);
  expect(told!.objects).toBe(told!.rows);
  await kill();
  await startAgain();
  await expect(close()).rejects.toThrow('4010');
  expect([(await closed()).length, await scores()]).toEqual([1, [told]]);
  expect(await product.stop()).toBe(0);
});
