/**
 * The evidence centre over a million files: the first page of each filter, and the export of 100 alarms with 1 GB. Goals: 500 ms, and
 * memory that grows by at most 100 MiB. Run: `node bench/evidence-centre.ts [files] [exported alarms] [MiB of each]`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { clientOf } from '../e2e/support/client.ts';
import { at, type Db, sql } from '../server/src/platform/db/database.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { runTask } from './platform/run-task.ts';
import { shown, timed } from './platform/times.ts';

const GOAL = { firstPageMs: 500, memoryMiB: 100 } as const;
const SIZE = { vehicles: 5_000, departments: 100 } as const;
const DAYS = 90;
const FILES_OF_ALARM = 4;
const TIMES = 5;
const MIB = 2 ** 20;
const NOW = Date.now();
const TYPES = ALARM_TYPES.filter((type) => type.class === 'safety').map(({ id }) => id);
const [FATIGUE, FILM] = [77, 2] as const;

const month = { startTime: NOW - 31 * DAY_MS, endTime: NOW };
const FILTERS: Readonly<Record<string, object>> = {
  'the last month': {},
  'a month long ago': { startTime: NOW - 80 * DAY_MS, endTime: NOW - 50 * DAY_MS },
  'oldest first': { ...month, sort: 'oldest' },
  'one type': { ...month, warnIds: [FATIGUE] },
  'one vehicle': { ...month, targIds: ['17'] },
  'part of a plate': { ...month, carNo: 'A00' },
  'with video, level 3': { ...month, hasVideo: true, levels: [3] },
  incomplete: { ...month, fileStates: [3] },
  locked: { locked: true },
};

const [files, alarms, mib] = [1_000_000, 100, 10].map((usual, i) => Number(process.argv[2 + i] ?? usual)) as [
  number,
  number,
  number,
];
tellMachine('evidence-centre');
await withProduct(
  SIZE,
  async (bench) => {
    await search(bench);
    await pack(bench);
  },
  (db) => fill(db, files / FILES_OF_ALARM),
);

/** Alarms with four files each, in time order. Triggers are off: the rows are as they leave them. */
async function fill(db: Db, count: number): Promise<void> {
  const stepMs = (DAYS * DAY_MS) / count;
  await db.transaction(async (tx) => {
    await tx.run('set local session_replication_role = replica');
    await tx.run(sql`
      with made as (
        insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat,
          last_lng, last_lat, start_kmh, max_kmh, times)
        select md5(n::text)::uuid, 1 + n * 7919::bigint % ${SIZE.vehicles}::integer,
          (${TYPES}::smallint[])[1 + n % ${TYPES.length}::integer], 0, 2 + (n % 5 = 0)::integer,
          ${at(NOW - DAYS * DAY_MS)}::timestamptz + n * ${stepMs}::float8 * interval '1 millisecond', now(), now(), now(), 113, 23, 113, 23, 60, 80, 1
        from generate_series(1, ${count}::integer) n
        returning gid, vehicle_id, type_id, level, start_at
      ), cases as (
        insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state) select gid, vehicle_id, type_id, level, start_at, 2 from made
      )
      insert into evidence_record (alarm_gid, vehicle_id, type_id, level, start_at, film, file_state, locked, lock_reason)
      select gid, vehicle_id, type_id, level, start_at, vehicle_id % 2 = 0, case when vehicle_id % 50 = 0 then 3 else 2 end,
        vehicle_id % 200 = 0, case when vehicle_id % 200 = 0 then '事故' else '' end from made`);
    await tx.run(sql`
      with asked as (
        insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, created_at, ended_at)
        select alarm_gid, vehicle_id, replace(alarm_gid::text, '-', ''), decode(replace(alarm_gid::text, '-', ''), 'hex'),
          ${FILES_OF_ALARM}, file_state, start_at, start_at + interval '1 minute' from evidence_record
        returning id, created_at
      )
      insert into evidence_file (request_id, name, kind, size_bytes, extension, file_key, digest, received_at)
      select id, n || '.bin', (array[0, 2, 4, 0])[n], 100000, (array['png', 'mp4', 'bin', 'png'])[n], null, sha256(id::text::bytea),
        created_at + interval '30 s'
      from asked cross join generate_series(1, ${FILES_OF_ALARM}::integer) n`);
  });
  for (const table of ['alarm', 'alarm_case', 'evidence_record', 'evidence_request', 'evidence_file'])
    await db.run(`vacuum analyze ${table}`);
  await db.run('checkpoint');
}

async function search({ product, tokens, db }: Bench): Promise<void> {
  const client = clientOf(product.url, tokens.all);
  const stored = await db.first<{ n: number }>('select count(*) as n from evidence_file');
  console.log(`evidence-centre: first page over ${stored!.n.toLocaleString('en')} files`);
  for (const [what, filter] of Object.entries(FILTERS)) {
    let rows = 0;
    const took = await timed(TIMES, async () => {
      rows = (await client.post('activeSafety/evidence/list', { ...filter })).list.length;
    });
    console.log(`  ${what}: ${rows} rows, ${shown(took)}`);
    tellGoal(`  ${what}`, took.at(-1)!, GOAL.firstPageMs, 'ms');
  }
}

/** Packs the newest alarms. They share one file of the disk, under as many names. */
async function pack({ db, product, tokens, folder }: Bench): Promise<void> {
  const content = randomBytes(mib * MIB);
  const digest = createHash('sha256').update(content).digest();
  const month = new Date(NOW).toISOString().slice(0, 7);
  const target = join(folder, 'data', 'files', 'evidence', month);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'content'), content);
  const chosen = await db.query<{ alarm_gid: string }>(
    sql`select alarm_gid from evidence_record order by start_at desc limit ${alarms}`,
  );
  const gids = chosen.map(({ alarm_gid }) => alarm_gid);
  for (const gid of gids) {
    const name = `${gid.replaceAll('-', '')}.mp4`;
    linkSync(join(target, 'content'), join(target, name));
    const request = sql`(select id from evidence_request where alarm_gid = ${gid})`;
    await db.run(sql`delete from evidence_file where request_id = ${request}`);
    await db.run(sql`
      insert into evidence_file (request_id, name, kind, size_bytes, extension, file_key, digest, received_at)
      values (${request}, 'clip.mp4', ${FILM}, ${content.length}, 'mp4', ${`evidence/${month}/${name}`}, ${digest}, now())`);
  }
  const client = clientOf(product.url, tokens.all);
  const { task, seconds, addedMib } = await runTask(client, product.pid, 'activeSafety/packEvidence', { alarmGids: gids });
  console.log(
    `evidence-centre: ${gids.length} alarms packed in ${seconds.toFixed(1)} s, ${(task.fileBytes / MIB).toFixed(0)} MiB`,
  );
  tellGoal('evidence-centre: memory above idle', addedMib, GOAL.memoryMiB, 'MiB');
}
