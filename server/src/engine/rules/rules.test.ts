import { type Route, SHAPE } from '@fleetwarden/domain/area-geometry';
import { METRES_A_DEGREE } from '@fleetwarden/domain/geometry';
import { judge, QUALITY } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  area,
  checks,
  clock,
  each,
  itemsOf,
  raised,
  rulesOf,
  run,
  type Step,
  scheme,
  steps,
  type World,
} from '../../../test/support/engine/rules.ts';
import type { JudgedLocation } from '../judged-location.ts';
import type { RiskArea } from './risks.ts';
import type { RoadSpot } from './road-warning.ts';
import type { Road } from './roads.ts';
import type { RuleState } from './run.ts';

const LAT = 34.7579;
const LNG = 113.6654;
const NOON = clock('12:00');
/** Latitude this many metres north of the start. */
const north = (metres: number): number => LAT + metres / METRES_A_DEGREE;
const at = (kmh: number) => () => ({ speedKmh: kmh });
/** Standing where drives begin. */
const standing = () => ({ speedKmh: 0, lat: LAT });

/** A change of drivers at this second. */
const changesAt = (second: number) => (s: number) => (s === second ? { extra: itemsOf([83, 9]) } : {});

/** The place after two hours of driving. */
const there = () => ({ lat: north(120_000) });

const square = { shape: SHAPE.rectangle, west: LNG - 0.01, south: north(100), east: LNG + 0.01, north: north(500) } as const;
const route: Route = {
  shape: SHAPE.route,
  points: [
    [LNG, LAT],
    [LNG, north(1000)],
    [LNG, north(2000)],
  ],
  segments: [
    { width: 50, minSec: 50, maxSec: 90, maxSpeed: 70, overDuration: 10 },
    { width: 50, maxSec: 100 },
  ],
};
const risk: RiskArea = { id: 9, departmentId: 1, ground: square, from: clock('00:00'), to: null };
/** Inside and outside of it; ten seconds are enough between them. */
const [inside, outside] = [{ lat: north(400) }, { lat: north(600) }];
const road: Road = {
  id: 3,
  departmentId: 1,
  grade: 1,
  path: [
    [LNG, north(-3000)],
    [LNG, north(60_000)],
  ],
  oneWay: false,
  limits: { 1: 110, 2: 80, 3: null },
};
const spot: RoadSpot = {
  id: 8,
  departmentId: 1,
  kind: 2,
  path: [[LNG, north(1000)]],
  direction: 0,
  leadM: 500,
  limit: 40,
  validFrom: null,
  validTo: null,
};

/** [case, world, from, drive, raised alarms: type and second]. */
type Row = readonly [string, World, number, readonly Step[], readonly (readonly [number, number])[]];

const over = scheme('130102');
const night = scheme('130104');
const tired = scheme('130112');
const onRoad = scheme('130113');

/** Reports every ten seconds, with alarms of active safety in some: by their seconds, kind and number. */
const saying = (alarms: Readonly<Record<number, readonly (readonly [typeId: number, alarmNo: number])[]>>, untilS = 120) =>
  each(0, untilS, 10, (s) => (alarms[s] ? { extra: itemsOf(...alarms[s]) } : {}));
const patterns = { checks: checks(150, 158) };

