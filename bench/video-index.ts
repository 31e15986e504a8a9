/**
 * The index of video files of 30 days for 1,000 vehicles: files of a vehicle's day for the timeline, and its days for the calendar,
 * over HTTP against the product. Goal: at most 300 ms. Run: `node bench/video-index.ts [vehicles]`.
 */
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { median, shown, timed } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 1_000);
const DAYS = 30;
/** Of a vehicle: 4 channels with 6 files of a half hour each. */
const FILES_A_DAY = 24;
const GOAL_MS = 300;
const TIMES = 20;

await withProduct(
  { vehicles: VEHICLES, departments: 50 },
  async (bench) => {
    tellMachine('video-index');
    console.log(`${VEHICLES} vehicles, ${(VEHICLES * DAYS * FILES_A_DAY).toLocaleString('en')} files of ${DAYS} days`);
    await measure(bench, 'files of a day', 'video/listServerFile', 1);
    await measure(bench, 'files of 30 days', 'video/listServerFile', DAYS);
    await measure(bench, 'days with files', 'video/listRecordDay', DAYS);
  },
  fill,
);

async function fill(db: Db): Promise<void> {
  await db.run(sql`
    insert into video_file (vehicle_id, channel, source, state, stream_type, started_at, ended_at, file_key, bytes, format, playable, codec,
      width, height, sound, account_name)
    select v.id, 1 + n % 4, 0, 1, 1, started, started + interval '30 minutes', 'video/' || v.id || '/' || day || '-' || n, 225000000, 'mp4',
      true, 'avc1.42c01e', 352, 288, 'recorded', 'bench'
    from vehicle v, generate_series(0, ${DAYS - 1}::integer) day, generate_series(0, ${FILES_A_DAY - 1}::integer) n,
      lateral (select now() - (day + 1) * interval '1 day' + n / 4 * interval '30 minutes' as started) at`);
  await db.run('vacuum analyze video_file');
}

async function measure({ call, tokens, db }: Bench, name: string, path: string, days: number): Promise<void> {
  const vehicles = await db.query<{ id: number }>(
    sql`select id from vehicle where deleted_at is null order by random() limit ${TIMES}`,
  );
  const endTime = Date.now() - DAY_MS;
  let at = 0;
  let found = 0;
  const took = await timed(TIMES, async () => {
    const targId = String(vehicles[at++ % vehicles.length]!.id);
    const { data } = await call(tokens.all, path, { targId, startTime: endTime - days * DAY_MS, endTime });
    found = data.list.length;
  });
  console.log(`${name} (${found}): ${shown(took)}`);
  tellGoal(`${name}, median`, median(took), GOAL_MS, 'ms');
}
