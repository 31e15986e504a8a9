/** A kill while terminals report: no acknowledged position is lost, terminals and consoles reconnect. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, signIn, until } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { openDatabase } from './support/database.ts';
import { type Product, startProduct } from './support/product.ts';
import { newDataDir } from './support/shared-services.ts';
import { startTerminal } from './support/terminal.ts';

const PASSWORD = 'Correct_horse_7';
const TERMINALS = 10;
const ENV = { AUTO_REGISTER: 'on', ADMIN_PASSWORD: PASSWORD };
const dataDir = newDataDir();
let product: Product;
let client: Client;

beforeAll(async () => {
  product = await startProduct(dataDir, ENV);
  client = await signIn(product.url, 'admin', PASSWORD);
});
afterAll(async () => {
  await product?.stop();
  removeDataDir(dataDir);
});

/** Reports every few milliseconds and reconnects after each interruption, until stopped. */
function drive(number: number) {
  const phone = `1390000${3000 + number}`;
  /** Acknowledged device times. */
  const acknowledged: number[] = [];
  // two hours of device time are more than the story takes
  let at = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
  let going = true;
  const run = async () => {
    while (going) {
      try {
        const terminal = await startTerminal(product.gatewayPort, phone, `京E${20000 + number}`);
        while (going) {
          at += 1_000;
          await terminal.report({ lng: 116 + number / 10, lat: 39.5, speedKmh: 60, heading: 90, at });
          acknowledged.push(at);
          await sleep(10);
        }
        terminal.close();
      } catch {
        await sleep(100);
      }
    }
  };
  const done = run();
  const stop = async () => {
    going = false;
    await done;
  };
  return { phone, acknowledged, stop };
}

it('kill -9 while terminals report', async () => {
  const drivers = Array.from({ length: TERMINALS }, (_, i) => drive(i));
  const allPast = (count: number) => () => drivers.every(({ acknowledged }) => acknowledged.length >= count) || undefined;
  await until('every terminal to be acknowledged', allPast(30));
  const { list } = await client.post('mainPage/getDeptTree');
  for (const { deptId } of list) await client.get('car/checkedDept', { deptId });
  const before = await client.socket('gpsmsg');
  const { at } = await until('a message with positions', () => before.messages.findLast((m) => m.data?.length > 0));

  const counts = drivers.map(({ acknowledged }) => acknowledged.length);
  await product.kill();
  const [PORT, GATEWAY_PORT] = [String(product.port), String(product.gatewayPort)];
  product = await startProduct(dataDir, { ...ENV, PORT, GATEWAY_PORT });

  // the session survives the restart, and the console catches up from its last message
  const after = await client.socket('gpsmsg');
  after.send(JSON.stringify({ since: at }));
  await until('every terminal to go on', allPast(Math.max(...counts) + 30));
  await until('every vehicle on the console', () => {
    const seen = new Set(after.messages.flatMap((m) => m.data ?? []).map((r: { tid: string }) => r.tid));
    return seen.size === TERMINALS || undefined;
  });
  after.close();
  await Promise.all(drivers.map((driver) => driver.stop()));

  const db = await openDatabase(dataDir);
  for (const { phone, acknowledged } of drivers) {
    const { rows } = await db.query<{ at: number }>(
      `select extract(epoch from gnss_at)::float8 * 1000 as at from position
       where vehicle_id = (select vehicle_id from terminal where phone = $1)`,
      [phone],
    );
    const stored = new Set(rows.map((row) => row.at));
    expect(acknowledged.filter((time) => !stored.has(time))).toEqual([]);
    expect(rows).toHaveLength(stored.size);
  }
  await db.end();
  expect(await product.stop()).toBe(0);
});
