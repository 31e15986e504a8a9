import { expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { enterDemoVehicleCare } from './demo-vehicle-care.ts';
import { seedDemo } from './seed.ts';

it('a demo has channels, service that ends soon, replaced and unknown terminals', async () => {
  const { db } = await testDatabase();
  await seedDemo(db, 30, 'a key of thirty-two characters!!');
  const count = async (from: string) => (await db.first<{ n: number }>(`select count(*) as n from ${from}`))!.n;
  await enterDemoVehicleCare(db);
  expect(await count('vehicle_channel')).toBe(120);
  expect(await count('unknown_terminal')).toBe(2);
  expect(await count('terminal_history')).toBeGreaterThan(1);
  expect(await count('vehicle where service_to < current_date + 31')).toBeGreaterThan(0);
});
