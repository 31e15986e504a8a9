// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of SMS templates
import { Buffer } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

const TIME_ZONE = 'Asia/Shanghai';
const signal = new AbortController().signal;
let server: TestServer;
let [root, east, west, car] = [0, 0, 0, 0];
let token: Record<'boss' | 'clerk' | 'reader', string>;
let course = '';
let made = 0;

type Who = keyof typeof token;
const call = async (path: string, data: object = {}, who: Who = 'boss') =>
  (await server.call('POST', path, data, { authorization: token[who], cookie: 'language=zh' })).body;
const add = async (noun: string, values: object): Promise<string> => {
  const reply = await call(`safeEdu/add${noun}`, { values });
  expect(reply).toMatchObject({ code: '0' });
  return reply.data.id;
};
const day = (n: number) => dayKey(server.clock.now + n * DAY_MS, TIME_ZONE);
const courseValues = (more: object = {}) => ({
  courseTitle: `课程${++made}`,
  deptId: String(root),
  kind: 3,
  subject: 2,
  minutes: 45,
  pass: 80,
  state: 1,
  ...more,
});
const addPlan = (more: object = {}) =>
  add('Plan', {
    planTitle: `计划${++made}`,
    deptId: String(root),
    category: 2,
    startOn: day(0),
    endOn: day(10),
    hours: 2,
    passScore: 60,
    remindDays: 3,
    courses: [course],
    departments: [String(east)],
    ...more,
  });
/** A template for courses, of an account that writes to a file. */
const addSmsTemplate = async (): Promise<string> => {
  const account = (
    await call('sms/addAccount', {
      values: { accountName: `文件${++made}`, provider: 2, deptId: String(root), signName: '车队卫士', monthCap: 0, state: 1 },
    })
  ).data.id;
  const content = '${driver}请学习${course}，截止${due} ${link}';
  const reply = await call('sms/addTemplate', {
    values: { templateName: `课程${made}`, accountId: account, kind: 2, code: 'SMS_1', content },
  });
  return reply.data.id;
};
const addDriver = async (name: string, departmentId: number, state = 1): Promise<number> =>
  (await server.db.first<{ id: number }>(sql`
    insert into driver (department_id, name, phone, state) values (${departmentId}, ${name}, '13800001234', ${state}) returning id`))!
    .id;
const tasks = async (filter: object = {}, who: Who = 'boss') => (await call('safeEdu/listTask', filter, who)).data.list;
const daily = () => server.education.daily.run({}, { signal, attempt: 1 });
const texts = () =>
  server.db.query<{ vehicle_id: number; params: { text: string; channels: number[] } }>(
    `select vehicle_id, params from command where cmd_code = '8300' order by id`,
  );

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  const team = await server.department('一车队', east);
  west = await server.department('华西', root);
  car = await addVehicle(server, { plate: '沪A11111', departmentId: team, phone: '13900000001', driver: '王芳' });
  await addDriver('李雷', east);
  await addDriver('离职', east, 2);
  await addDriver('外人', west);
  await server.account('boss', root, allPermissions);
  await server.account('clerk', west, allPermissions);
  await server.account('reader', root, ['705', '70501', '7050101']);
  token = { boss: await server.signIn('boss'), clerk: await server.signIn('clerk'), reader: await server.signIn('reader') };
  course = await add('Course', courseValues());
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.run('truncate edu_task, edu_plan, edu_trigger, alarm, command, sms_message cascade');
});

