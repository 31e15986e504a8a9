/**
 * A track of a day and of 30 days, a position each 10 s, stored between the positions of many other vehicles.
 * Median and worst from the database to the reply as it is sent; for comparison, the rows as objects.
 * Run: `node bench/tracks.ts [vehicles]`.
 */
import { DAY_MS } from '@fleetwarden/domain/durations';
import { readTrack } from '../server/src/modules/tracks/store.ts';
import { trackOf } from '../server/src/modules/tracks/track.ts';
import { at, type Db, sql } from '../server/src/platform/db/database.ts';
import { fillTracks } from './platform/positions.ts';
import { withScratchDatabase } from './platform/scratch-database.ts';
import { median, shown, timed } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 20);
const DAYS = 30;
const STEP_S = 10;
const TIMES = 7;
const GOALS_MS: Readonly<Record<number, number>> = { 1: 30, 30: 400 };
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS;

await withScratchDatabase(600_000, async (db) => {
  await filled(db);
  for (const days of [1, DAYS]) await measure(db, days);
});

async function filled(db: Db): Promise<void> {
  const began = performance.now();
  const rows = await fillTracks(db, { vehicles: VEHICLES, start: START, days: DAYS, stepS: STEP_S });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${rows.toLocaleString('en')} positions of ${VEHICLES} vehicles stored in ${seconds} s`);
}

async function measure(db: Db, days: number): Promise<void> {
  const vehicle = {
    id: Math.ceil(VEHICLES / 2),
    plate: '粤B12345',
    plate_colour: 2,
    vehicle_type: 21,
    mileage_source: 0,
  } as const;
  const around = { start: 0, end: Number.POSITIVE_INFINITY, before: [], behind: [] };
  const from = START + (DAYS - days) * DAY_MS;
  const until = START + DAYS * DAY_MS;
  let said = '';
  const parts = { read: [] as number[], made: [] as number[], written: [] as number[] };
  const ours = await timed(TIMES, async () => {
    const began = performance.now();
    const stored = await readTrack(db, vehicle.id, from, until);
    const read = performance.now();
    const reply = trackOf(
      vehicle,
      stored,
      { interval: 0, filterDrift: true },
      { areas: [], media: [], raised: [], around, timeZone: 'Asia/Shanghai' },
    );
    const made = performance.now();
    const sent = JSON.stringify(reply);
    parts.written.push(performance.now() - made);
    parts.made.push(made - read);
    parts.read.push(read - began);
    const kib = Math.round(sent.length / 1024);
    said = `${stored.rows} stored, ${reply.points.t.length} sent in ${kib} KiB, ${reply.trips.length} trips, ${reply.stops.length} stops`;
  });
  const rows = await timed(TIMES, async () => {
    JSON.stringify(
      await db.query(sql`
        select gnss_at, lng, lat, speed_kmh, recorder_kmh, heading, altitude_m, odometer_km, status_bits, alarm_bits, quality
        from position where vehicle_id = ${vehicle.id} and gnss_at >= ${at(from)} and gnss_at < ${at(until)} order by gnss_at`),
    );
  });
  const [read, made, written] = [parts.read, parts.made, parts.written].map((times) => median(times).toFixed(0));
  const name = days === 1 ? 'a day' : `${days} days`;
  console.log(
    `${name.padEnd(8)} ${shown(ours)} (goal ${GOALS_MS[days]}; read ${read}, judged and thinned ${made}, written ${written} ms); rows as objects, nothing computed: ${shown(rows)}; ${said}`,
  );
}
