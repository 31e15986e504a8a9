/**
 * Region search over 10,000 vehicles in forty cities, a day of positions each 30 s: median and worst times of the calls.
 * For comparison: a scan of every position of the time by its bounds. Prints what the query plan reads.
 * Run: `node bench/regions.ts [vehicles] [seconds between positions]`.
 */
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { FleetVehicle, Monitor } from '../server/src/modules/monitor/index.ts';
import { vehicleFacts } from '../server/src/modules/monitor/map-record.ts';
import { createRegions, type RegionsOptions } from '../server/src/modules/region-search/index.ts';
import { fixesNear } from '../server/src/modules/region-search/visits.ts';
import { at, type Db, sql } from '../server/src/platform/db/database.ts';
import { createPartitions } from '../server/src/platform/db/partitions.ts';
import { withScratchDatabase } from './platform/scratch-database.ts';
import { shown, timed } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const STEP_S = Number(process.argv[3] ?? 30);
const CITIES = 40;
/** Yesterday, UTC: one partition, the day a search of 24 hours reads at the most but for a midnight. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const TIMES = 5;
/** Slower searches are refused. */
const LIMIT_MS = 20_000;
const ROWS_A_STATEMENT = 2_000_000;

const [LNG, LAT] = [113, 23];
type Handlers = ReturnType<typeof createRegions>['handlers'];
type Asked = Parameters<Handlers['regionsearch']>[0]['region'];
const REGIONS: Readonly<Record<string, Asked>> = {
  circle: { mode: 4, centre: [LNG, LAT], radiusM: 2_000 },
  rectangle: { mode: 1, bounds: [LNG - 0.1, LAT - 0.1, LNG + 0.1, LAT + 0.1] },
  polygon: {
    mode: 2,
    ring: Array.from({ length: 60 }, (_, i): [number, number] => {
      const [angle, reach] = [(2 * Math.PI * i) / 60, i % 2 ? 0.08 : 0.05];
      return [LNG + reach * Math.cos(angle), LAT + reach * Math.sin(angle)];
    }),
  },
  line: {
    mode: 3,
    points: Array.from({ length: 20 }, (_, i): [number, number] => [LNG - 0.2 + i * 0.02, LAT + (i % 2) * 0.01]),
    bufferM: 200,
  },
};

const USER = { user: { accountId: 1, departmentId: 1 } } as unknown as Parameters<Handlers['regionsearch']>[1];

await withScratchDatabase(600_000, async (db) => {
  await fill(db);
  await measureNow(db);
  for (const hours of [1, 6, 24]) await measurePast(db, hours);
  for (const some of [VEHICLES, Math.ceil(VEHICLES / 100)]) await tellPlan(db, some);
});

