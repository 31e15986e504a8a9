import { expect, it } from 'vitest';
import { testDatabase } from '../platform/db/testing.ts';
import { enterDemoUpkeep } from './demo-upkeep.ts';
import { seedDemo } from './seed.ts';

it('a demo has repairs, installations and dates that are near, entered once', async () => {
  const { db } = await testDatabase();
  const { rootDepartmentId } = await seedDemo(db, 30, 'a key of thirty-two characters!!');
  const count = async (from: string) => (await db.first<{ n: number }>(`select count(*) as n from ${from}`))!.n;
  for (let i = 0; i < 2; i++) await enterDemoUpkeep(db, rootDepartmentId);
  expect([await count('repair'), await count('install'), await count('expiry_rule')]).toEqual([4, 2, 5]);
  expect(await count('driver where licence_to is not null')).toBeGreaterThan(3);
  expect(await count('vehicle where inspect_due is not null')).toBeGreaterThan(3);
});
