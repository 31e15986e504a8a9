import { expect, it } from 'vitest';
import { sql } from '../platform/db/database.ts';
import { testDatabase } from '../platform/db/testing.ts';
import { enterDemoNotices } from './demo-notices.ts';
import { seedDemo } from './seed.ts';

const DEMO_KEY = 'a key of thirty-two characters!!';

it('enters three notices for everybody, once: what an operator took away stays away', async () => {
  const { db } = await testDatabase();
  const { rootDepartmentId } = await seedDemo(db, 0, DEMO_KEY);
  const now = Date.parse('2026-11-21T00:00:00Z');
  await enterDemoNotices(db, rootDepartmentId, now);
  await enterDemoNotices(db, rootDepartmentId, now);
  const notices = await db.query<{ department_id: number; title: string; content: string; published_at: number }>(
    sql`select department_id, title, content, published_at from notice order by published_at desc`,
  );
  expect(notices.map(({ title }) => title)).toEqual([
    '关于加强雨雾天气行车安全管理的通知',
    '疲劳驾驶报警处理要求',
    '平台例行维护公告',
  ]);
  for (const { department_id, published_at, content } of notices) {
    expect(department_id).toBe(rootDepartmentId);
    expect(published_at).toBeLessThan(now);
    expect(content.split('\n').length).toBeGreaterThan(3);
  }
  await db.run('delete from notice');
  await enterDemoNotices(db, rootDepartmentId, now);
  expect(await db.query('select from notice')).toEqual([]);
});
