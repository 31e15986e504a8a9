/**
 * Data folders that are created once and copied for each story: an empty fleet, and a demo with its history uploaded and counted, and
 * with its documents.
 * Their data ages, so they are created again each hour.
 */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { hashSources } from '../../scripts/product-build.ts';
import { copyFolder } from '../../scripts/scratch-folder.ts';
import { until } from './client.ts';
import { makeDataDir, removeDataDir } from './data-dir.ts';
import { openDatabase } from './database.ts';
import { endProduct, type Product, startProduct } from './product.ts';

/** Password of a fleet's first account. */
export const ADMIN_PASSWORD = 'Correct_horse_7';
export const DEMO_VEHICLES = '8';
/** Short, so that a template is made quickly. */
export const DEMO_HISTORY_DAYS = '7';

/** The slowest first. */
export const TEMPLATES = ['demo', 'fleet'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/fleetwarden/e2e');
/** A change in these files invalidates the templates. */
const SOURCES = ['server/src/**', 'simulator/src/**', 'packages/*/src/**', 'e2e/support/**', 'package-lock.json'];
const HISTORY_LIMIT_MS = 300_000;
/** A template's database need not survive a crash of the machine. */
const SETTINGS = ['fsync = off', 'full_page_writes = off'];

/** The path of a data folder to copy, created unless this hour has one. */
export async function makeTemplate(name: TemplateName): Promise<string> {
  const hour = Math.floor(Date.now() / HOUR_MS);
  const key = createHash('sha256')
    .update(`${hashSources(ROOT, SOURCES)} ${process.version} ${process.getuid?.()}`)
    .digest('hex');
  const template = join(FOLDER, `${name}-${hour}-${key.slice(0, 16)}`);
  if (existsSync(template)) return template;
  mkdirSync(FOLDER, { recursive: true });
  removeOld(hour);
  const dir = makeDataDir(process.pid);
  try {
    await CREATE[name](dir);
    appendFileSync(join(dir, 'postgres/data/postgresql.auto.conf'), `${SETTINGS.join('\n')}\n`);
    const unfinished = `${template}.${process.pid}`;
    copyFolder(dir, unfinished);
    // another run may have created the same one meanwhile
    if (existsSync(template)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, template);
  } finally {
    removeDataDir(dir);
  }
  return template;
}

const CREATE: Readonly<Record<TemplateName, (dir: string) => Promise<void>>> = {
  fleet: async (dir) => endProduct(await startProduct(dir, { ADMIN_PASSWORD })),
  demo: async (dir) => {
    const product = await startProduct(dir, { DEMO: 'on', DEMO_VEHICLES, DEMO_HISTORY_DAYS, LOG_LEVEL: 'info' });
    try {
      const isUploaded = () => product.output().includes('"percent":100') || undefined;
      await until('the demo to have uploaded its past', isUploaded, HISTORY_LIMIT_MS);
      await countDays(product);
    } finally {
      await endProduct(product);
    }
  },
};

/** The rollup jobs of reports. */
const ROLLUPS = ['driverDays', 'alarmDays', 'onlineDays', 'departmentDays', 'presenceDays', 'pastDays'].map(
  (kind) => `reports.${kind}`,
);
/**
 * Rollups run twice: the first run marks what the second one counts. Then the documents of companies: a product makes them minutes after
 * its start, which takes longer than the start.
 */
const STEPS = [['ingest.lateDays'], ROLLUPS, ROLLUPS, ['reports.documents']];
const DOCUMENT = 'reports.document';

/** Runs the jobs now that would count the uploaded history within minutes. */
async function countDays({ dataDir }: Product): Promise<void> {
  const db = await openDatabase(dataDir);
  try {
    // late days wait for more positions: let that time be over
    await db.query(`update late_day set since = since - interval '1 hour'`);
    for (const kinds of STEPS) {
      await db.query('insert into job (kind, max_attempts) select kind, 1 from unnest($1::text[]) kind', [kinds]);
      const isDone = async () => {
        const { rowCount } = await db.query(
          `select from job where kind = any($1::text[]) and state in ('queued', 'running') and run_at <= now()`,
          [[...kinds, DOCUMENT]],
        );
        return rowCount === 0 || undefined;
      };
      await until('the days of the demo to be counted', isDone, HISTORY_LIMIT_MS);
    }
  } finally {
    await db.end();
  }
}

/** Removes templates of earlier hours, which no run copies any more. */
function removeOld(hour: number): void {
  for (const entry of readdirSync(FOLDER)) {
    const made = Number(/^(?:fleet|demo)-(\d+)-/.exec(entry)?.[1]);
    if (made < hour - 1) rmSync(join(FOLDER, entry), { recursive: true, force: true });
  }
}
