import { permission } from '@fleetwarden/contract/permissions';
import { MAX_SCHEDULES } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { sql } from '../../../platform/db/database.ts';
import { MAX_ATTACHED_BYTES } from '../../../platform/mail/limits.ts';
import type { Email } from '../../../platform/mail/smtp.ts';
import { MailError } from '../../../platform/mail/smtp.ts';
import { deleteOldRuns } from './schedules.ts';

const WAIT = { timeout: 20_000, interval: 20 };
/** Noon of 18 March 2026, a Wednesday, in Shanghai. */
const NOW = Date.UTC(2026, 2, 18, 4);
const LEDGER = 401015;

let server: TestServer;
let ids: { east: number; west: number; clerk: number; other: number };
let tokens: Record<'clerk' | 'other' | 'chief' | 'stranger', string>;
const letters: Email[] = [];
const texts: string[] = [];
let refuse: string | undefined;

beforeAll(async () => {
  server = await startTestServer({
    publicUrl: 'https://fleet.example.com',
    send: async (letter) => {
      if (refuse !== undefined) throw new MailError(refuse, true);
      const parts: Buffer[] = [];
      for await (const part of letter.file?.content ?? []) parts.push(part as Buffer);
      texts.push(Buffer.concat(parts).toString());
      letters.push(letter);
    },
  });
  const root = await server.department('集团');
  const east = await server.department('华东', root);
  const west = await server.department('华西', root);
  // 401001 represents the others: online rates
  const rights = ['2', '20701', '40101', '40115'];
  ids = {
    east,
    west,
    clerk: await server.account('clerk', east, rights),
    other: await server.account('other', east, rights),
  };
  await server.account('chief', root, [...rights, permission.editSettings]);
  await server.account('stranger', west, [...rights, permission.editSettings]);
  const login = (name: string) => server.signIn(name);
  tokens = {
    clerk: await login('clerk'),
    other: await login('other'),
    chief: await login('chief'),
    stranger: await login('stranger'),
  };
  await addVehicle(server, { plate: '沪A10001', departmentId: east, phone: '13800000001' });
  await addVehicle(server, { plate: '川A20002', departmentId: west, phone: '13800000002' });
  server.jobs.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.clock.now = NOW;
  refuse = undefined;
});
afterEach(async () => {
  letters.length = 0;
  texts.length = 0;
  for (const table of ['report_schedule', 'task', 'job', 'mail', 'notice']) await server.db.run(`delete from ${table}`);
  await server.db.run(sql`update account set enabled = true`);
});

const wish = (more: object = {}) => ({
  reportId: 401001,
  name: '上线率日报',
  conditions: { deptId: String(ids.east), deptOnly: '0' },
  period: 'yesterday',
  columns: ['statDate', 'deptName'],
  format: 'csv',
  receivers: [] as string[],
  every: 'day',
  weekday: null,
  monthDay: null,
  clock: '08:30',
  timeZone: 'Asia/Shanghai',
  ...more,
});
type Who = keyof typeof tokens;
const ask = async (path: string, data: object, who: Who = 'clerk', language = 'zh') =>
  (
    await server.post(
      path,
      { data, pageModel: { page: 1, limit: 50 } },
      { authorization: tokens[who], cookie: `language=${language}` },
    )
  ).body;
const report = (call: string, data: object, who: Who = 'clerk') => ask(`report/${call}`, data, who);
async function save(more: object = {}, who: Who = 'clerk'): Promise<string> {
  const { code, msg, data } = await report('saveSchedule', { schedule: wish(more) }, who);
  if (code !== '0') throw new Error(`${code} ${msg} ${JSON.stringify(data)}`);
  return data.id;
}
const listed = async (who: Who = 'clerk', data: object = {}) => (await report('listSchedule', data, who)).data.list;
const runs = async (id: string, who: Who = 'clerk') => (await report('listScheduleRun', { id }, who)).data.list;
const tick = () => server.reports.due.run({}, { signal: new AbortController().signal, attempt: 1 });
const tasksOf = async (who: Who = 'clerk') => (await ask('task/listTask', {}, who)).data.list;
const exportJobs = () => server.db.query(`select kind from job where kind like '%.reports.export'`);
/** Waits until every task has ended, and its end is sent. */
async function settled(): Promise<void> {
  const open = async () => (await server.db.query(`select id from task where state in ('queued', 'running')`)).length;
  await expect.poll(open, WAIT).toBe(0);
  await tick();
}
const mailed = async (count: number) => expect.poll(() => letters.length, WAIT).toBe(count);
const due = Date.parse('2026-03-19T08:30:00+08:00');