const DRIVES: readonly Row[] = [
  // 150, 158
  [
    'two kinds of active safety alarms within a minute',
    patterns,
    NOON,
    saying({ 0: [[78, 1]], 60: [[79, 2]], 70: [[79, 2]] }),
    [
      [78, 0],
      [79, 60],
      [150, 60],
    ],
  ],
  [
    'two kinds over a minute apart, one kind twice',
    patterns,
    NOON,
    saying({ 0: [[78, 1]], 20: [[78, 2]], 90: [[79, 3]] }),
    [
      [78, 0],
      [78, 20],
      [79, 90],
    ],
  ],
  [
    'one kind together with an event',
    patterns,
    NOON,
    saying({
      0: [
        [78, 1],
        [82, 2],
      ],
    }),
    [
      [78, 0],
      [82, 0],
    ],
  ],
  [
    'one kind five times in ten minutes, plus one',
    patterns,
    NOON,
    saying(Object.fromEntries([0, 100, 200, 300, 400, 500].map((s, n) => [s, [[78, n]]])), 600),
    [
      [78, 0],
      [78, 100],
      [78, 200],
      [78, 300],
      [78, 400],
      [158, 400],
      [78, 500],
    ],
  ],
  [
    'two kinds with both checks disabled',
    {},
    NOON,
    saying({ 0: [[78, 1]], 10: [[79, 2]] }),
    [
      [78, 0],
      [79, 10],
    ],
  ],
  // 130102
  ['too fast for ten seconds', { schemes: [over] }, NOON, [...each(0, 30, 10, at(85)), ...each(40, 60, 10, at(60))], [[100, 0]]],
  ['too fast for less than ten seconds', { schemes: [over] }, NOON, [{ s: 0, speedKmh: 85 }, ...each(5, 60, 5, at(60))], []],
  ['nearly too fast', { schemes: [over] }, NOON, each(0, 30, 10, at(77)), [[103, 0]]],
  [
    'exactly at the limit plus tolerance',
    { schemes: [scheme('130102', { tolerance: 5, preDiff: 0 })] },
    NOON,
    each(0, 30, 10, at(85)),
    [],
  ],
  ['over the night limit of 80%', { schemes: [over] }, clock('23:00'), each(0, 30, 10, at(66)), [[101, 0]]],
  ['the same speed in the daytime', { schemes: [over] }, NOON, each(0, 30, 10, at(66)), []],
  [
    'a limit from 22:00 to 06:00, over midnight',
    {
      schemes: [
        scheme('130102', {
          nightFactor: 100,
          rows: [{ start: '22:00', end: '06:00', roadGrade: 0, vehicleClass: 0, limit: 50 }],
        }),
      ],
    },
    clock('05:59'),
    each(0, 300, 20, at(60)),
    [[100, 0]],
  ],
  [
    'a vehicle class row overrides a row for all',
    {
      schemes: [
        scheme('130102', {
          rows: [
            { start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: 50 },
            { start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 2, limit: 100 },
          ],
        }),
      ],
    },
    NOON,
    each(0, 30, 10, at(85)),
    [],
  ],
  [
    'a road grade row overrides a row for all',
    {
      roads: [road],
      schemes: [
        scheme('130102', {
          rows: [
            { start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: 50 },
            { start: '00:00', end: '00:00', roadGrade: 1, vehicleClass: 0, limit: 100 },
          ],
        }),
      ],
    },
    NOON,
    each(0, 30, 10, at(85)),
    [],
  ],
  [
    'speed from the recorder, if configured',
    { schemes: [scheme('130102', { speedSource: 2 })] },
    NOON,
    each(0, 30, 10, () => ({ speedKmh: 60, recorderKmh: 90 })),
    [[100, 0]],
  ],
  [
    'the lower of both speeds',
    { schemes: [scheme('130102', { speedSource: 3 })] },
    NOON,
    each(0, 30, 10, () => ({ speedKmh: 60, recorderKmh: 90 })),
    [],
  ],
  [
    'a speed that alternates around the limit',
    { schemes: [scheme('130102', { duration: 1, preDiff: 0 })] },
    NOON,
    each(0, 200, 5, (s) => ({ speedKmh: s % 10 === 0 ? 85 : 75 })),
    [[100, 0]],
  ],
  [
    'a data gap ends an overspeed',
    { schemes: [over] },
    NOON,
    [...each(0, 30, 10, at(85)), ...each(700, 730, 10, at(85))],
    [
      [100, 0],
      [100, 700],
    ],
  ],
  // validity of schemes
  [
    'a scheme for other weekdays',
    { schemes: [scheme('130102', {}, { weekdays: [1, 2, 4, 5, 6, 7] })] },
    NOON,
    each(0, 30, 10, at(85)),
    [],
  ],
  ['an expired scheme', { schemes: [scheme('130102', {}, { validTo: '2026-05-19' })] }, NOON, each(0, 30, 10, at(85)), []],
  [
    'a scheme that starts at midnight',
    { schemes: [scheme('130102', { nightFactor: 100 }, { validFrom: '2026-05-21' })] },
    clock('23:59'),
    each(0, 120, 10, at(85)),
    [[100, 60]],
  ],
  [
    'a scheme for the night of the previous day',
    { schemes: [scheme('130102', {}, { weekdays: [2], segments: [{ start: '22:00', end: '06:00' }] })] },
    clock('05:00'),
    each(0, 30, 10, at(85)),
    [[101, 0]],
  ],
  [
    'the first of two active schemes',
    {
      schemes: [
        scheme('130102', { rows: [{ start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: 120 }] }, { id: 2 }),
        over,
      ],
    },
    NOON,
    each(0, 30, 10, at(85)),
    [],
  ],
  // 130104
  ['driving in banned hours for three minutes', { schemes: [night] }, clock('01:58'), each(0, 480, 30), [[108, 120]]],
  ['standing in banned hours', { schemes: [night] }, clock('02:10'), each(0, 480, 30, standing), []],
  [
    'driving in banned hours for two minutes',
    { schemes: [night] },
    clock('02:10'),
    [...each(0, 120, 30), ...each(150, 400, 30, standing)],
    [],
  ],
  [
    'an industry outside the scheme',
    { schemes: [scheme('130104', { industry: [1, 2, 3] })] },
    clock('02:10'),
    each(0, 480, 30),
    [],
  ],
  ['an exempt vehicle', { schemes: [scheme('130104', { exempt: ['7'] })] }, clock('02:10'), each(0, 480, 30), []],
  // 130112
  [
    'driving for four hours, warning half an hour before',
    { schemes: [tired] },
    clock('08:00'),
    each(0, 4 * 3600 + 60, 60),
    [
      [105, 3.5 * 3600],
      [104, 4 * 3600],
    ],
  ],
  [
    'a rest of twenty minutes in between',
    { schemes: [scheme('130112', { preMinutes: 0 })] },
    clock('08:00'),
    [
      ...each(0, 2 * 3600, 60),
      ...each(7260, 7260 + 1200, 60, () => ({ ...there(), speedKmh: 0 })),
      ...each(8520, 8520 + 3 * 3600, 60, there),
    ],
    [],
  ],
  [
    'a rest that was too short',
    { schemes: [scheme('130112', { preMinutes: 0 })] },
    clock('08:00'),
    [
      ...each(0, 2 * 3600, 60),
      ...each(7260, 7260 + 900, 60, () => ({ ...there(), speedKmh: 0 })),
      ...each(8220, 8220 + 2.5 * 3600, 60, there),
    ],
    [[104, 15_360]],
  ],
  [
    'another driver after two hours',
    { schemes: [scheme('130112', { preMinutes: 0 })] },
    clock('08:00'),
    each(0, 5.5 * 3600, 60, changesAt(2 * 3600)),
    [[83, 2 * 3600]],
  ],
  [
    'another driver, reported without a fix',
    { schemes: [scheme('130112', { preMinutes: 0 })] },
    clock('08:00'),
    each(0, 5.5 * 3600, 60, (s) => ({ ...changesAt(2 * 3600)(s), ...(s === 2 * 3600 ? { quality: QUALITY.noFix } : {}) })),
    [[83, 2 * 3600]],
  ],
  [
    'another driver, without reset on driver change',
    { schemes: [scheme('130112', { preMinutes: 0, resetOnDriverChange: false })] },
    clock('08:00'),
    each(0, 4 * 3600, 60, changesAt(2 * 3600)),
    [
      [83, 2 * 3600],
      [104, 4 * 3600],
    ],
  ],
  [
    'two hours at night',
    { schemes: [scheme('130112', { preMinutes: 0 })] },
    clock('22:00'),
    each(0, 2 * 3600 + 60, 60),
    [[104, 7200]],
  ],
  [
    'over ten minutes without data count as rest',
    { schemes: [scheme('130112', { preMinutes: 0 })] },
    clock('08:00'),
    [...each(0, 3.5 * 3600, 60), ...each(3.5 * 3600 + 1260, 3.5 * 3600 + 1260 + 3600, 60)],
    [],
  ],
  [
    'eight hours in a day, with or without rests',
    { schemes: [scheme('130112', { preMinutes: 0, dayMax: 720, nightMax: 720 })] },
    clock('06:00'),
    each(0, 8 * 3600 + 120, 60),
    [[106, 8 * 3600]],
  ],
  [
    'more than the weekly limit',
    { schemes: [scheme('130112', { preMinutes: 0, dayMax: 720, nightMax: 720, dailyMax: 1440, weekMax: 60 })] },
    clock('06:00'),
    each(0, 3660, 60),
    [[107, 3600]],
  ],
  // 130113
  ['a road with its own limit', { schemes: [onRoad], roads: [road] }, NOON, each(0, 40, 10, at(85)), [[102, 10]]],
  [
    'the road grade limit if the road has none',
    { schemes: [onRoad], roads: [road], vehicle: { vehicleClass: 3 } },
    NOON,
    each(0, 40, 10, at(82)),
    [[102, 10]],
  ],
  [
    'a heading different from the road',
    { schemes: [onRoad], roads: [road] },
    NOON,
    each(0, 40, 10, () => ({ speedKmh: 130, heading: 90 })),
    [],
  ],
  [
    'the opposite direction on a road',
    { schemes: [onRoad], roads: [road] },
    NOON,
    each(0, 40, 10, () => ({ speedKmh: 85, heading: 180 })),
    [[102, 10]],
  ],
  [
    'the opposite direction on a one-way road',
    { schemes: [onRoad], roads: [{ ...road, oneWay: true }] },
    NOON,
    each(0, 40, 10, () => ({ speedKmh: 130, heading: 180 })),
    [],
  ],
  ['no road near', { schemes: [onRoad], roads: [road] }, NOON, each(0, 40, 10, () => ({ speedKmh: 130, lng: LNG + 0.001 })), []],
  [
    'a road of another department',
    { schemes: [onRoad], roads: [road], vehicle: { knows: () => false } },
    NOON,
    each(0, 40, 10, at(130)),
    [],
  ],
  // 130111
  ['a place ahead, reported once', { schemes: [scheme('130111')], spots: [spot] }, NOON, each(0, 90, 10), [[109, 30]]],
  ['a place behind', { schemes: [scheme('130111')], spots: [spot] }, NOON, each(0, 90, 10, () => ({ heading: 180 })), []],
  [
    'a kind of place outside the scheme',
    { schemes: [scheme('130111', { kinds: [5] })], spots: [spot] },
    NOON,
    each(0, 90, 10),
    [],
  ],
  [
    'the same place after ten minutes',
    { schemes: [scheme('130111')], spots: [spot] },
    NOON,
    each(0, 660, 30, (s) => ({ lat: north(700 + (s % 60)) })),
    [
      [109, 0],
      [109, 600],
    ],
  ],
  ['an expired place', { schemes: [scheme('130111')], spots: [{ ...spot, validTo: '2026-05-19' }] }, NOON, each(0, 90, 10), []],
  // areas
  [
    'driving through an area',
    { areas: [area(square)] },
    NOON,
    each(0, 60, 2),
    [
      [110, 8],
      [111, 34],
    ],
  ],
  [
    'driving along the edge of an area',
    { areas: [area(square)] },
    NOON,
    each(0, 60, 2, (s) => ({ lat: north(s % 4 === 0 ? 90 : 105) })),
    [],
  ],
  ['inside an area from the first report', { areas: [area(square)] }, NOON, each(0, 60, 10, () => ({ lat: north(300) })), []],
  ['an area of another vehicle', { areas: [area(square, { vehicles: new Set([8]) })] }, NOON, each(0, 60, 2), []],
  [
    'an area without enter and exit alarms',
    { areas: [area(square, { tellsEntered: false, tellsLeft: false })] },
    NOON,
    each(0, 60, 2),
    [],
  ],
  // risk areas
  ['entering a risk area: first of two points inside', { risks: [risk] }, NOON, each(0, 60, 2), [[59, 6]]],
  [
    'into a division',
    {
      risks: [
        {
          ...risk,
          ground: {
            rings: [
              [
                [LNG - 0.01, north(100)],
                [LNG + 0.01, north(100)],
                [LNG + 0.01, north(500)],
                [LNG - 0.01, north(500)],
              ],
            ],
          },
        },
      ],
    },
    NOON,
    each(0, 60, 2),
    [[59, 6]],
  ],
  ['only single points inside a risk area', { risks: [risk] }, NOON, each(0, 60, 2, (s) => (s % 4 === 0 ? outside : inside)), []],
  [
    'inside a risk area when it becomes active',
    { risks: [{ ...risk, from: NOON + 30_000 }] },
    NOON,
    each(0, 60, 10, () => inside),
    [[59, 30]],
  ],
  ['after the risk area expired', { risks: [{ ...risk, to: NOON }] }, NOON, each(0, 60, 2), []],
  ['a risk area of another department', { risks: [risk], vehicle: { knows: () => false } }, NOON, each(0, 60, 2), []],
  [
    'leaving and soon returning is one stay',
    { risks: [risk] },
    NOON,
    [...each(0, 60, 10, () => inside), ...each(70, 120, 10, () => outside), ...each(130, 200, 10, () => inside)],
    [[59, 0]],
  ],
  [
    'leaving and returning later is another stay',
    { risks: [risk] },
    NOON,
    [...each(0, 60, 10, () => inside), ...each(70, 900, 10, () => outside), ...each(910, 960, 10, () => inside)],
    [
      [59, 0],
      [59, 910],
    ],
  ],
  ['an area outside its hours', { areas: [area(square, { between: { daily: ['22:00', '06:00'] } })] }, NOON, each(0, 60, 2), []],
  [
    'an area within its hours',
    { areas: [area(square, { between: { daily: ['11:00', '13:00'] } })] },
    NOON,
    each(0, 60, 2),
    [
      [110, 8],
      [111, 34],
    ],
  ],
  [
    'too fast in an area, for long enough',
    { areas: [area(square, { maxSpeed: 50, overDuration: 10, tellsEntered: false, tellsLeft: false })] },
    NOON,
    each(0, 60, 2),
    [[112, 8]],
  ],
  [
    'over the night limit of an area',
    { areas: [area(square, { maxSpeed: 80, nightMaxSpeed: 50, tellsEntered: false, tellsLeft: false })] },
    clock('23:00'),
    each(0, 60, 2),
    [[112, 8]],
  ],
  [
    'too long in an area',
    { areas: [area(square, { stayMinutes: 10, tellsEntered: false })] },
    NOON,
    [{ s: 0 }, ...each(60, 900, 60, () => ({ lat: north(300), speedKmh: 0 }))],
    [[113, 660]],
  ],
  [
    'driving in an area where driving is forbidden',
    { areas: [area(square, { useFor: 2, tellsEntered: false, tellsLeft: false })] },
    NOON,
    each(0, 60, 2),
    [[138, 8]],
  ],
  [
    'off its route for a minute',
    { areas: [area(route, { tellsEntered: false, tellsLeft: false })] },
    NOON,
    [...each(0, 20, 5), ...each(25, 200, 5, (s) => ({ lng: LNG + 0.00015 * (s - 20) }))],
    [[114, 30]],
  ],
  [
    'off its route for less than a minute',
    { areas: [area(route, { tellsEntered: false, tellsLeft: false })] },
    NOON,
    [...each(0, 20, 5), ...each(25, 60, 5, () => ({ lng: LNG + 0.001 })), ...each(65, 80, 5)],
    [],
  ],
  [
    'too long on a segment',
    { areas: [area(route, { tellsEntered: false, tellsLeft: false })] },
    NOON,
    each(0, 130, 10, (s) => ({ lat: north(s * 10), speedKmh: 36 })),
    [[115, 110]],
  ],
  [
    'too fast on a segment, for long enough',
    { areas: [area(route, { tellsEntered: false, tellsLeft: false })] },
    NOON,
    each(0, 40, 5, (s) => ({ lat: north(s * 20), speedKmh: 72 })),
    [[112, 10]],
  ],
  // checks
  ['standing for four hours', { checks: checks(118) }, clock('08:00'), each(0, 4 * 3600 + 60, 60, standing), [[118, 4 * 3600]]],
  ['stopping on a motorway', { checks: checks(119), roads: [road] }, NOON, each(0, 360, 30, standing), [[119, 300]]],
  [
    'stopping on a motorway with the check disabled',
    { checks: checks(118), roads: [road] },
    NOON,
    each(0, 360, 30, standing),
    [],
  ],
  ['a track with a gap', { checks: checks(124) }, NOON, [...each(0, 20, 10), ...each(720, 740, 10)], [[124, 720]]],
  [
    'two speeds that differ for a minute',
    { checks: checks(126) },
    NOON,
    each(0, 120, 10, () => ({ speedKmh: 60, recorderKmh: 80 })),
    [[126, 0]],
  ],
  [
    'a sudden loss of fuel',
    { checks: checks(130, 131) },
    NOON,
    each(0, 240, 60, (s) => ({ ...standing(), fuelL: s < 180 ? 100 : 85 })),
    [[130, 180]],
  ],
  [
    'refuelling',
    { checks: checks(130, 131) },
    NOON,
    each(0, 240, 60, (s) => ({ ...standing(), fuelL: s < 180 ? 100 : 190 })),
    [[131, 180]],
  ],
  [
    'driving without a fix',
    { checks: checks(122) },
    NOON,
    each(0, 1860, 60, () => ({ statusBits: 1, quality: QUALITY.noFix })),
    [[122, 1800]],
  ],
  [
    'an impossible position jump',
    { checks: checks(123) },
    NOON,
    [...each(0, 20, 10), { s: 30, lng: LNG + 1 }, ...each(40, 60, 10)],
    [[123, 30]],
  ],
  ['driving with expired documents', { checks: checks(127), vehicle: { papersUntil: NOON } }, NOON, each(0, 20, 10), [[127, 0]]],
  [
    'standing with expired documents',
    { checks: checks(127), vehicle: { papersUntil: NOON } },
    NOON,
    each(0, 20, 10, standing),
    [],
  ],
  [
    'reports after the service ended',
    { checks: checks(137), vehicle: { serviceUntil: NOON } },
    NOON,
    each(0, 20, 10, standing),
    [[137, 0]],
  ],
  // 130108, 130101
  [
    'an alarm shorter than the raise delay',
    { schemes: [scheme('130108', { types: [{ typeId: 1, raiseDelay: 30, endDelay: 10, minTimes: 1 }] })] },
    NOON,
    each(0, 20, 10, () => ({ alarmBits: 2 })),
    [],
  ],
  [
    'an emergency alarm, which is never delayed',
    { schemes: [scheme('130108', { types: [{ typeId: 0, raiseDelay: 30, endDelay: 10, minTimes: 5 }] })] },
    NOON,
    each(0, 0, 10, () => ({ alarmBits: 1 })),
    [[0, 0]],
  ],
];

