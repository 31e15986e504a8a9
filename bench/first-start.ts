/**
 * The first start of the default demo on an empty folder: until vehicles move, and until the mileage report of today has rows.
 * Goal: 60 s. The history of earlier days goes on in the background; its share is printed. Run: `node bench/first-start.ts`.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../e2e/support/client.ts';
import { readLoginDemo } from '../e2e/support/login.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { buildProduct } from '../scripts/product-build.ts';
import { processorMs, tellGoal, tellMachine } from './platform/machine.ts';

const GOAL_S = 60;
const LIMIT_S = 600;
const POLL_MS = 500;
/** Mileage by vehicle. */
const REPORT = 401007;

await buildProduct();
tellMachine('first-start');
const folder = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
// PostgreSQL runs as another user where this one is root
chmodSync(folder, 0o755);
const began = performance.now();
const seconds = () => (performance.now() - began) / 1_000;
try {
  const product = await startProduct(join(folder, 'data'), { DEMO: 'on', LOG_LEVEL: 'info' });
  await measure(product).finally(() => product.stop());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(product: Product): Promise<void> {
  console.log(`ready after ${seconds().toFixed(1)} s`);
  const client = await signIn(product.url, 'demo', (await readLoginDemo(product.url)).password);
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format();
  const movingS = await reach(async () => (await client.post('mainPage/countByStatus')).moving);
  const rowsS = await reach(async () => {
    const conditions = { staticDate: `${today},${today}` };
    return (await client.post('report/advanceSearchJson', { reportId: REPORT, conditions })).list.length;
  });
  const postgres = Number.parseInt(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8'), 10);
  const busyS = processorMs([product.pid, postgres]) / 1_000;
  console.log(`processor time of server, fleet and database by then: ${busyS.toFixed(1)} s`);
  const shares = [...product.output().matchAll(/"percent":(\d+)/g)];
  console.log(`history at that time: ${shares.at(-1)?.[1] ?? 0} %`);
  tellGoal('vehicles move', movingS, GOAL_S, 's');
  tellGoal('the report of today has rows', rowsS, GOAL_S, 's');
}

/** Seconds after the start at which there are some. */
async function reach(count: () => Promise<number>): Promise<number> {
  while (!((await count()) > 0)) {
    if (seconds() > LIMIT_S) throw new Error(`not reached within ${LIMIT_S} s`);
    await sleep(POLL_MS);
  }
  return seconds();
}