describe('a schedule', () => {
  it('is stored as entered, and shows its next due time', async () => {
    const { data } = await report('saveSchedule', { schedule: wish({ receivers: ['a@example.org', 'a@example.org'] }) });
    expect(data.nextAt).toBe(due);
    expect(await listed()).toMatchObject([
      {
        id: data.id,
        reportId: 401001,
        reportName: '车辆上线率统计',
        name: '上线率日报',
        period: 'yesterday',
        clock: '08:30',
        columns: ['statDate', 'deptName'],
        receivers: ['a@example.org'],
        nextAt: due,
        own: true,
        owner: 'clerk',
        last: null,
        path: '/report/basicstatementreport/vehicleOnlineRate',
        orderBy: 'statDate',
        direction: 'desc',
      },
    ]);
    expect((await report('listSchedule', {})).data).toMatchObject({ mail: true, mayAll: false });
  });

  it('exports its report once for the days before the due time, and again the next day', async () => {
    const id = await save();
    await tick();
    expect(await tasksOf()).toEqual([]);
    // late: the report still covers the planned period
    server.clock.now = due + 3 * HOUR_MS;
    await tick();
    await tick();
    await settled();
    const [task, ...more] = await tasksOf();
    expect(more).toEqual([]);
    expect(task).toMatchObject({ state: 'done', title: '上线率日报（定时）' });
    expect(task.fileName).toMatch(/^车辆上线率统计_华东_20260318_/);
    expect(await runs(id)).toMatchObject([{ dueAt: due, state: 'done', byHand: false, error: null, taskId: task.id }]);
    expect((await listed())[0]).toMatchObject({ nextAt: due + DAY_MS, last: { state: 'done', dueAt: due } });
    // no user waits for it
    expect(await exportJobs()).toEqual([{ kind: 'planned.reports.export' }]);
  });

  it('notifies its owner, and no other user', async () => {
    const id = await save({ reportId: LEDGER, period: 'now', columns: ['carNo'] });
    server.clock.now = due;
    await tick();
    await settled();
    const [run] = await runs(id);
    const notices = async (who: Who) => (await ask('notice/listByUserIdAndDeptId', {}, who)).data.list;
    expect(await notices('clerk')).toMatchObject([
      { noticeTitle: '定时报表“上线率日报”已生成', noticeContent: `共 ${run.rows} 行，请到下载中心查看` },
    ]);
    expect(run.rows).toBe(1);
    for (const who of ['other', 'chief', 'stranger'] as const) expect(await notices(who)).toEqual([]);
  });

  it('catches up runs missed while the server was stopped, but not those long past', async () => {
    const id = await save();
    server.clock.now = due + 2 * DAY_MS + 60_000;
    for (let turn = 0; turn < 5; turn++) await tick();
    await settled();
    expect((await runs(id)).map(({ dueAt }: { dueAt: number }) => dueAt)).toEqual([due + 2 * DAY_MS, due + DAY_MS, due]);
    expect((await tasksOf()).map(({ fileName }: { fileName: string }) => fileName.split('_')[2])).toEqual([
      '20260320',
      '20260319',
      '20260318',
    ]);
    server.clock.now += 30 * DAY_MS;
    await tick();
    await tick();
    const [first] = await runs(id);
    expect(first.dueAt).toBeGreaterThan(server.clock.now - 7 * DAY_MS);
  });

  it('runs once if two nodes check at the same time', async () => {
    const schedules = [await save(), await save({ name: '二', format: 'xlsx' }), await save({ name: '三', format: 'pdf' })];
    server.clock.now = due;
    await Promise.all([tick(), tick(), tick(), tick()]);
    await Promise.all([settled(), settled()]);
    await Promise.all([tick(), tick()]);
    for (const id of schedules) expect(await runs(id)).toHaveLength(1);
    expect(await tasksOf()).toHaveLength(3);
    expect((await ask('notice/listByUserIdAndDeptId', {})).data.list).toHaveLength(3);
  });

  it('waits while its owner has too many tasks, and is not lost', async () => {
    const schedules: string[] = [];
    for (let n = 0; n < 7; n++) schedules.push(await save({ name: `第 ${n}` }));
    server.clock.now = due;
    const states = async () => (await Promise.all(schedules.map((id) => runs(id)))).map((list) => list.length);
    await expect
      .poll(async () => {
        await tick();
        return states();
      }, WAIT)
      .toEqual([1, 1, 1, 1, 1, 1, 1]);
    await settled();
    for (const id of schedules) expect(await runs(id)).toMatchObject([{ state: 'done', dueAt: due }]);
  });

  it('can be run at once, without a change of its timetable', async () => {
    const id = await save();
    const { data } = await report('runSchedule', { id });
    await settled();
    expect(await runs(id)).toMatchObject([{ taskId: data.taskId, byHand: true, dueAt: NOW, state: 'done' }]);
    expect((await tasksOf())[0].fileName).toMatch(/^车辆上线率统计_华东_20260317_/);
    expect((await listed())[0].nextAt).toBe(due);
    expect(await exportJobs()).toEqual([{ kind: 'task.reports.export' }]);
  });

  it('can be paused, resumed at its next time, changed and deleted', async () => {
    const id = await save();
    expect((await report('pauseSchedule', { id, paused: true })).data).toEqual({ nextAt: null });
    server.clock.now = due + DAY_MS;
    await tick();
    expect(await runs(id)).toEqual([]);
    const [{ version }] = await listed();
    // changes during a pause preserve the pause
    const changed = { id, version, schedule: wish({ clock: '09:00', name: '九点' }) };
    expect((await report('saveSchedule', changed)).data).toEqual({ id, nextAt: null });
    expect((await report('saveSchedule', changed)).code).toBe('4010');
    expect((await report('pauseSchedule', { id, paused: false })).data).toEqual({
      nextAt: Date.parse('2026-03-20T09:00:00+08:00'),
    });
    expect(await listed()).toMatchObject([{ name: '九点', clock: '09:00', version: version + 1 }]);
    expect((await report('removeSchedule', { id })).code).toBe('0');
    expect(await listed()).toEqual([]);
    expect((await report('runSchedule', { id })).code).toBe('4004');
  });

  it('on a day that the month does not have is due on its last day', async () => {
    const { data } = await report('saveSchedule', {
      schedule: wish({ every: 'month', monthDay: 31, period: 'lastMonth', clock: '00:10' }),
    });
    expect(data.nextAt).toBe(Date.parse('2026-03-31T00:10:00+08:00'));
    server.clock.now = data.nextAt;
    await tick();
    expect((await listed())[0].nextAt).toBe(Date.parse('2026-04-30T00:10:00+08:00'));
  });

  it('is refused above the limit per account', async () => {
    for (let n = 0; n < MAX_SCHEDULES; n++) await save({ name: `第 ${n}` });
    const { code, msg } = await report('saveSchedule', { schedule: wish() });
    expect([code, msg]).toEqual(['4029', `定时报表最多 ${MAX_SCHEDULES} 个`]);
    await save({}, 'other');
  });

  it('loses old runs after their retention', async () => {
    const id = await save();
    await report('runSchedule', { id });
    await settled();
    expect(await deleteOldRuns(server.db, NOW + 89 * DAY_MS)).toBe(0);
    expect(await deleteOldRuns(server.db, NOW + 91 * DAY_MS)).toBe(1);
    expect(await runs(id)).toEqual([]);
  });
});