describe('a plan', () => {
  it('creates one task for each active driver of its groups and their subgroups', async () => {
    const plan = await addPlan();
    expect((await call('safeEdu/publishPlan', { ids: [plan] })).data).toEqual({ tasks: 2 });
    expect((await call('safeEdu/publishPlan', { ids: [plan] })).data).toEqual({ tasks: 0 });
    const list = await tasks();
    expect(list.map(({ driverName }: { driverName: string }) => driverName).toSorted()).toEqual(['李雷', '王芳']);
    expect(list[0]).toMatchObject({ requiredMin: 90, learnedMin: 0, state: 0, endOn: day(10) });
    expect((await call('safeEdu/getPlan', { id: plan })).data).toMatchObject({
      tasks: 2,
      completed: 0,
      publishedAt: server.clock.now,
    });
  });

  it('is published and resent only with the permission for each and within the scope', async () => {
    const plan = await addPlan();
    for (const path of ['safeEdu/publishPlan', 'safeEdu/resendPlan']) {
      const data = path.endsWith('publishPlan') ? { ids: [plan] } : { id: plan };
      expect((await call(path, data, 'reader')).code).toBe('4003');
      expect((await call(path, data, 'clerk')).code).toBe('4004');
    }
    expect(await tasks()).toEqual([]);
    expect((await call('safeEdu/resendPlan', { id: plan })).data.fields[0].message).toBe('请先发布计划');
  });

  it('is resent to drivers who joined later or have not completed it, with one voice text per vehicle', async () => {
    const plan = await addPlan();
    await call('safeEdu/publishPlan', { ids: [plan] });
    const late = await addDriver('新人', east);
    expect((await call('safeEdu/resendPlan', { id: plan })).data).toEqual({ tasks: 1, reminded: 1 });
    expect(await texts()).toMatchObject([
      { vehicle_id: car, params: { channels: [8], text: expect.stringContaining('前完成安全教育') } },
    ]);
    await server.db.run(sql`delete from driver where id = ${late}`);
  });

  it('sends one reminder some days before its end', async () => {
    const plan = await addPlan();
    await call('safeEdu/publishPlan', { ids: [plan] });
    await daily();
    expect(await texts()).toEqual([]);
    server.clock.now += 7 * DAY_MS;
    await daily();
    await daily();
    expect(await texts()).toHaveLength(1);
    server.clock.now -= 7 * DAY_MS;
  });

  it('sends each driver an SMS with the link of the task, and another with the reminder', async () => {
    const templateId = await addSmsTemplate();
    const plan = await addPlan({ templateId });
    await call('safeEdu/publishPlan', { ids: [plan] });
    const messages = () =>
      server.db.query<{ name: string; kind: number; content: string }>(
        'select driver_name as name, kind, content from sms_message order by driver_name, id',
      );
    expect(await messages()).toEqual(
      ['李雷', '王芳'].map((name) => ({
        name,
        kind: 3,
        content: expect.stringMatching(new RegExp(`^${name}请学习计划.+截止${day(10)}`)),
      })),
    );
    await call('safeEdu/publishPlan', { ids: [plan] });
    await daily();
    expect(await messages()).toHaveLength(2);
    // the daily reminder, once, some days before the end
    server.clock.now += 7 * DAY_MS;
    await daily();
    await daily();
    server.clock.now -= 7 * DAY_MS;
    const text = (name: string) => ({
      name,
      kind: 3,
      content: expect.stringMatching(new RegExp(`^${name}请学习计划.+截止${day(10)}`)),
    });
    expect(await messages()).toEqual(['李雷', '李雷', '王芳', '王芳'].map(text));
    await call('safeEdu/resendPlan', { id: plan });
    expect(await messages()).toHaveLength(6);
    expect((await call('sms/delTemplate', { ids: [templateId] })).data.fields[0].message).toBe('1 个培训计划');
  });

  it('cannot be removed after learning has begun', async () => {
    const plan = await addPlan();
    await call('safeEdu/publishPlan', { ids: [plan] });
    const [task] = await tasks();
    await call('safeEdu/addRecord', { taskId: task.id, learnedAt: server.clock.now, minutes: 1 });
    expect((await call('safeEdu/delPlan', { ids: [plan] })).data.fields[0].message).toBe('1 个已开始的学习任务');
    expect((await call('safeEdu/delCourse', { ids: [course] })).data.fields[0].message).toBe('1 个培训计划');
  });

  it.each([
    ['no group', { departments: [] }, 'departments'],
    ['no course', { courses: [] }, 'courses'],
    ['an end before its start', { endOn: '2020-01-01' }, 'endOn'],
    ['zero hours', { hours: 0 }, 'hours'],
  ])('with %s is refused', async (_what, more, path) => {
    const values = {
      planTitle: '错',
      deptId: String(root),
      category: 2,
      startOn: day(0),
      endOn: day(1),
      hours: 1,
      passScore: 0,
      remindDays: 0,
    };
    const reply = await call('safeEdu/addPlan', {
      values: { ...values, courses: [course], departments: [String(east)], ...more },
    });
    expect(reply.data.fields[0].path).toBe(`values.${path}`);
  });
});

