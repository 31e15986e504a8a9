/**
 * Time, peak memory and event loop delay of table files. Each case runs in a process of its own.
 * Writes 300,000 rows of 20 columns as xlsx and csv; reads 200,000 rows of 30 columns: xlsx with inline and shared strings, and csv.
 * Run: `node bench/table-files.ts`.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { readTable } from '../server/src/platform/files/read-table.ts';
import type { Cell, Column } from '../server/src/platform/files/table.ts';
import { type TableFormat, writeTable } from '../server/src/platform/files/write-table.ts';
import { writeSharedWorkbook } from './table-files/shared-workbook.ts';

const WRITTEN = { rows: 300_000, columns: 20 };
const READ = { rows: 200_000, columns: 30 };
const WRITE_GOAL = { seconds: 10, mib: 200 };
const READ_GOAL_MIB = 300;
const MIB = 1_048_576;

type Figures = { readonly seconds: number; readonly mib: number; readonly longestWaitMs: number };

const [role, path = '', format = 'xlsx', rows = '0', columns = '0'] = process.argv.slice(2);
if (role === 'write') await figures(() => write(path, format as TableFormat, Number(rows), Number(columns)));
else if (role === 'write-shared') await figures(() => writeSharedWorkbook(path, Number(rows), Number(columns)));
else if (role === 'read') await figures(() => read(path));
else main();

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwarden-bench-'));
  try {
    for (const kind of ['xlsx', 'csv']) {
      const file = join(folder, `written.${kind}`);
      const done = inProcess('write', file, kind, WRITTEN.rows, WRITTEN.columns);
      report(`write ${kind}, ${WRITTEN.rows} x ${WRITTEN.columns}`, file, done);
      const reached = done.seconds <= WRITE_GOAL.seconds && done.mib <= WRITE_GOAL.mib;
      console.log(`  goal ${WRITE_GOAL.seconds} s, ${WRITE_GOAL.mib} MiB: ${reached ? 'reached' : 'missed'}`);
    }
    for (const [make, kind] of [
      ['write', 'xlsx'],
      ['write-shared', 'xlsx'],
      ['write', 'csv'],
    ] as const) {
      const file = join(folder, `${make}.${kind}`);
      inProcess(make, file, kind, READ.rows, READ.columns);
      const done = inProcess('read', file);
      report(`read ${kind}${make === 'write' ? '' : ' with shared texts'}, ${READ.rows} x ${READ.columns}`, file, done);
      console.log(`  goal ${READ_GOAL_MIB} MiB: ${done.mib <= READ_GOAL_MIB ? 'reached' : 'missed'}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(name: string, file: string, { seconds, mib, longestWaitMs }: Figures): void {
  const size = (statSync(file).size / MIB).toFixed(1);
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(1).padStart(5)} s ${mib.toFixed(0).padStart(5)} MiB  file ${size} MiB, longest wait ${longestWaitMs.toFixed(0)} ms`,
  );
}

function inProcess(...args: readonly (string | number)[]): Figures {
  const { stdout, stderr, status } = spawnSync(process.execPath, [import.meta.filename, ...args.map(String)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}

/** Prints the cost of the work in this process. */
async function figures(work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const done: Figures = { seconds, mib: process.resourceUsage().maxRSS / 1024, longestWaitMs: delay.max / 1e6 };
  console.log(JSON.stringify(done));
}

async function write(file: string, kind: TableFormat, count: number, width: number): Promise<void> {
  const kinds = ['text', 'number', 'instant', 'text', 'date'] as const;
  const all: Column[] = Array.from({ length: width }, (_, at) => ({
    title: `列 ${at}`,
    kind: kinds[at % kinds.length] ?? 'text',
  }));
  const stream = createWriteStream(file);
  await writeTable(stream, kind, { sheet: '车辆', columns: all, rows: vehicles(count, width), timeZone: 'Asia/Shanghai' });
  stream.end();
  await finished(stream);
}

/** Rows as a query gives them: a batch at a time. */
async function* vehicles(count: number, width: number): AsyncGenerator<readonly Cell[]> {
  const first = Date.UTC(2026, 0, 1);
  const cellOf = (row: number, column: number): Cell => {
    switch (column % 5) {
      case 0:
        return `粤B${(row * 7919 + column) % 100_000}`;
      case 1:
        return ((row * 31 + column) % 100_000) / 10;
      case 2:
        return first + ((row * 61_000 + column) % 31_536_000_000);
      case 3:
        return `深圳市 <${column}> 运输有限公司 & ${row % 500}`;
      default:
        return `2026-0${(row % 9) + 1}-1${column % 10}`;
    }
  };
  for (let row = 0; row < count; row++) {
    if (row % 5000 === 0) await new Promise((resolve) => setImmediate(resolve));
    yield Array.from({ length: width }, (_, column) => cellOf(row, column));
  }
}

async function read(file: string): Promise<void> {
  let count = 0;
  let characters = 0;
  for await (const { cells } of readTable(file)) {
    count++;
    for (const cell of cells) characters += cell.length;
  }
  if (count !== READ.rows + 1 || characters === 0) throw new Error(`read ${count} rows`);
}