describe('invalid input for a schedule', () => {
  it.each([
    ['an unknown report', { reportId: 999_999 }, '4004'],
    ['a report that its owner may not view', { reportId: 401002 }, '4003'],
    ['a company outside the scope', { conditions: { deptId: 'west' } }, '4004'],
    ['a missing company', { conditions: {} }, '4001'],
    ['a condition that the report does not have', { conditions: { deptId: 'east', carId: '1' } }, '4001'],
    ['a period that the report does not support', { period: 'now' }, '4001'],
    ['sorting by an unknown column', { orderBy: 'speed' }, '4001'],
  ])('%s', async (_what, more, code) => {
    const given = 'conditions' in more ? { ...more.conditions } : undefined;
    const deptId = given && 'deptId' in given ? { deptId: String(given.deptId === 'west' ? ids.west : ids.east) } : {};
    const conditions = given ? { conditions: { ...given, ...deptId } } : {};
    expect((await report('saveSchedule', { schedule: wish({ ...more, ...conditions }) })).code).toBe(code);
    expect(await listed()).toEqual([]);
  });

  it('an email address with a second line is refused at its field', async () => {
    const { code, data } = await report('saveSchedule', {
      schedule: wish({ receivers: ['a@example.org', 'b@example.org\nBcc: c@example.org'] }),
    });
    expect(code).toBe('4001');
    expect(data.fields).toMatchObject([{ path: 'schedule.receivers.1', message: '请输入正确的邮箱' }]);
  });

  it('fixed dates are dropped, as the period sets them', async () => {
    const id = await save({ conditions: { deptId: String(ids.east), staticDate: '2020-01-01,2020-01-02' } });
    expect((await listed())[0].conditions).toEqual({ deptId: String(ids.east) });
    await report('runSchedule', { id });
    await settled();
    expect((await tasksOf())[0].fileName).toMatch(/_20260317_/);
  });
});

