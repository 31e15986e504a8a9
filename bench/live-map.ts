import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { type Feed, openFeed } from './live-map/feed.ts';

/**
 * Main-thread time of one update of the map, N vehicles all moved, in a real browser with software WebGL: the console's own way
 * (worker, typed arrays, one WebGL layer) beside the usual one (parse in the page, GeoJSON `setData`) in the same run.
 * `node live-map.ts [updates]`
 */
const UPDATES = Number(process.argv[2] ?? 20);
/** The first updates compile shaders and functions. */
const WARM_UP = 3;
const UPDATE_MS = 1_000;
const FLEETS = [10_000, 50_000];
const WAYS = ['layer', 'circle', 'symbol'] as const;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

type Way = (typeof WAYS)[number];
type Figures = {
  /** From the message to filled buffers, ms: median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** Medians of the parts of the console's way: message to store, store to buffers, buffers to the driver with the draw calls. */
  readonly parts: readonly number[];
  /** Processor time of the main thread an update, drawing the map included, ms. */
  readonly busy: number;
  /** Tasks over 50 ms an update, and the longest, ms. */
  readonly longTasks: number;
  readonly longest: number;
};
type Update = { readonly receive: number; readonly sync?: number; readonly draw?: number };

const folder = await mkdtemp(join(tmpdir(), 'live-map-'));
let browser: Browser | null = null;
try {
  buildPage(folder);
  browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  for (const count of FLEETS) await compare(browser, count);
} finally {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
}

async function compare(browser: Browser, count: number): Promise<void> {
  const feed = await openFeed(folder, count);
  try {
    const figures = {} as Record<Way, Figures>;
    for (const way of WAYS) {
      figures[way] = await measure(browser, feed, way);
      print(count, way, figures[way]);
    }
    const ratio = (way: Way) => `${(figures[way].busy / figures.layer.busy).toFixed(0)}x`;
    const handling = (way: Way) => `${(figures[way].p50 / figures.layer.p50).toFixed(0)}x`;
    console.log(
      `live-map ${count}: GeoJSON circles cost ${handling('circle')} (all main-thread work ${ratio('circle')}), ` +
        `symbols ${handling('symbol')} (${ratio('symbol')})`,
    );
  } finally {
    await feed.close();
  }
}

async function measure(browser: Browser, feed: Feed, way: Way): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.goto(`${feed.url}/?way=${way}`);
    await page.waitForFunction('window.bench?.ready', null, { timeout: 60_000 });
    await page.waitForTimeout(2_000);
    for (let i = 0; i < WARM_UP; i++) await update(page, feed, way);
    await page.evaluate('bench.updates.length = 0; bench.longTasks.length = 0');
    const cdp = await page.context().newCDPSession(page);
    // The thread's own processor time: what other programs take is not counted.
    await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await cdp.send('Performance.enable');
    const before = await taskMs(cdp);
    for (let i = 0; i < UPDATES; i++) await update(page, feed, way);
    const busy = (await taskMs(cdp)) - before;
    const { updates, longTasks } = (await page.evaluate('({ updates: bench.updates, longTasks: bench.longTasks })')) as {
      updates: Update[];
      longTasks: { ms: number }[];
    };
    const times = updates.map(({ receive, sync = 0, draw = 0 }) => receive + sync + draw).sort((a, b) => a - b);
    if (times.length === 0) throw new Error(`live-map: the page took no update (${way})`);
    return {
      p50: times[Math.floor(times.length / 2)]!,
      p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))]!,
      parts:
        way === 'layer' ? (['receive', 'sync', 'draw'] as const).map((part) => median(updates.map((u) => u[part] ?? 0))) : [],
      busy: busy / UPDATES,
      longTasks: longTasks.length / UPDATES,
      longest: Math.max(0, ...longTasks.map(({ ms }) => ms)),
    };
  } finally {
    await page.close();
  }
}

/** Sends the next update and waits until it is through, and for the second to pass. */
async function update(page: Page, feed: Feed, way: Way): Promise<void> {
  const before = (await page.evaluate('bench.updates.length')) as number;
  feed.push();
  await page.waitForTimeout(UPDATE_MS);
  const through = way === 'layer' ? '?.draw !== undefined' : ' !== undefined';
  await page.waitForFunction(`bench.updates[${before}]${through}`, null, { timeout: 60_000 });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

function print(count: number, way: Way, figures: Figures): void {
  const name = way === 'layer' ? 'vehicle layer' : `GeoJSON ${way}s`;
  console.log(
    `live-map ${count} ${name.padEnd(15)} ${figures.p50.toFixed(2)} ms an update (p95 ${figures.p95.toFixed(2)}), ` +
      `main thread busy ${figures.busy.toFixed(0)} ms, ${figures.longTasks.toFixed(1)} tasks over 50 ms` +
      (figures.parts.length > 0 ? ` (store, buffers, upload: ${figures.parts.map((ms) => ms.toFixed(2)).join(', ')})` : '') +
      (figures.longest > 0 ? ` (longest ${figures.longest.toFixed(0)})` : ''),
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

function findBrowser(): string {
  const found = [process.env['CHROME_PATH'], ...PLACES].find((path) => path && existsSync(path));
  if (!found) throw new Error('live-map: no Chromium found; set CHROME_PATH');
  return found;
}