describe('rules', () => {
  it.each(DRIVES)('%s', (_what, world, from, drive, expected) => {
    const reports = steps(from, drive);
    const { events } = run(world, reports);
    expect(raised(events, from)).toEqual(expected);
    // a restart before each report changes nothing
    expect(run(world, reports, new Set(reports.keys())).events).toEqual(events);
    const open = events.filter(({ type }) => type === 'alarm.raised').length;
    expect(events.filter(({ type }) => type === 'alarm.ended').length).toBeGreaterThanOrEqual(open);
  });

  it('judge late reports by their own time and do not change the live state', () => {
    const world: World = { schemes: [scheme('130112', { preMinutes: 0 })] };
    const live = steps(clock('12:00'), each(0, 600, 60));
    const before = run(world, live).state.rules;
    const late = steps(clock('06:00'), each(0, 4 * 3600 + 60, 60)).map((report) => ({ ...report, backfill: true }));
    const { events, state } = run(world, [...live, ...late]);
    expect(events.filter(({ type }) => type === 'alarm.raised')).toMatchObject([{ late: true, alarm: { typeId: 104 } }]);
    expect(state.rules).toEqual(before);
  });

  it('detect no movement while offline in positions that the terminal stored on its way', () => {
    const world: World = { checks: checks(120) };
    const stored = steps(
      NOON,
      each(0, 1200, 120, (s) => ({ lat: north(s * 10), speedKmh: 0 })),
    );
    const connected = stored.map((report) => ({ ...report, backfill: true, receivedAt: NOON + 3_600_000 }));
    expect(run(world, connected, new Set(), { connectionAt: NOON + 3_500_000 }).events).toEqual([]);
  });

  it('detect a track gap only if no stored reports fill it, received before or after the live ones', () => {
    const world: World = { checks: checks(124) };
    const [before, stored, after] = [each(0, 60, 10), each(70, 1190, 60), each(1200, 1600, 10)].map((drive) =>
      steps(NOON, drive),
    );
    const connection = { connectionAt: NOON + 1_195_000 };
    const late = stored!.map((one) => ({ ...one, backfill: true, receivedAt: NOON + 1_205_000 }));
    const found = (...reports: JudgedLocation[][]) => raised(run(world, reports.flat(), new Set(), connection).events, NOON);
    const [first, rest] = [after!.slice(0, 1), after!.slice(1)];
    expect(found(before!, first, late, rest)).toEqual([]);
    expect(found(before!, late, first, rest)).toEqual([]);
    // the newest block first
    expect(found(before!, first, late.slice(8), late.slice(0, 8), rest)).toEqual([]);
    // no reports, and too few: five minutes after the reconnection
    expect(found(before!, first, rest)).toEqual([[124, 1500]]);
    expect(found(before!, first, late.slice(0, 4), rest)).toEqual([[124, 1500]]);
    // a block of two parts, with live reports between them
    expect(found(before!, first, rest, late.slice(0, 1), late.slice(-1))).toEqual([[124, 1500]]);
    // without a reconnection there is nothing to wait for
    expect(raised(run(world, [...before!, ...after!]).events, NOON)).toEqual([[124, 1200]]);
  });

  it('detect no gap between late reports that live ones fill', () => {
    const reports = [...each(0, 20, 10), ...each(900, 920, 10)];
    const late = steps(NOON - 3_600_000, reports).map((one) => ({ ...one, backfill: true }));
    expect(run({ checks: checks(124) }, [...steps(NOON, each(0, 60, 10)), ...late]).events).toEqual([]);
  });

  it('detect an overspeed above 160 km/h, and with a wrong heading or altitude', () => {
    const faults = [{ speedKmh: 170 }, { speedKmh: 100, heading: 360 }, { speedKmh: 100, altitudeM: 9999 }];
    for (const change of faults) {
      const reports = steps(
        NOON,
        each(0, 60, 10, () => change),
      ).map((one) => ({ ...one, quality: judge(one, one.receivedAt) }));
      expect(raised(run({ schemes: [over] }, reports).events, NOON).map(([typeId]) => typeId)).toEqual([100]);
    }
  });

  it('count patterns of alarms with a time slightly before the newest report', () => {
    const world: World = { checks: checks(150) };
    const rules = rulesOf(world).rulesOf!(7)!;
    const state: RuleState = { last: null };
    const [newest, before] = steps(NOON, [{ s: 10 }, { s: 5 }]) as [JudgedLocation, JudgedLocation];
    const about = { connectionAt: 0, changed: false };
    rules.conditionsOf(state, newest, { ...about, at: NOON + 10_000, begun: [78] });
    const found = rules.conditionsOf(state, before, { ...about, at: NOON + 5_000, begun: [79] });
    expect(found.map(({ typeId }) => typeId)).toEqual([150]);
  });

  it('end a stay at the first of two consecutive points outside', () => {
    const stay = [...each(0, 60, 10, () => inside), { s: 70, ...outside }, { s: 80, ...inside }];
    const drive = [...stay, ...each(90, 200, 10, () => outside)];
    const { events } = run({ risks: [risk] }, steps(NOON, drive));
    expect(events.map(({ type, alarm }) => [type, (alarm.lastAt - NOON) / 1000])).toEqual([
      ['alarm.raised', 10],
      ['alarm.ended', 90],
    ]);
  });

  it('use the level of the plan for alarms from terminals', () => {
    const row = { popup: true, sound: true, minTimes: 1, window: 600, mergeGap: 0, key: false, reportTo809: false, sla: 0 };
    const plan = scheme('130101', { types: [{ typeId: 1, enabled: true, level: 3, ...row }] });
    const reports = steps(NOON, [{ s: 0, alarmBits: 2 }, { s: 10 }, { s: 30, alarmBits: 2 }]);
    const { events } = run({ schemes: [plan] }, reports);
    expect(events.filter(({ type }) => type === 'alarm.raised').map(({ alarm }) => alarm.level)).toEqual([3, 3]);
  });

  it('set the overspeed level by the excess speed', () => {
    const levelAt = (kmh: number) => run({ schemes: [over] }, steps(NOON, each(0, 20, 10, at(kmh)))).events[0]!.alarm.level;
    expect([95, 96, 119, 120].map(levelAt)).toEqual([1, 2, 2, 3]);
  });

  it('store little data per vehicle', () => {
    const world: World = {
      schemes: [over, night, tired, onRoad, scheme('130111')],
      areas: [area(square)],
      checks: checks(118, 122, 130),
    };
    const { state } = run(
      world,
      steps(
        clock('00:00'),
        each(0, 6 * 86_400, 300, (s) => ({ lat: north(s % 600), speedKmh: 30 })),
      ),
    );
    expect(JSON.stringify(state.rules).length).toBeLessThan(2_000);
  });

  it('give the same result regardless of server restarts', () => {
    const kmh = fc.constantFrom(0, 3, 60, 85, 130);
    const report = fc.record({
      step: fc.constantFrom(1, 10, 60, 290, 400, 900),
      kmh,
      east: fc.integer({ min: -2, max: 6 }),
      bits: fc.constantFrom(0, 2),
    });
    const world: World = {
      schemes: [
        over,
        night,
        scheme('130112', { dayMax: 30, nightMax: 30, preMinutes: 10, minRest: 5 }),
        onRoad,
        scheme('130111'),
      ],
      areas: [area(square, { maxSpeed: 60, overDuration: 5, stayMinutes: 1 }), area(route, { id: 6 })],
      risks: [risk],
      roads: [road],
      spots: [spot],
      checks: checks(118, 119, 120, 122, 123, 124, 126, 130),
    };
    fc.assert(
      fc.property(
        fc.array(report, { maxLength: 50 }),
        fc.uniqueArray(fc.nat(50)),
        fc.constantFrom('12:00', '21:55', '23:50', '01:55'),
        (given, cuts, from) => {
          let s = 0;
          const reports: JudgedLocation[] = steps(
            clock(from),
            given.map(({ step, kmh: speedKmh, east, bits }) => {
              s += step;
              return { s, speedKmh, alarmBits: bits, lng: LNG + east * 0.0002, lat: north((s * 7) % 1500) };
            }),
          );
          const whole = run(world, reports);
          expect(run(world, reports, new Set(cuts))).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });
});