describe('access to schedules', () => {
  it('is limited to the owner: others can neither see nor change them', async () => {
    const id = await save();
    expect(await listed('other', { all: 1 })).toEqual([]);
    for (const call of ['removeSchedule', 'runSchedule', 'listScheduleRun'])
      expect((await report(call, { id }, 'other')).code).toBe('4004');
    expect((await report('pauseSchedule', { id, paused: true }, 'other')).code).toBe('4004');
    expect((await report('saveSchedule', { id, version: 1, schedule: wish() }, 'other')).code).toBe('4004');
    expect((await listed())[0]).toMatchObject({ name: '上线率日报', nextAt: due });
  });

  it('with permission to edit settings of a parent department allows viewing, pausing and deleting, but not changing or running', async () => {
    const id = await save();
    expect(await listed('chief')).toEqual([]);
    expect(await listed('chief', { all: 1 })).toMatchObject([{ id, own: false, owner: 'clerk' }]);
    expect((await report('runSchedule', { id }, 'chief')).code).toBe('4004');
    expect(
      (await report('saveSchedule', { id, version: 1, schedule: wish({ receivers: ['chief@example.org'] }) }, 'chief')).code,
    ).toBe('4004');
    expect((await report('pauseSchedule', { id, paused: true }, 'chief')).data).toEqual({ nextAt: null });
    expect((await report('listScheduleRun', { id }, 'chief')).code).toBe('0');
    expect((await report('removeSchedule', { id }, 'chief')).code).toBe('0');
  });

  it('with this permission in another department is refused', async () => {
    const id = await save();
    expect(await listed('stranger', { all: 1 })).toEqual([]);
    for (const call of ['removeSchedule', 'runSchedule', 'listScheduleRun'])
      expect((await report(call, { id }, 'stranger')).code).toBe('4004');
    expect((await report('pauseSchedule', { id, paused: true }, 'stranger')).code).toBe('4004');
  });
});

describe('a schedule whose owner has lost access', () => {
  it('fails with the reason, and succeeds once the permission is back', async () => {
    const id = await save();
    const revoke = (codes: string[]) => server.db.run(sql`update role set codes = ${codes} where name = 'role of clerk'`);
    await revoke(['2', '20701']);
    server.bus.publish('fleet.changed', {} as never);
    server.clock.now = due;
    await tick();
    await settled();
    expect(await runs(id)).toMatchObject([{ state: 'failed', error: '无操作权限', rows: null, mails: [] }]);
    const { list } = (await ask('notice/listByUserIdAndDeptId', {})).data;
    expect(list).toMatchObject([{ noticeTitle: '定时报表“上线率日报”未能生成', noticeContent: '原因：无操作权限' }]);
    await revoke(['2', '20701', '40101', '40115']);
    server.clock.now = due + DAY_MS;
    await tick();
    await settled();
    expect(await runs(id)).toMatchObject([{ state: 'done' }, { state: 'failed' }]);
  });

  it('fails for a company that the owner has left', async () => {
    const id = await save();
    await server.db.run(sql`update account set department_id = ${ids.west} where id = ${ids.clerk}`);
    server.clock.now = due;
    await tick();
    await settled();
    await server.db.run(sql`update account set department_id = ${ids.east} where id = ${ids.clerk}`);
    expect(await runs(id)).toMatchObject([{ state: 'failed', error: '数据不存在或无权访问' }]);
  });

  it('stops if the account is disabled', async () => {
    const id = await save();
    await server.db.run(sql`update account set enabled = false where id = ${ids.clerk}`);
    server.clock.now = due;
    await tick();
    server.clock.now = due + DAY_MS;
    await tick();
    await server.db.run(sql`update account set enabled = true where id = ${ids.clerk}`);
    await tick();
    const rows = await server.db.query(sql`select state, error_key from report_schedule_run where schedule_id = ${id}`);
    expect(rows).toEqual([{ state: 'failed', error_key: 'error.accountDisabled' }]);
    expect(await server.db.first(sql`select next_at from report_schedule where id = ${id}`)).toEqual({ next_at: null });
    expect(await server.db.query('select id from task')).toEqual([]);
  });
});

