/**
 * Locations per second that one core takes through the engine, with 200 schemes of alarm rules, 10,000 geofences with visits, and roads.
 * For comparison: the same without visits, without rules, and with a test of every geofence for every location.
 * Run: `node bench/engine.ts [vehicles] [seconds]`.
 */
import { areaTest, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { AlarmRules } from '../server/src/engine/alarms/report-alarms.ts';
import { defaultTiming } from '../server/src/engine/alarms/timing.ts';
import { createGeofenceIndex } from '../server/src/engine/geofence-index.ts';
import type { JudgedLocation } from '../server/src/engine/judged-location.ts';
import { createGeofenceRules, type RuleGeofence } from '../server/src/engine/rules/geofence-rules.ts';
import type { RuleScheme } from '../server/src/engine/rules/in-force.ts';
import { createRisks } from '../server/src/engine/rules/risks.ts';
import { createRoadSpots, type RoadSpot } from '../server/src/engine/rules/road-warning.ts';
import { createRoads, type Road, type RoadGradeNumber } from '../server/src/engine/rules/roads.ts';
import { compileVehicle } from '../server/src/engine/rules/vehicle-rules.ts';
import { onLocation } from '../server/src/engine/vehicle.ts';
import { type EngineState, emptyState } from '../server/src/engine/vehicle-state.ts';
import { createGeofenceSnapshot, type GeofenceSnapshot } from '../server/src/engine/visits/geofence-snapshot.ts';
import { checks, scheme } from '../server/test/support/engine/rules.ts';

const VEHICLES = Number(process.argv[2] ?? 2_000);
const SECONDS = Number(process.argv[3] ?? 10);
const GOAL = 100_000;
const AREAS = 10_000;
const DEPARTMENTS = 40;
const CITIES = 40;
const ROADS = 2_000;
const SPOTS = 1_000;
const STEP_MS = 10_000;
const START = Date.UTC(2026, 4, 20, 0);
const TIME_ZONE = 'Asia/Shanghai';

// the same each time
let seed = 1;
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const cities = Array.from({ length: CITIES }, (): LngLat => [100 + random() * 18, 23 + random() * 16]);
const near = ([lng, lat]: LngLat, degrees: number): LngLat => [
  lng + (random() - 0.5) * degrees,
  lat + (random() - 0.5) * degrees,
];

const everyone = new Set(Array.from({ length: VEHICLES }, (_, i) => i + 1));
const areas = Array.from({ length: AREAS }, (_, i): RuleGeofence => {
  const [lng, lat] = near(cities[i % CITIES]!, 0.6);
  const [a, b, c, d] = [0.004, 0.006, 0.005, 0.003].map((size) => size * (0.5 + random()));
  const points: LngLat[] = [
    [lng, lat],
    [lng + a!, lat],
    [lng + b!, lat + c!],
    [lng + a! / 2, lat + c! + d!],
    [lng, lat + c!],
  ];
  const geo =
    i % 3 === 0
      ? { shape: SHAPE.circle, lng, lat, radius: 200 + random() * 500 }
      : i % 3 === 1
        ? { shape: SHAPE.polygon, points }
        : { shape: SHAPE.route, points, segments: points.slice(1).map(() => ({ width: 60, maxSpeed: 60, overDuration: 10 })) };
  return {
    id: i + 1,
    geo,
    useFor: 1,
    vehicles: everyone,
    between: i % 5 === 0 ? { daily: ['06:00', '22:00'] as const } : null,
    tellsEntered: true,
    tellsLeft: true,
    maxSpeed: 60,
    nightMaxSpeed: null,
    overDuration: 10,
    stayMinutes: 30,
  };
});
const pathNear = (city: LngLat): LngLat[] => {
  const path = [near(city, 0.6)];
  for (let i = 0; i < 10; i++) path.push([path[i]![0] + (random() - 0.5) * 0.01, path[i]![1] + random() * 0.01]);
  return path;
};
const roads = Array.from(
  { length: ROADS },
  (_, i): Road => ({
    id: i + 1,
    departmentId: 1,
    grade: ((i % 5) + 1) as RoadGradeNumber,
    path: pathNear(cities[i % CITIES]!),
    oneWay: i % 2 === 0,
    limits: { 1: 80, 2: 70, 3: null },
  }),
);
const spots = Array.from(
  { length: SPOTS },
  (_, i): RoadSpot => ({
    id: i + 1,
    departmentId: 1,
    kind: (i % 10) + 1,
    path: [near(cities[i % CITIES]!, 0.6)],
    direction: null,
    leadM: 500,
    limit: 60,
    validFrom: null,
    validTo: null,
  }),
);

/** Five kinds for each department; a day has hours in which another limit holds. */
const schemes = Array.from({ length: DEPARTMENTS }, (_, i): RuleScheme[] => {
  const rows = [0, 1, 2, 3].map((roadGrade) => ({
    start: '00:00',
    end: '00:00',
    roadGrade,
    vehicleClass: 0,
    limit: 70 + roadGrade * 10,
  }));
  const id = i * 5;
  return [
    scheme(
      '130102',
      { rows: [...rows, { start: '22:00', end: '06:00', roadGrade: 0, vehicleClass: 2, limit: 60 }] },
      { id: id + 1 },
    ),
    scheme('130104', {}, { id: id + 2 }),
    scheme('130111', {}, { id: id + 3 }),
    scheme('130112', {}, { id: id + 4 }),
    scheme('130113', {}, { id: id + 5 }),
  ];
});
const index = createGeofenceIndex(areas.map(({ geo }) => geo));
const ground = {
  areas: createGeofenceRules(areas, index),
  risks: createRisks([]),
  roads: createRoads(roads),
  spots: createRoadSpots(spots),
  timeZone: TIME_ZONE,
  checks: checks(118, 119, 120, 122, 123, 124, 126, 127, 130, 131),
};
const compiled = [...everyone].map((id) =>
  compileVehicle(
    { id, vehicleClass: 2, industry: 1, knows: () => true, papersUntil: null, serviceUntil: null },
    schemes[id % DEPARTMENTS]!,
    ground,
  ),
);

type Driving = { lng: number; lat: number; heading: number; kmh: number; at: number };
const fleet = [...everyone].map((id): Driving => {
  const [lng, lat] = near(cities[id % CITIES]!, 0.4);
  return { lng, lat, heading: random() * 360, kmh: 50, at: START };
});

/** The next report of a vehicle that drives about its city. */
function next(driving: Driving, vehicleId: number): JudgedLocation {
  driving.at += STEP_MS;
  if (random() < 0.1) driving.heading = (driving.heading + (random() - 0.5) * 180 + 360) % 360;
  driving.kmh = random() < 0.05 ? 0 : 30 + random() * 60;
  const degrees = (driving.kmh / 3600) * (STEP_MS / 1000) * (1 / 111.19);
  driving.lng += degrees * Math.sin((driving.heading * Math.PI) / 180);
  driving.lat += degrees * Math.cos((driving.heading * Math.PI) / 180);
  const [lng, lat] = cities[vehicleId % CITIES]!;
  if (Math.abs(driving.lng - lng) > 0.3 || Math.abs(driving.lat - lat) > 0.3) driving.heading = (driving.heading + 180) % 360;
  return {
    vehicleId,
    receivedAt: driving.at + 1_000,
    backfill: false,
    deviceAt: driving.at,
    lng: driving.lng,
    lat: driving.lat,
    altitudeM: 40,
    speedKmh: driving.kmh,
    heading: Math.floor(driving.heading),
    alarmBits: 0,
    statusBits: 3,
    odometerKm: null,
    recorderKmh: driving.kmh,
    fuelL: 100,
    ioBits: null,
    signal: 25,
    satellites: 12,
    extra: null,
    quality: 0,
  };
}

/** Processor time of this process, ms, unaffected by other processes. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Locations a second over `SECONDS` of the processor's time, without the making of reports. */
function measure(
  alarms: AlarmRules | undefined,
  visits?: GeofenceSnapshot,
): { readonly rate: number; readonly alarms: number; readonly visits: number } {
  const states: EngineState[] = fleet.map(() => emptyState());
  const options = { timeZone: TIME_ZONE, mileageSource: 0, ...(alarms && { alarms }), visits } as const;
  let [took, count, told, visited] = [0, 0, 0, 0];
  while (took < SECONDS * 1000) {
    const reports = fleet.map((driving, i) => next(driving, i + 1));
    const began = cpuMs();
    for (const report of reports)
      for (const event of onLocation(states[report.vehicleId - 1]!, report, options).events)
        if (event.type === 'alarm.raised') told++;
        else if (event.type === 'visit.ended') visited++;
    took += cpuMs() - began;
    count += reports.length;
  }
  return { rate: (count / took) * 1000, alarms: told, visits: visited };
}

/** The same areas, all tested for each location. */
function naive(): number {
  const tests = areas.map(({ geo }) => areaTest(geo));
  let [count, inside] = [0, 0];
  const began = cpuMs();
  while (cpuMs() - began < 3_000) {
    const { lng, lat } = fleet[count++ % VEHICLES]!;
    for (const test of tests) if (test(lng, lat)) inside++;
  }
  return inside < 0 ? 0 : (count / (cpuMs() - began)) * 1000;
}

const said = (rate: number): string => Math.round(rate).toLocaleString('en');
const rules: AlarmRules = { itemsOf: () => [], timingOf: defaultTiming, rulesOf: (vehicleId) => compiled[vehicleId - 1] };
const visits = createGeofenceSnapshot(
  areas.map(({ id, geo }) => ({ id, geo, departmentId: 1, vehicles: everyone, from: null, until: null })),
  () => true,
  undefined,
  index,
);
measure(rules, visits);
const withVisits = measure(rules, visits);
const withRules = measure(rules);
const without = measure(undefined);
console.log(
  `${VEHICLES} vehicles, ${schemes.flat().length} schemes, ${AREAS} areas for each, ${ROADS} roads, ${SPOTS} places, one core`,
);
console.log(
  `with visits:   ${said(withVisits.rate)} locations/s (goal ${said(GOAL)}), ${withVisits.alarms} alarms raised, ${withVisits.visits} visits`,
);
console.log(`with rules:    ${said(withRules.rate)} locations/s, ${withRules.alarms} alarms raised`);
console.log(`without:       ${said(without.rate)} locations/s`);
console.log(`naive:         ${said(naive())} locations/s of each area tested for each, and nothing else`);
if (withVisits.rate < GOAL) process.exitCode = 1;