/** Vehicles on winding roads around their city, a third of each hour standing; inserted in time order, as if live. */
async function fill(db: Db): Promise<void> {
  const began = performance.now();
  await createPartitions(db, 400).ensure([START / DAY_MS]);
  const steps = Math.floor(DAY_MS / 1_000 / STEP_S);
  const lot = Math.max(1, Math.floor(ROWS_A_STATEMENT / VEHICLES));
  for (let from = 0; from < steps; from += lot)
    await db.run(sql`
      insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
        odometer_km, recorder_kmh, backfill, quality)
      select v, ${at(START)}::timestamptz + n * ${STEP_S}::integer * interval '1 s', now(),
        ${LNG}::float8 - (v % ${CITIES}::integer) * 0.7 + 0.3 * sin(v + m / 900.0) + 0.01 * sin(v * 7 + m / 40.0),
        ${LAT}::float8 + (v % ${CITIES}::integer) * 0.25 + 0.3 * cos(v * 3 + m / 1100.0) + 0.01 * cos(m / 30.0),
        50, case when standing then 0 else 45 end, n % 360, 0, case when standing then 2 else 3 end, null, null, false, 0
      from generate_series(${from}::integer, ${Math.min(from + lot, steps) - 1}::integer) n
      cross join lateral (select n * ${STEP_S}::integer as s) t
      cross join lateral (select s % 3600 >= 2400 as standing, (s - greatest(s % 3600 - 2400, 0)) / 10.0 as m) w
      cross join generate_series(1, ${VEHICLES}::integer) v`);
  await db.run('vacuum analyze position');
  const rows = VEHICLES * steps;
  console.log(
    `${rows.toLocaleString('en')} positions of ${VEHICLES} vehicles stored in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}

/** The product's calls, with vehicles at their last position. */
async function callsOf(db: Db): Promise<Handlers> {
  const rows = await db.query<{ id: number; lng: number; lat: number }>(sql`
    select v as id, p.lng, p.lat from generate_series(1, ${VEHICLES}::integer) v cross join lateral (
      select lng, lat from position where vehicle_id = v and gnss_at >= ${at(START)} and gnss_at < ${at(START + DAY_MS)}
      order by gnss_at desc limit 1) p`);
  const vehicles = rows.map(({ id, lng, lat }): FleetVehicle => {
    const about = {
      id,
      departmentId: 1,
      plate: `粤B${id}`,
      plateColour: 2,
      vehicleType: 21,
      phone: '',
      terminalNo: '',
      driverName: '',
      runState: 1,
    };
    const live = { vehicleId: id, lng, lat, heading: 0, speedKmh: 0, status: 2, gnssAt: START, dayKm: 0 } as VehicleLive;
    return { facts: vehicleFacts(about), live, department: { id: 1, name: '车队' } } as FleetVehicle;
  });
  const fleet = { vehiclesOf: () => vehicles, followedBy: async () => () => true } as unknown as Monitor['fleet'];
  return createRegions({
    db,
    monitor: { fleet },
    timeZone: 'Asia/Shanghai',
    getText: () => '',
    scopes: { of: async () => new Set([1]) } as unknown as RegionsOptions['scopes'],
    tasks: { register: () => undefined } as unknown as RegionsOptions['tasks'],
  }).handlers;
}

async function measureNow(db: Db): Promise<void> {
  const calls = await callsOf(db);
  for (const [name, region] of Object.entries(REGIONS)) {
    let found = 0;
    const times = await timed(TIMES, async () => {
      const reply = await calls.regionSearchTarg2({ region }, USER);
      found = reply.total;
      JSON.stringify(reply);
    });
    console.log(`now, ${name.padEnd(9)}     ${shown(times)}; ${found} found`);
  }
  let sent = 0;
  const times = await timed(TIMES, async () => {
    sent = JSON.stringify(await calls.qrySelectedTarg({}, { ...USER, page: { offset: 0, limit: 20 } } as never)).length;
  });
  console.log(`20 of those followed  ${shown(times)}; ${sent} bytes`);
}

async function measurePast(db: Db, hours: number): Promise<void> {
  const calls = await callsOf(db);
  const end = START + 20 * HOUR_MS > START + DAY_MS ? START + DAY_MS : START + Math.max(hours, 20) * HOUR_MS;
  const time = { start: end - hours * HOUR_MS, end };
  for (const [name, region] of Object.entries(REGIONS)) {
    let found = 0;
    const times = await timed(TIMES, async () => {
      const reply = await calls.regionsearch({ region, ...time }, USER);
      found = reply.total;
      JSON.stringify(reply);
    });
    console.log(`${String(hours).padStart(2)} h, ${name.padEnd(9)}       ${shown(times)} (limit ${LIMIT_MS}); ${found} found`);
  }
  const usual = await timed(TIMES, async () => {
    await db.query(sql`
      select vehicle_id, min(gnss_at), max(gnss_at) from position
      where gnss_at >= ${at(time.start)} and gnss_at < ${at(time.end)}
        and lng between ${LNG - 0.1}::float8 and ${LNG + 0.1}::float8 and lat between ${LAT - 0.1}::float8 and ${LAT + 0.1}::float8
      group by vehicle_id`);
  });
  console.log(`${String(hours).padStart(2)} h, every position of the time by bounds: ${shown(usual)}`);
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: Plan[];
};
type Explained = { readonly Plan: Plan & Readonly<Record<string, number>>; readonly 'Execution Time': number };

/** Prints the plan of a search over 24 hours, for all vehicles and for some: index and pages. */
async function tellPlan(db: Db, vehicles: number): Promise<void> {
  const ids = Array.from({ length: vehicles }, (_, i) => i + 1);
  const query = fixesNear(ids, REGIONS['circle']!, { start: START, end: START + DAY_MS });
  const [row] = await db.query<{ 'QUERY PLAN': [Explained] }>(`explain (analyze, buffers, format json) ${query}`);
  const { Plan: plan, 'Execution Time': took } = row!['QUERY PLAN'][0];
  const reads = new Set<string>();
  const look = (node: Plan) => {
    if (node['Relation Name']?.startsWith('position'))
      reads.add(`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
    for (const child of node.Plans ?? []) look(child);
  };
  look(plan);
  const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  console.log(
    `${vehicles} vehicles, 24 h: ${took.toFixed(0)} ms, ${pages} pages, ${(pages / vehicles).toFixed(0)} a vehicle; ${[...reads].join(', ')}`,
  );
}