describe('the emails of a schedule', () => {
  it('attach the file, once to each address', async () => {
    const id = await save({ receivers: ['a@example.org', 'b@example.org'], reportId: LEDGER, period: 'now', columns: ['carNo'] });
    await report('runSchedule', { id });
    await settled();
    await tick();
    await mailed(2);
    expect(letters.map(({ to }) => to).sort()).toEqual(['a@example.org', 'b@example.org']);
    const [letter] = letters;
    expect(letter).toMatchObject({ subject: '定时报表：上线率日报' });
    expect(letter!.text).toContain('“上线率日报”已生成，共 1 行');
    expect(letter!.file?.name).toMatch(/\.csv$/);
    expect(texts[0]).toContain('沪A10001');
    expect(texts[0]).not.toContain('川A20002');
    await expect
      .poll(async () => (await runs(id))[0].mails, WAIT)
      .toEqual(['a@example.org', 'b@example.org'].map((receiver) => ({ receiver, state: 'sent', error: null })));
  });

  it('contain a link if the file is too large', async () => {
    const id = await save({ receivers: ['a@example.org'] });
    const { data } = await report('runSchedule', { id });
    await expect.poll(async () => (await tasksOf())[0].state, WAIT).toBe('done');
    const large = await server.taskFiles.create('large.csv', async (stream) => {
      stream.write(Buffer.alloc(MAX_ATTACHED_BYTES + 1, 'x'));
    });
    await server.db.run(sql`update task set file_id = ${large.id}, file_name = 'large.csv' where id = ${data.taskId}`);
    await tick();
    await mailed(1);
    expect(letters[0]!.file).toBeUndefined();
    const [, link] = /(https:\/\/fleet\.example\.com\/\S+)/.exec(letters[0]!.text)!;
    server.clock.now += 6 * DAY_MS;
    const fetched = await server.http.app.inject({ method: 'GET', url: link!.slice('https://fleet.example.com'.length) });
    expect([fetched.statusCode, fetched.rawPayload.length]).toEqual([200, MAX_ATTACHED_BYTES + 1]);
    server.clock.now += 2 * DAY_MS;
    expect(
      (await server.http.app.inject({ method: 'GET', url: link!.slice('https://fleet.example.com'.length) })).statusCode,
    ).toBe(404);
  });

  it('show the error if they are refused', async () => {
    refuse = '550 no such user';
    const id = await save({ receivers: ['a@example.org'] });
    await report('runSchedule', { id });
    await settled();
    await expect
      .poll(async () => (await runs(id))[0].mails, WAIT)
      .toEqual([{ receiver: 'a@example.org', state: 'failed', error: '550 no such user' }]);
    expect((await runs(id))[0].state).toBe('done');
  });

  it('are not sent if the report failed', async () => {
    const id = await save({ receivers: ['a@example.org'] });
    await server.db.run(
      sql`update report_schedule set conditions = ${JSON.stringify({ deptId: String(ids.west) })} where id = ${id}`,
    );
    await report('runSchedule', { id });
    await settled();
    expect(await runs(id)).toMatchObject([{ state: 'failed', mails: [] }]);
    expect(await server.db.query('select id from mail')).toEqual([]);
  });
});

it('a server without email refuses receivers, and reports that it cannot send email', async () => {
  const plain = await startTestServer();
  try {
    const root = await plain.department('集团');
    await plain.account('clerk', root, ['2', '40101']);
    const authorization = await plain.signIn('clerk');
    const conditions = { deptId: String(root) };
    const call = async (path: string, data: object) =>
      (await plain.post(`report/${path}`, { data }, { authorization, cookie: 'language=zh' })).body;
    const refused = await call('saveSchedule', { schedule: wish({ conditions, receivers: ['a@example.org'] }) });
    expect(refused).toMatchObject({
      code: '4001',
      data: { fields: [{ path: 'schedule.receivers', message: '服务器未配置邮件服务，无法发送邮件' }] },
    });
    expect((await call('saveSchedule', { schedule: wish({ conditions }) })).code).toBe('0');
    expect((await call('listSchedule', {})).data.mail).toBe(false);
  } finally {
    await plain.stop();
  }
});
