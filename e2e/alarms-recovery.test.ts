/** A kill while alarms arrive: each alarm is stored once, none is lost, consoles and terminals reconnect. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bellCount } from './support/alarms.ts';
import { closePage, closePages, openBrowser } from './support/browser.ts';
import { until } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { openDatabase } from './support/database.ts';
import { openUserPage } from './support/installation.ts';
import { recordLiveFeed } from './support/live-feed.ts';
import { type Product, startProduct } from './support/product.ts';
import { newDataDir } from './support/shared-services.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';

const PASSWORD = 'Correct_horse_7';
const ENV = { AUTO_REGISTER: 'on', ADMIN_PASSWORD: PASSWORD };
const CARS = 4;
/** Alarms of each vehicle, and the most of them: below the storm threshold of a kind. */
const EACH = 15;
const MAX_EACH = 19;
/** Time for one more alarm to arrive. */
const ARRIVAL_MS = 15_000;
const EVERY_MS = 700;
/** Alarms end some time after their last report. */
const LONG_MS = 300_000;
const [OVERSPEED, PHONE] = [1, 78] as const;

const dataDir = newDataDir();
const cars: SimulatedTerminal[] = [];
let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct(dataDir, ENV);
  browser = await openBrowser();
  for (let n = 0; n < CARS; n++)
    cars.push(
      await startSimulatedTerminal(product.gatewayPort, {
        phone: `1390009503${n}`,
        plate: `沪B9503${n}`,
        lng: 121 + n / 10,
        lat: 31.2,
      }),
    );
});
afterAll(async () => {
  for (const car of cars) car.stop();
  await closePages();
  await product?.stop();
  removeDataDir(dataDir);
});

it('kill -9 while alarms arrive', { timeout: LONG_MS }, async () => {
  const user = await openUserPage({ product, browser, password: PASSWORD }, 'admin', '/index');
  const { page } = user;
  const feed = recordLiveFeed(page);
  await page.goto(`${product.url}/mapcontent/mapmonitoring`);
  await until('positions', () => feed.received.length > 0 || undefined);

  // one lasting alarm, and a series of momentary ones
  for (const { alarms } of cars) alarms.raise({ kind: 'overspeed' });
  const raising = (async () => {
    for (let n = 0; n < EACH; n++) {
      for (const { alarms } of cars) alarms.raise({ kind: 'dsmPhone' });
      await sleep(EVERY_MS);
    }
  })();
  const told = () => feed.received.flatMap(({ alarmResult = [] }) => alarmResult);
  await until('some alarms', () => told().length > CARS * 3 || undefined);
  await product.kill();
  const [PORT, GATEWAY_PORT] = [String(product.port), String(product.gatewayPort)];
  const before = told().length;
  product = await startProduct(dataDir, { ...ENV, PORT, GATEWAY_PORT });
  await raising;
  // a slow machine is ready after the series: one more alarm shows that the console goes on
  let each = EACH;
  const goesOn = () => told().length > before || undefined;
  for (; each < MAX_EACH && !goesOn(); each++) {
    for (const { alarms } of cars) alarms.raise({ kind: 'dsmPhone' });
    await until('an alarm', goesOn, ARRIVAL_MS).catch(() => undefined);
  }
  await until('the console to go on', goesOn);
  for (const { alarms } of cars) alarms.lower('overspeed');
  await until('all positions to be taken', () => cars.every(({ unsent }) => unsent() === 0) || undefined, 60_000);

  const db = await openDatabase(dataDir);
  const stored = async () =>
    (
      await db.query<{
        gid: string;
        vehicle: number;
        type: number;
        source: string;
        open: boolean;
        late: boolean;
        cased: boolean;
      }>(`
        select a.gid, a.vehicle_id as vehicle, a.type_id as type, a.source, a.end_at is null as open, a.late, c.gid is not null as cased
        from alarm a left join alarm_case c on c.gid = a.gid`)
    ).rows;
  try {
    await until(
      'all alarms, ended',
      async () => {
        const rows = await stored();
        return (rows.length >= CARS * (each + 1) && rows.every(({ open }) => !open)) || undefined;
      },
      60_000,
    );
    const rows = await stored();
    expect(rows.filter(({ type }) => type === OVERSPEED)).toHaveLength(CARS);
    const moments = rows.filter(({ type }) => type === PHONE);
    expect(moments).toHaveLength(CARS * each);
    expect(new Set(moments.map(({ vehicle, source }) => `${vehicle} ${source}`)).size).toBe(CARS * each);
    expect(rows.filter(({ cased }) => !cased)).toEqual([]);
    // each alarm that a console received is stored, and was announced once
    const known = new Set(rows.map(({ gid }) => gid));
    expect(told().filter(({ alarmGid }) => !known.has(alarmGid))).toEqual([]);
    const raised = told().filter(({ raised: isNew }) => isNew);
    expect(new Set(raised.map(({ alarmGid }) => alarmGid)).size).toBe(raised.length);
    // the bell counts all, the alarms of the outage too
    await page.reload();
    await until('the bell', async () => (await bellCount(page, 'safetyBell')) === CARS * each || undefined);
  } finally {
    await db.end();
  }
  await closePage(page);
  expect(await product.stop()).toBe(0);
});
