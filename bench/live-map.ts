import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.ts';
import { type Feed, openFeed } from './live-map/feed.ts';
import { mainThreadTime, type ThreadTime } from './live-map/main-thread.ts';
import { tellMachine } from './platform/machine.ts';
import { median } from './platform/times.ts';

/**
 * Main-thread processor time of one update of the map in which all N vehicles move, in a real browser with software WebGL.
 * The console's way (worker, typed arrays, WebGL layer; with and without clusters) against GeoJSON `setData`, which includes later
 * tasks that load its tiles. `node live-map.ts [updates] [vehicles]`
 */
const UPDATES = Number(process.argv[2] ?? 20);
/** The first updates compile shaders and functions. */
const WARM_UP = 5;
const UPDATE_MS = 1_000;
/** Timeout of an update. */
const UPDATE_LIMIT_MS = 60_000;
const FLEETS = process.argv[3] ? [Number(process.argv[3])] : [10_000, 50_000, 100_000];
const WAYS = { rings: 'way=layer', all: 'way=layer&clusters=0', circle: 'way=circle', symbol: 'way=symbol' } as const;
const NAMES = { rings: 'rings', all: 'every vehicle', circle: 'GeoJSON circles', symbol: 'GeoJSON symbols' } as const;

type Way = keyof typeof WAYS;
type Figures = ThreadTime & {
  /** From the socket's frame to filled buffers by the clock, ms: median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** The median with the upload and the draw calls, ms. */
  readonly drawn: number;
  /** Medians of its parts: message to store, store to buffers, buffers to the driver with the draw calls. */
  readonly parts: readonly number[];
};
type Update = { readonly receive: number; readonly sync?: number; readonly draw?: number };

tellMachine('live-map');
const folder = await mkdtemp(join(tmpdir(), 'live-map-'));
const executablePath = await findBrowser();
try {
  buildPage(folder);
  for (const count of FLEETS) await compare(count);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** A browser of its own for each measurement: none begins with the memory of another. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
}

async function compare(count: number): Promise<void> {
  const feed = await openFeed(folder, count);
  try {
    const busy: Partial<Record<Way, number>> = {};
    for (const way of Object.keys(WAYS) as Way[]) {
      try {
        const figures = await measure(feed, way);
        busy[way] = figures.busy;
        print(count, way, figures);
      } catch (error) {
        // a page that crashed, closed, or did not finish an update: the run goes on. GeoJSON is what the console is compared with: it may fail
        if (isOurs(way)) process.exitCode = 1;
        console.log(`live-map ${count} ${NAMES[way]}: MISSED, ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      }
    }
    const ratio = (way: Way, ours: Way) => (busy[way] && busy[ours] ? `${(busy[way] / busy[ours]).toFixed(0)}x` : '(no figure)');
    console.log(
      `live-map ${count}: GeoJSON circles cost the main thread ${ratio('circle', 'rings')} as much as rings, ` +
        `${ratio('circle', 'all')} as much as every vehicle; symbols ${ratio('symbol', 'rings')}, ${ratio('symbol', 'all')}`,
    );
  } finally {
    await feed.close();
  }
}

async function measure(feed: Feed, way: Way): Promise<Figures> {
  const browser = await launch();
  try {
    return await measurePage(browser, feed, way);
  } finally {
    await browser.close();
  }
}

async function measurePage(browser: Browser, feed: Feed, way: Way): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => console.log(`live-map: the page fails: ${error.stack ?? error.message}`));
  await page.goto(`${feed.url}/?${WAYS[way]}`);
  // the map is opened after the choice is known; the measurement starts when it is ready
  const ready = isOurs(way) ? 'window.bench?.ready && window.bench.map.current !== null' : 'window.bench?.ready';
  await page.waitForFunction(ready, null, { timeout: 60_000 });
  await page.waitForTimeout(2_000);
  for (let i = 0; i < WARM_UP; i++) await update(feed);
  await page.evaluate('bench.updates.length = 0');
  const time = await mainThreadTime(browser, page, async () => {
    for (let i = 0; i < UPDATES; i++) await update(feed);
  });
  const updates = (await page.evaluate('bench.updates')) as Update[];
  const times = updates.map(({ receive, sync = 0 }) => receive + sync).sort((a, b) => a - b);
  return {
    p50: median(times),
    p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0,
    drawn: median(updates.map(({ receive, sync = 0, draw = 0 }) => receive + sync + draw)),
    parts: isOurs(way) ? (['receive', 'sync', 'draw'] as const).map((part) => median(updates.map((u) => u[part] ?? 0))) : [],
    busy: time.busy / UPDATES,
    handling: time.handling / UPDATES,
    longest: time.longest,
    longTasks: time.longTasks / UPDATES,
  };
}

/** Sends the next update, waits until it is through, and for the second to pass. */
async function update(feed: Feed): Promise<void> {
  const second = sleep(UPDATE_MS);
  const stop = new AbortController();
  const late = sleep(UPDATE_LIMIT_MS, 'late', { signal: stop.signal }).catch(() => 'through');
  const end = await Promise.race([feed.push(), late]);
  stop.abort();
  if (end === 'late') throw new Error(`not through with an update within ${UPDATE_LIMIT_MS / 1_000} s`);
  await second;
}

function isOurs(way: Way): boolean {
  return way === 'rings' || way === 'all';
}

function print(count: number, way: Way, { busy, handling, longest, longTasks, p50, p95, drawn, parts }: Figures): void {
  console.log(
    `live-map ${count} ${NAMES[way].padEnd(15)} main thread ${busy.toFixed(1)} ms an update, longest task ${longest.toFixed(1)} ms, ` +
      `${longTasks.toFixed(1)} over 50 ms` +
      (isOurs(way)
        ? `; in message and frame ${handling.toFixed(1)} ms; frame to buffers ${p50.toFixed(1)} ms by the clock (p95 ${p95.toFixed(1)}), with upload and draw calls ${drawn.toFixed(1)} (store, buffers, upload: ${parts.map((ms) => ms.toFixed(1)).join(', ')})`
        : ''),
  );
}

/** Builds the page with the console's own source, for production. */
function buildPage(outDir: string): void {
  const root = join(import.meta.dirname, 'live-map');
  const vite = join(import.meta.dirname, '..', 'node_modules', 'vite', 'bin', 'vite.js');
  const run = spawnSync(process.execPath, [vite, 'build', root, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`live-map: the page does not build\n${run.stdout}${run.stderr}`);
}