describe('learning', () => {
  const begin = async () => {
    await call('safeEdu/publishPlan', { ids: [await addPlan()] });
    const list = await tasks();
    return list.find(({ driverName }: { driverName: string }) => driverName === '王芳').id as string;
  };
  const record = (taskId: string, more: object = {}, who: Who = 'boss') =>
    call('safeEdu/addRecord', { taskId, learnedAt: server.clock.now - HOUR_MS, minutes: 45, ...more }, who);

  it('completes a task by its time and its pass score, and stores the best score', async () => {
    const id = await begin();
    expect((await record(id, { examScore: 50 })).data).toEqual({ learnedMin: 45, completed: false });
    expect((await record(id, { faceFail: 2 })).data).toEqual({ learnedMin: 90, completed: false });
    expect((await record(id, { minutes: 0, examScore: 70, note: '补考' })).data).toEqual({ learnedMin: 90, completed: true });
    expect((await call('safeEdu/getTask', { id })).data).toMatchObject({ state: 2, examScore: 70, learnedMin: 90 });
    const { list } = (await call('safeEdu/listRecord', { taskId: id })).data;
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ note: '补考', by: 'boss', examScore: 70 });
  });

  it('is overdue after the end', async () => {
    const id = await begin();
    await server.db.run(sql`update edu_task set end_on = current_date - 2 where id = ${Number(id)}`);
    expect((await tasks({ state: 3 })).map((each: { id: string }) => each.id)).toEqual([id]);
  });

  it('is refused for a future time, for more than a day, without permission and outside the scope', async () => {
    const id = await begin();
    expect((await record(id, { learnedAt: server.clock.now + HOUR_MS })).data.fields[0].message).toBe('学习时间不能晚于当前时间');
    expect((await record(id, { minutes: 1441 })).code).toBe('4001');
    expect((await record(id, { examScore: 101 })).code).toBe('4001');
    expect((await record(id, {}, 'reader')).code).toBe('4003');
    expect((await record(id, {}, 'clerk')).code).toBe('4004');
    expect((await call('safeEdu/listRecord', { taskId: id }, 'clerk')).code).toBe('4004');
    expect(await tasks({}, 'clerk')).toEqual([]);
  });
});

describe('a trigger', () => {
  const alarm = async (n: number, more: { state?: number; typeId?: number; startAt?: number } = {}) => {
    const { state = 2, typeId = 2, startAt = server.clock.now - HOUR_MS } = more;
    const gid = `00000003-0000-0000-0000-${String(n).padStart(12, '0')}`;
    await server.db.run(sql`
      insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, received_at, start_lng, start_lat, last_lng, last_lat,
        start_kmh, max_kmh, times)
      values (${gid}, ${car}, ${typeId}, 0, 2, ${at(startAt)}, ${at(startAt)}, now(), 121, 31, 121, 31, 60, 60, 1)`);
    await server.db.run(sql`
      insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state) values (${gid}, ${car}, ${typeId}, 2, ${at(startAt)}, ${state})`);
  };
  const addTrigger = (more: object = {}) =>
    add('Trigger', {
      triggerName: `触发${++made}`,
      deptId: String(root),
      types: [2],
      times: 2,
      days: 7,
      courseId: course,
      dueDays: 5,
      notifyTerminal: true,
      state: 1,
      ...more,
    });

  it('assigns the course once to the driver of handled alarms, by terminal and SMS', async () => {
    await addTrigger({ templateId: await addSmsTemplate() });
    await alarm(1);
    await daily();
    expect(await tasks()).toEqual([]);
    await alarm(2);
    await daily();
    await daily();
    expect(await tasks()).toMatchObject([{ driverName: '王芳', category: 4, requiredMin: 45, endOn: day(5) }]);
    expect(await texts()).toHaveLength(1);
    const messages = await server.db.query<{ content: string; kind: number }>('select content, kind from sms_message');
    expect(messages).toEqual([{ content: expect.stringMatching(/^王芳请学习课程\d+，截止/), kind: 3 }]);
    // later alarms within the days do not give it again
    await alarm(3);
    await daily();
    expect(await tasks()).toHaveLength(1);
  });

  it.each([
    ['open', { state: 0 }, {}],
    ['false', { state: 3 }, {}],
    ['of another type', { typeId: 1 }, {}],
    ['older than the counted days', { startAt: Date.now() - 8 * DAY_MS }, {}],
    ['raised while it is disabled', {}, { state: 0 }],
    ['of another company', {}, { deptId: 'west' }],
  ])('does not count alarms that are %s', async (_what, given, more) => {
    await addTrigger('deptId' in more ? { deptId: String(west) } : more);
    for (const n of [1, 2, 3]) await alarm(n, given);
    await daily();
    expect(await tasks()).toEqual([]);
  });
});

