/**
 * Latency of positions, from the write to a terminal's socket to the drawn frame, and the server's memory. Vehicles report every 10 s.
 * Three consoles in a real browser show all of China, a city, and a vehicle's dialog.
 * Run: `node bench/socket-to-screen.ts [vehicles] [seconds]`; published figures use 10000 vehicles over 1800 seconds.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { clientOf } from '../e2e/support/client.ts';
import { startBrowser } from '../e2e/support/start-browser.ts';
import type { PacedSecond } from './gateway/paced.ts';
import { ROOT } from './platform/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { CITY, letIn, placed, startPaced } from './platform/paced-fleet.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat, type SeatOptions } from './platform/seat.ts';
import { shareOf } from './platform/times.ts';

const EVERY_MS = 10_000;
const GOAL_MS = 1_500;
/** The first positions find functions and shaders that were never run, and consoles that are being filled. */
const WARM_UP_S = 15;
/** Memory is flat if its last third is at most this much over the first, %; shorter runs are not judged, s. */
const FLAT = { percent: 10, leastS: 300 } as const;
const SAMPLE_S = 5;
/** Time after which a written report is dropped, ms. */
const LATE_MS = 60_000;
const DEPARTMENTS = 500;
const LIMIT = { timeout: 120_000 };
const MIB = 2 ** 20;

await main(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 120));

async function main(vehicles: number, seconds: number): Promise<void> {
  const size = { vehicles, departments: Math.min(DEPARTMENTS, vehicles) };
  await withProduct(size, (bench) => watched(bench, vehicles, seconds), letIn);
}

async function watched(bench: Bench, count: number, seconds: number): Promise<void> {
  tellMachine('socket-to-screen');
  const { product, tokens } = bench;
  const fleet = await placed(bench, count);
  const terminals = await startPaced({ port: product.gatewayPort, everyMs: EVERY_MS, vehicles: fleet });
  const browser = await startBrowser();
  try {
    const chosen = fleet.findLast(({ lng, lat }) => Math.hypot(lng - CITY.lng, lat - CITY.lat) < CITY.within)!;
    const seats: readonly (readonly [name: string, token: string, look: Omit<SeatOptions, 'scripts'>])[] = [
      ['all of China', tokens.all, { path: '', view: { lng: 104, lat: 36, zoom: 3.6 } }],
      ['a city', tokens.second, { path: '', view: { lng: CITY.lng, lat: CITY.lat, zoom: 12 } }],
      ['a dialog', tokens.third, { path: `?sel=${chosen.id}`, view: { lng: chosen.lng, lat: chosen.lat, zoom: 14 } }],
    ];
    const consoles = await Promise.all(
      seats.map(async ([name, token, look]) => {
        await clientOf(product.url, token).get('car/checkedDept', { deptId: String(ROOT) });
        return openConsole(browser, bench, name, token, look);
      }),
    );
    await measure(terminals, consoles, product.url, seconds);
  } finally {
    await browser.close();
    terminals.kill();
  }
}

type Console = {
  readonly name: string;
  readonly page: Page;
  readonly tookMs: number[];
  /** Vehicles drawn before: a change of the view sends them again. */
  readonly seen: Set<string>;
  again: number;
};

async function openConsole(
  browser: Browser,
  { product }: Bench,
  name: string,
  token: string,
  { path, ...look }: Omit<SeatOptions, 'scripts'>,
): Promise<Console> {
  const page = await openSeat(browser, product, token, {
    path: `/mapcontent/mapmonitoring${path}`,
    scripts: ['platform/drawn-positions.js'],
    ...look,
  });
  await page.locator('[role=treeitem]').first().waitFor(LIMIT);
  return { name, page, tookMs: [], seen: new Set(), again: 0 };
}

async function measure(terminals: ChildProcess, consoles: readonly Console[], url: string, seconds: number): Promise<void> {
  const written = new Map<string, number>();
  let positions = 0;
  terminals.on('message', ({ sent }: PacedSecond) => {
    positions += sent.length / 3;
    for (let i = 0; i < sent.length; i += 3) written.set(`${sent[i]} ${sent[i + 1]}`, sent[i + 2]!);
  });
  terminals.send('go');
  await sleep(WARM_UP_S * 1_000);
  await Promise.all(consoles.map((each) => collect(each, written)));
  for (const each of consoles) each.tookMs.length = each.again = 0;
  const before = positions;
  const memory: Memory[] = [await memoryOf(url)];
  const began = Date.now();
  for (let second = 1; second <= seconds; second++) {
    await sleep(Math.max(began + second * 1_000 - Date.now(), 0));
    await Promise.all(consoles.map((each) => collect(each, written)));
    for (const [key, at] of written) {
      if (Date.now() - at < LATE_MS) break;
      written.delete(key);
      for (const { seen } of consoles) seen.delete(key);
    }
    if (second % SAMPLE_S === 0) memory.push(await memoryOf(url));
  }
  console.log(`${(positions - before).toLocaleString('en')} positions written in ${seconds} s`);
  for (const each of consoles) tellConsole(each);
  tellMemory(memory, seconds);
}

/** Latencies of what the console drew since the last call, without reports from before the run. */
async function collect(console: Console, written: ReadonlyMap<string, number>): Promise<void> {
  const drawn = (await console.page.evaluate('benchDrawn()')) as (string | number)[];
  for (let i = 0; i < drawn.length; i += 3) {
    const key = `${drawn[i]} ${drawn[i + 1]}`;
    const at = written.get(key);
    if (console.seen.has(key)) console.again++;
    else if (at !== undefined) console.tookMs.push((drawn[i + 2] as number) - at);
    console.seen.add(key);
  }
}

function tellConsole({ name, tookMs, again }: Console): void {
  tookMs.sort((a, b) => a - b);
  const share = (p: number) => shareOf(tookMs, p);
  console.log(
    `${name}: ${tookMs.length.toLocaleString('en')} positions drawn, p50 ${share(0.5).toFixed(0)} ms, p95 ${share(0.95).toFixed(0)} ms, ` +
      `worst ${(tookMs.at(-1) ?? Number.POSITIVE_INFINITY).toFixed(0)} ms; ${again} drawn again`,
  );
  tellGoal(`${name}: socket to drawn frame, p95`, share(0.95), GOAL_MS, 'ms');
}

/** Bytes. */
type Memory = { readonly rss: number; readonly heap: number };

async function memoryOf(url: string): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return { rss: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') };
}

function tellMemory(memory: readonly Memory[], seconds: number): void {
  const told = ({ rss, heap }: Memory) => `${(rss / MIB).toFixed(0)} MiB (heap ${(heap / MIB).toFixed(0)})`;
  const [first, middle, last] = [memory[0]!, memory[memory.length >> 1]!, memory.at(-1)!];
  console.log(`memory of the server: at the start ${told(first)}, in the middle ${told(middle)}, at the end ${told(last)}`);
  if (seconds < FLAT.leastS) return;
  const third = Math.ceil(memory.length / 3);
  const mean = (part: readonly Memory[]) => part.reduce((sum, { rss }) => sum + rss, 0) / part.length;
  const growth = (mean(memory.slice(-third)) / mean(memory.slice(0, third)) - 1) * 100;
  tellGoal('growth of its memory from the first third to the last', growth, FLAT.percent, '%');
}
