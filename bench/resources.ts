/**
 * Platform management over HTTP with 100,000 vehicles in 5,000 departments: pages, orders and searches of the list, for an administrator
 * and a user who sees a sixth (median/worst, processor time). Then an import of 10,000 vehicles and an export of all.
 * Run: `node bench/resources.ts [vehicles] [lists or files, else both]`.
 */
import { createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { vehicle } from '../packages/contract/src/fleet/vehicle-resource.ts';
import { listSortableFields } from '../packages/contract/src/resources/record-schemas.ts';
import type { Cell } from '../server/src/platform/files/table.ts';
import { writeTable } from '../server/src/platform/files/write-table.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Bench, withProduct } from './platform/product.ts';

const VEHICLES = Number(process.argv[2] ?? 100_000);
const PART = process.argv[3];
const DEPARTMENTS = 5_000;
const IMPORTED = 10_000;
const LIST_GOAL_MS = 200;
const IMPORT_GOAL_S = 20;
const TIMES = 3;
const PAGE = 100;
const TASK_LIMIT_MS = 600_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

type Case = { readonly name: string; readonly data: object; readonly pages: readonly ('first' | 'middle' | 'last')[] };

tellMachine('resources');
await withProduct({ vehicles: VEHICLES, departments: DEPARTMENTS }, async (bench) => {
  tellMachine('resources, filled');
  const { all, sub } = bench.tokens;
  if (PART !== 'files') {
    const figures = [await lists(bench, 'everything', all), await lists(bench, 'a sixth', sub)];
    const most = (of: keyof ListFigures) => Math.max(...figures.map((each) => each[of]));
    console.log(
      `lists of ${VEHICLES} vehicles: worst median ${most('medianMs').toFixed(0)} ms, most processor time of one ${most('busyMs').toFixed(0)} ms`,
    );
    tellGoal(`worst list of ${VEHICLES} vehicles`, most('worstMs'), LIST_GOAL_MS, 'ms');
  }
  if (PART === 'lists') return;
  await imported(bench, all);
  if (VEHICLES > 10_000) await exported(bench, all);
});

/** Every page, sort and search that the console offers. */
function cases(): Case[] {
  const sorts = listSortableFields(vehicle).flatMap((sort) =>
    (['asc', 'desc'] as const).map(
      (order): Case => ({ name: `by ${sort} ${order}`, data: { sort, order }, pages: ['first', 'middle', 'last'] }),
    ),
  );
  const parts: Readonly<Record<string, readonly string[]>> = {
    carNo: ['粤', '粤B', 'B1', '1', '0A3', '粤D0A3F1', '无此牌'],
    phone: ['1', '1301', '0079', '00000000000'],
    terminalNo: ['T', '0031', 't00'],
    vin: ['LBV', '0099'],
  };
  const filters: object[] = [
    ...Object.entries(parts).flatMap(([key, texts]) => texts.map((text) => ({ [key]: text }))),
    { plateColor: 2 },
    { runState: 1 },
    { vehicleType: 12, industryType: 12 },
    { protocol: 1 },
    { features: 3 },
    { simDueFrom: '2027-01-01', simDueTo: '2027-03-01' },
    { serviceToFrom: '2026-05-01' },
    { inDept: '1002' },
    { inDept: '4000' },
    { inDept: '1002', carNo: '1', phone: '13' },
  ];
  const sortsOfSearches = [
    {},
    { sort: 'deptId', order: 'asc' },
    { sort: 'driverId', order: 'desc' },
    { sort: 'phone', order: 'asc' },
  ];
  return [
    ...sorts,
    ...filters.flatMap((filter) =>
      sortsOfSearches.map((sort): Case => {
        const data = { ...filter, ...sort };
        return { name: JSON.stringify(data).replaceAll('"', ''), data, pages: ['first', 'last'] };
      }),
    ),
  ];
}

type ListFigures = { worstMs: number; medianMs: number; busyMs: number };

async function lists({ call, busyMs }: Bench, who: string, token: string): Promise<ListFigures> {
  const figures = { worstMs: 0, medianMs: 0, busyMs: 0 };
  for (const { name, data, pages } of cases()) {
    const ask = (page: number) => call(token, 'car/listCar', data, { page, limit: PAGE });
    const total = (await ask(1)).pageModel!.total;
    const last = Math.max(1, Math.ceil(total / PAGE));
    const at = { first: 1, middle: Math.ceil(last / 2), last };
    const told: string[] = [];
    for (const page of new Set(pages.map((each) => at[each]))) {
      const times: number[] = [];
      const before = busyMs();
      for (let n = 0; n < TIMES; n++) {
        const start = performance.now();
        await ask(page);
        times.push(performance.now() - start);
      }
      const busy = (busyMs() - before) / TIMES;
      times.sort((a, b) => a - b);
      const [median, most] = [times[TIMES >> 1]!, times.at(-1)!];
      figures.worstMs = Math.max(figures.worstMs, most);
      figures.medianMs = Math.max(figures.medianMs, median);
      figures.busyMs = Math.max(figures.busyMs, busy);
      told.push(`${median.toFixed(0)}/${most.toFixed(0)} (${busy.toFixed(0)})`.padStart(14));
    }
    console.log(`${who}, ${name}`.padEnd(64), told.join(' '), `ms of ${total}`);
  }
  return figures;
}

async function exported(bench: Bench, token: string): Promise<void> {
  const { call, product, busyMs } = bench;
  for (const format of ['xlsx', 'csv']) {
    const [start, busy] = [performance.now(), busyMs()];
    const { data } = await call(token, 'car/exportCar', { format });
    const { told } = await done(bench, token, data.taskId);
    console.log(
      `export of ${VEHICLES} as ${format}: ${seconds(performance.now() - start)}, processor time ${seconds(busyMs() - busy)}, progress told ${told} times, server's most memory ${peakMib(product.pid)} MiB`,
    );
  }
}

async function imported(bench: Bench, token: string): Promise<void> {
  const path = join(bench.folder, 'vehicles.xlsx');
  await writeVehicles(path);
  const file = new File([await openAsBlob(path)], 'vehicles.xlsx');
  const [start, busy] = [performance.now(), bench.busyMs()];
  const { taskId } = (await bench.upload(token, 'car/importCar', file)).data;
  const checked = await done(bench, token, taskId);
  const between = performance.now();
  const apply = (await bench.call(token, 'car/applyCarImport', { taskId, mode: 'all' })).data;
  const applied = await done(bench, token, apply.taskId);
  const end = performance.now();
  if (applied.result.adds !== IMPORTED) throw new Error(JSON.stringify(applied.result));
  console.log(
    `import of ${IMPORTED}: checked in ${seconds(between - start)}, applied in ${seconds(end - between)}, processor time ${seconds(bench.busyMs() - busy)}, progress told ${checked.told} and ${applied.told} times`,
  );
  tellGoal(`import of ${IMPORTED} vehicles`, (end - start) / 1000, IMPORT_GOAL_S, 's');
}

/** Waits for a task as the console does, and counts how often its progress was another. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the task came to
async function done({ call, busyMs }: Bench, token: string, id: string): Promise<{ told: number; result: any }> {
  const seen = new Set<number>();
  for (const until = performance.now() + TASK_LIMIT_MS; performance.now() < until; await sleep(100)) {
    const { data } = await call(token, 'task/getTask', { id });
    // threads that end are counted as they were last seen
    busyMs();
    if (data.state === 'done') return { told: seen.size, result: data.result };
    if (data.state === 'failed' || data.state === 'cancelled') throw new Error(JSON.stringify(data));
    if (data.done > 0) seen.add(data.done);
  }
  throw new Error(`task ${id} took too long`);
}

function peakMib(pid: number): string {
  try {
    const kib = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return (kib / 1024).toFixed(0);
  } catch {
    return '?';
  }
}

/** A file as a company brings it: all that it knows of its vehicles. */
async function writeVehicles(path: string): Promise<void> {
  const cellOf: Readonly<Record<string, (n: number) => Cell>> = {
    carNo: (n) => `豫Z${String(n).padStart(5, '0')}`,
    plateColor: () => '黄色',
    deptId: (n) => `部门${1 + (n % (DEPARTMENTS - 1))}`,
    vin: (n) => `LZZ${String(n).padStart(14, '0')}`,
    innerNo: (n) => `I${n}`,
    engineNo: (n) => `E${n}`,
    vehicleType: () => '90',
    industryType: () => '99',
    brand: () => '东风',
    model: (n) => `DF${n % 500}`,
    seats: (n) => n % 50,
    tonnage: (n) => (n % 4000) / 100,
    length: (n) => 5000 + (n % 9000),
    remark: (n) => `备注 ${n}`,
    transCertNo: (n) => String(n).padStart(12, '0'),
    transCertTo: () => '2030-01-01',
    registerDate: () => '2020-01-01',
    inspectDue: () => '2027-01-01',
    insurer: () => '中国人保',
    compulsoryDue: () => '2027-01-01',
    commercialDue: () => '2027-01-01',
    scrapDate: () => '2035-01-01',
    ownerName: (n) => `车主${n % 3000}`,
    ownerTel: (n) => `138${String(n).padStart(8, '0')}`,
    ownerCert: () => '11010519491231002X',
    phone: (n) => `144${String(n).padStart(8, '0')}`,
    terminalNo: (n) => `Z${n}`,
    manufacturerId: (n) => `M${n % 70}`,
    terminalModel: (n) => `TX-${n % 300}`,
    iccid: (n) => `8987${String(n).padStart(16, '0')}`,
    imei: (n) => String(n).padStart(15, '7'),
    simDue: () => '2028-01-01',
    serviceFrom: () => '2025-01-01',
    serviceTo: () => '2028-01-01',
    fee: (n) => n % 1000,
  };
  const stream = createWriteStream(path);
  await writeTable(stream, 'xlsx', {
    sheet: '车辆',
    columns: Object.keys(cellOf).map((title) => ({ title, kind: 'text' as const })),
    rows: Array.from({ length: IMPORTED }, (_, n) => Object.values(cellOf).map((value) => value(n))),
    timeZone: 'Asia/Shanghai',
  });
  stream.end();
  await finished(stream);
}
