/**
 * The video wall in Chromium: time to the first picture, then 16 tiles at once. Goals: a picture within a second of the request, and 16
 * tiles that play on without growing delay. Terminals of the simulator stream to a started product.
 * Run: `node bench/video-wall.ts [seconds]`; published figures use 600 seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '../e2e/support/client.ts';
import { navigate } from '../e2e/support/installation.ts';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { MODES } from '../simulator/src/modes.ts';
import { createVehicle } from '../simulator/src/motion/vehicle.ts';
import { forgetfulMemory } from '../simulator/src/state-file.ts';
import { createTerminal } from '../simulator/src/terminal.ts';
import { CODE } from './gateway/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { letIn } from './platform/paced-fleet.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';
import { median } from './platform/times.ts';

const SECONDS = Number(process.argv[2] ?? 600);
const VEHICLES = 4;
const TILES = 16;
const SAMPLE_MS = 1_000;
const WARM_UP_MS = 5_000;
/** Samples that are compared: the first and the last share of all. */
const COMPARED = 0.25;
const GOAL = { firstPictureMs: 1_000, delayGrowthMs: 300, standing: 0 };
const WALL = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';

/** Of each tile: played and buffered time, s. */
const SAMPLE = `[...document.querySelectorAll('video')].filter((video) => video.checkVisibility()).map((video) => {
  const { buffered, currentTime, webkitDroppedFrameCount: dropped = 0, webkitDecodedFrameCount: decoded = 0 } = video;
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : currentTime;
  return { currentTime, delay: end - currentTime, dropped, decoded };
})`;
type Tile = { readonly currentTime: number; readonly delay: number; readonly dropped: number; readonly decoded: number };
const sample = (page: Page) => page.evaluate<Tile[]>(SAMPLE);

await withProduct({ vehicles: VEHICLES, departments: 7 }, measure, async (db) => {
  await letIn(db);
  // no user goes on after the time limit of a view
  await db.run(sql`insert into setting_value (department_id, key, value) values (null, 'videoIdleMinutes', '60')`);
});

async function measure({ product, tokens, db }: Bench): Promise<void> {
  tellMachine('video-wall');
  const terminals = await startTerminals(db, product.gatewayPort);
  const browser = await startBrowser();
  try {
    const page = await openSeat(browser, product, tokens.all, { path: WALL });
    await page.locator('main').waitFor();
    const [first, ...others] = terminals.map(({ targId }) => targId);
    const began = performance.now();
    await navigate(page, `${WALL}?targId=${first}`);
    await playing(page, 1);
    tellGoal('video-wall: first picture after the request', performance.now() - began, GOAL.firstPictureMs, 'ms');
    // the key of sixteen tiles
    await page.keyboard.press('6');
    for (const [index, targId] of others.entries()) {
      await navigate(page, `${WALL}?targId=${targId}`);
      await playing(page, (TILES / VEHICLES) * (index + 2));
    }
    await sleep(WARM_UP_MS);
    tell(await watch(page));
  } finally {
    await browser.close();
    for (const { stop } of terminals) stop();
  }
}

function playing(page: Page, tiles: number): Promise<true> {
  const plays = async () => (await sample(page)).filter(({ currentTime }) => currentTime > 0).length >= tiles || undefined;
  return until(`${tiles} tiles to play`, plays, 60_000, 20);
}

async function watch(page: Page): Promise<Tile[][]> {
  const samples: Tile[][] = [];
  for (let second = 0; second <= SECONDS; second++) {
    samples.push(await sample(page));
    await sleep(SAMPLE_MS);
  }
  return samples;
}

function tell(samples: readonly Tile[][]): void {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const count = Math.max(1, Math.floor(samples.length * COMPARED));
  const delayOf = (part: readonly Tile[][]) => median(part.flat().map(({ delay }) => delay * 1_000));
  const [early, late] = [delayOf(samples.slice(0, count)), delayOf(samples.slice(-count))];
  const standing = last.filter(({ currentTime }, i) => currentTime - (first[i]?.currentTime ?? 0) < SECONDS * 0.9).length;
  const sum = (of: (tile: Tile) => number) => last.reduce((total, tile, i) => total + of(tile) - of(first[i] ?? tile), 0);
  const [decoded, dropped] = [sum((tile) => tile.decoded), sum((tile) => tile.dropped)];
  console.log(
    `video-wall: ${last.length} tiles for ${SECONDS} s: ${decoded.toLocaleString('en')} pictures decoded, ${dropped.toLocaleString('en')} dropped; ` +
      `delay p50 ${early.toFixed(0)} ms at the start, ${late.toFixed(0)} ms at the end`,
  );
  tellGoal('video-wall: tiles that do not play', TILES - last.length + standing, GOAL.standing, 'tiles');
  tellGoal('video-wall: growth of the delay', late - early, GOAL.delayGrowthMs, 'ms');
}

async function startTerminals(db: Db, port: number): Promise<{ readonly targId: string; stop(): void }[]> {
  const rows = await db.query<{ id: number; plate: string; phone: string }>(sql`
    select v.id, v.plate, t.phone from vehicle v join terminal t on t.vehicle_id = v.id order by v.id limit ${VEHICLES}`);
  const { codes } = forgetfulMemory();
  return Promise.all(
    rows.map(async ({ id, plate, phone }, seed) => {
      codes.set(phone, CODE);
      const identity = { terminalNo: 'S000001', maker: 'FWSIM', model: 'FW-T1', kind: 'taxi', homeCity: '上海' } as const;
      const terminal = createTerminal({
        server: { host: '127.0.0.1', port, transport: 'tcp' },
        member: { phone, plate, version: 2013, plateColour: 2, seed, drivers: [], ...identity },
        vehicle: { ...createVehicle({ seed, kind: 'taxi', home: '上海' }), linkAt: () => 'up' },
        codes,
        mode: MODES.good,
        movingS: 10,
        parkedS: 10,
        replyTimeoutMs: 5_000,
        backoffMs: [200, 1_000],
        onEvent: () => undefined,
      });
      terminal.start();
      await until(`terminal ${phone} to be online`, () => terminal.state() === 'online' || undefined);
      return { targId: String(id), stop: terminal.stop };
    }),
  );
}