describe('the file of a course', () => {
  const PDF = Buffer.from('%PDF-1.7 course');
  const upload = (id: string, content: Buffer, name: string, who: Who = 'boss') =>
    server.upload('safeEdu/uploadCourseFile', { data: { id } }, new File([new Uint8Array(content)], name), {
      authorization: token[who],
      cookie: 'language=zh',
    });
  const files = async () => (await readdir(join(server.dataFolder, 'courses')).catch(() => [])).length;

  it('gets a generated file name, is downloaded by a signed URL, and is deleted when replaced or with its course', async () => {
    const id = await add('Course', courseValues());
    expect((await call('safeEdu/getCourseFile', { id })).code).toBe('4004');
    expect((await upload(id, PDF, '../../安全.exe')).body.data).toEqual({
      fileName: expect.stringMatching(/\.pdf$/),
      bytes: PDF.length,
    });
    const { url } = (await call('safeEdu/getCourseFile', { id })).data;
    const response = await server.http.app.inject({ method: 'GET', url });
    expect([response.statusCode, response.rawPayload.toString()]).toEqual([200, PDF.toString()]);
    expect((await server.http.app.inject({ method: 'GET', url: url.replace(/s=[^&]*/, 's=x') })).statusCode).toBe(404);
    await upload(id, Buffer.from('%PDF-1.7 second'), '二.pdf');
    expect((await call('safeEdu/getCourse', { id })).data.fileName).toBe('二.pdf');
    expect(await files()).toBe(2);
    await server.education.cleanup();
    expect(await files()).toBe(1);
    await call('safeEdu/delCourse', { ids: [id] });
    await server.education.cleanup();
    expect(await files()).toBe(0);
  });

  it('can have a cover, which must be a small image', async () => {
    const id = await add('Course', courseValues());
    const cover = (content: Buffer, name: string) =>
      server.upload('safeEdu/uploadCourseFile', { data: { id, cover: true } }, new File([new Uint8Array(content)], name), {
        authorization: token['boss'],
      });
    const png = Buffer.from('\x89PNG\r\n\x1a\n cover', 'latin1');
    await upload(id, PDF, '课件.pdf');
    expect((await cover(png, '封面.png')).body.data).toEqual({ fileName: '封面.png', bytes: png.length });
    expect((await cover(PDF, 'a.png')).body.code).toBe('4001');
    expect((await cover(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'b.png')).body.code).toBe('4001');
    expect((await call('safeEdu/getCourse', { id })).data).toMatchObject({ fileName: '课件.pdf', coverName: '封面.png' });
    const { url } = (await call('safeEdu/getCourseFile', { id, cover: true })).data;
    expect((await server.http.app.inject({ method: 'GET', url })).rawPayload.toString('latin1')).toBe(png.toString('latin1'));
    await call('safeEdu/delCourse', { ids: [id] });
    await server.education.cleanup();
  });

  it('is refused if its content is of another type, without permission and outside the scope', async () => {
    const id = await add('Course', courseValues());
    expect((await upload(id, Buffer.from('MZ program'), 'a.pdf')).body.data.fields[0].message).toBe('该课程形式只接受 pdf 文件');
    expect((await upload(id, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a.pdf')).body.code).toBe('4001');
    expect((await upload(id, PDF, 'a.pdf', 'reader')).body.code).toBe('4003');
    expect((await upload(id, PDF, 'a.pdf', 'clerk')).body.code).toBe('4004');
    expect(await files()).toBe(0);
  });
});

describe('a question', () => {
  const values = (more: object) => ({
    stem: `题${++made}`,
    courseId: course,
    kind: 1,
    options: '甲\n乙\n丙',
    answer: 'A',
    score: 5,
    ...more,
  });
  it.each([
    ['one option', { options: '甲' }, 'options'],
    ['seven options', { options: '1\n2\n3\n4\n5\n6\n7' }, 'options'],
    ['an answer that is not an option', { answer: 'D' }, 'answer'],
    ['two answers to a single-choice question', { answer: 'AB' }, 'answer'],
    ['one answer to a multiple-choice question', { kind: 2, answer: 'A' }, 'answer'],
    ['answers in the wrong order', { kind: 2, answer: 'BA' }, 'answer'],
    ['a third answer to a true/false question', { kind: 3, options: null, answer: 'C' }, 'answer'],
  ])('with %s is refused', async (_what, more, path) => {
    const reply = await call('safeEdu/addQuestion', { values: values(more) });
    expect(reply.data.fields.map((each: { path: string }) => each.path)).toContain(`values.${path}`);
  });

  it('stores its options without empty lines, and no options for true/false questions', async () => {
    const id = await add('Question', values({ kind: 2, options: ' 甲 \n\n乙\n丙 ', answer: 'ac' }));
    expect((await call('safeEdu/getQuestion', { id })).data).toMatchObject({ options: '甲\n乙\n丙', answer: 'AC' });
    const other = await add('Question', values({ kind: 3, answer: 'B' }));
    expect((await call('safeEdu/getQuestion', { id: other })).data.options).toBeNull();
  });
});
