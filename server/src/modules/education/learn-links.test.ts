import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, west] = [0, 0];
let taskId = 0;
let course = 0;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://fleet.example.com' });
  root = await server.department('集团');
  west = await server.department('华西', root);
  for (const [name, departmentId, codes] of [
    ['boss', root, allPermissions],
    ['clerk', west, allPermissions],
    ['reader', root, ['7050101', '7050103']],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(() => server.stop());

const id = async (statement: ReturnType<typeof sql>) => (await server.db.first<{ id: number }>(statement))!.id;
let made = 0;
beforeEach(async () => {
  server.clock.now = Date.UTC(2026, 4, 20, 4);
  made++;
  course = await id(sql`
    insert into edu_course (department_id, title, kind, subject, minutes, content)
    values (${root}, ${`<b>课程${made}</b>`}, 2, 2, 45, '第一章 <script>') returning id`);
  for (const [stem, kind, options, answer, score] of [
    ['单选', 1, '甲\n乙', 'B', 40],
    ['多选', 2, '甲\n乙\n丙', 'AC', 40],
    ['判断', 3, null, 'A', 20],
  ] as const)
    await server.db.run(sql`
      insert into edu_question (course_id, stem, kind, options, answer, score)
      values (${course}, ${stem}, ${kind}, ${options}, ${answer}, ${score})`);
  const trigger = await id(sql`
    insert into edu_trigger (department_id, name, types, times, days, course_id, due_days)
    values (${root}, ${`触发${made}`}, '{1}', 1, 1, ${course}, 5) returning id`);
  const driver = await id(
    sql`insert into driver (department_id, name, phone) values (${root}, '王芳', '13800001234') returning id`,
  );
  taskId = await id(sql`
    insert into edu_task (department_id, driver_id, trigger_id, title, category, start_on, end_on, required_min, pass_score)
    values (${root}, ${driver}, ${trigger}, '安全课', 4, '2026-05-20', '2026-05-25', 30, 80) returning id`);
});

const linkOf = async (name = 'boss') =>
  (await server.call('POST', 'safeEdu/getLearnLink', { taskId: String(taskId) }, { authorization: tokens.get(name)! })).body;
const pathOf = async (): Promise<string> => new URL((await linkOf()).data.url).pathname;
const open = async (path: string, language = 'zh') =>
  await server.http.app.inject({ url: path, headers: { 'accept-language': language } });
const startOf = (page: string): string => /name="start" value="([^"]+)"/.exec(page)![1]!;
const send = async (path: string, form: string) =>
  await server.http.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'zh' },
    payload: form,
  });
const questions = () =>
  server.db.query<{ id: number; kind: number }>(sql`select id, kind from edu_question where course_id = ${course} order by kind`);
const records = () => server.db.query(sql`select * from edu_record where task_id = ${taskId} order by id`);

describe('the link of a task', () => {
  it('shows its courses in the language of the phone, without a script and without the answers', async () => {
    const path = await pathOf();
    const page = await open(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.payload).toContain('&lt;b&gt;课程');
    expect(page.payload).toContain('第一章 &lt;script&gt;');
    expect(page.payload).not.toContain('<script');
    expect(page.payload).not.toContain('<img');
    await server.db.run(
      sql`insert into edu_file (id, course_id, name, bytes, cover) values ('c0', ${course}, '封面.png', 1, true)`,
    );
    const cover = /<img src="([^"]+)" alt="">/.exec((await open(path)).payload)![1]!;
    expect(cover).toContain('c0');
    await server.db.run(sql`delete from edu_file where id = 'c0'`);
    expect(page.payload).not.toContain('王芳');
    expect(page.payload).toContain('已学0分钟，需学30分钟，截止2026-05-25<br>考试80分及格</p>');
    const texts = { en: 'Finish', es: 'Terminar', ja: '学習を終える' };
    for (const [language, text] of Object.entries(texts)) expect((await open(path, language)).payload).toContain(text);
  });

  it('records time and score of answers, and completes the task', async () => {
    const path = await pathOf();
    const start = startOf((await open(path)).payload);
    const [single, several, rightOrWrong] = await questions();
    server.clock.now += 20 * MINUTE_MS;
    const first = await send(path, `start=${start}&q${single!.id}=B&q${several!.id}=A&q${rightOrWrong!.id}=A`);
    expect(first.payload).toContain('已记录20分钟<br>本次得分60分<br>任务尚未完成，请继续学习<');
    server.clock.now += 15 * MINUTE_MS;
    const right = `q${single!.id}=B&q${several!.id}=A&q${several!.id}=C&q${rightOrWrong!.id}=A`;
    const second = await send(path, `start=${startOf(first.payload)}&${right}`);
    expect(second.payload).toContain('学习任务已完成');
    expect(await records()).toMatchObject([
      { minutes: 20, exam_score: 60, account_id: null },
      { minutes: 15, exam_score: 100, account_id: null },
    ]);
    // a complete task takes no more
    await send(path, `start=${startOf(first.payload)}&${right}`);
    expect(await records()).toHaveLength(2);
  });

  it('counts no time twice, no time beyond the courses, and nothing under a minute', async () => {
    const path = await pathOf();
    const start = startOf((await open(path)).payload);
    const [single] = await questions();
    expect((await send(path, `start=${start}&q${single!.id}=B`)).payload).toContain('学习不足1分钟');
    server.clock.now += 10 * MINUTE_MS;
    await send(path, `start=${start}`);
    await send(path, `start=${start}`);
    expect(await records()).toMatchObject([{ minutes: 10, exam_score: null }]);
    server.clock.now += 5 * HOUR_MS;
    await send(path, `start=${start}`);
    expect(await records()).toMatchObject([{ minutes: 10 }, { minutes: 45 }]);
  });

  it('is valid only for its task and only until its end', async () => {
    const path = await pathOf();
    const start = startOf((await open(path)).payload);
    const [code = ''] = path.split('/').slice(-1);
    const [task = '', time = '', signature = ''] = code.split('.');
    const at = (changed: string) => path.replace(code, changed);
    const other = (Number.parseInt(task, 36) + 1).toString(36);
    const later = (Number.parseInt(time, 36) + 1).toString(36);
    for (const wrong of [`${other}.${time}.${signature}`, `${task}.${later}.${signature}`, `${task}.${time}`, `${code}.x`, 'x']) {
      const page = await open(at(wrong));
      expect([wrong, page.statusCode, page.payload.includes('链接无效')]).toEqual([wrong, 404, true]);
    }
    server.clock.now += 10 * MINUTE_MS;
    expect((await send(at(`${other}.${time}.${signature}`), `start=${start}`)).statusCode).toBe(404);
    // a start that was not made here, or of another task, counts nothing
    for (const forged of ['', `${task}.0.${signature}`, start.replace(/^[^.]+/, other)])
      expect((await send(path, `start=${forged}`)).statusCode).toBe(200);
    expect(await records()).toEqual([]);
    server.clock.now += 7 * DAY_MS;
    expect((await open(path)).statusCode).toBe(404);
  });

  it('is returned to users in scope with permission to resend plans', async () => {
    expect((await linkOf()).data.url).toMatch(/^https:\/\/fleet\.example\.com\/.+\/learn\/[0-9a-z]+\.[0-9a-z]+\.[\w-]{16}$/);
    expect((await linkOf('reader')).code).toBe('4003');
    expect((await linkOf('clerk')).code).toBe('4004');
  });

  it('is short enough for an SMS template variable', async () => {
    const [code = ''] = (await pathOf()).split('/').slice(-1);
    expect(code.length).toBeLessThanOrEqual(35);
  });
});
