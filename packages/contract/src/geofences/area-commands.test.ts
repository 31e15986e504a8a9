import { type AreaGeometry, readGeometry } from '@fleetwarden/domain/area-geometry';
import { describe, expect, it } from 'vitest';
import { commandParams } from '../commands/command-params.ts';
import { isCommandCode } from '../commands/terminal-commands.ts';
import { eraseCommand, type SentArea, setCommand } from './area-commands.ts';
import { AREA_COMMANDS } from './area-shapes.ts';

const checked = (code: string, params: unknown) => {
  if (!isCommandCode(code)) throw new Error(`${code} is no command`);
  return commandParams(code).parse(params);
};
const geometryOf = (value: object): AreaGeometry => {
  const read = readGeometry(value);
  if ('problem' in read) throw new Error(read.problem.key);
  return read.geometry;
};
const SHAPES = {
  rectangle: geometryOf({ shape: 1, west: 121, south: 31, east: 122, north: 32 }),
  polygon: geometryOf({
    shape: 2,
    points: [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  }),
  route: geometryOf({
    shape: 3,
    points: [
      [1, 1],
      [2, 1],
      [3, 3],
    ],
    segments: [
      { width: 20, maxSpeed: 60, overDuration: 5, nightMaxSpeed: 40 },
      { width: 30, minSec: 10, maxSec: 90 },
    ],
  }),
  circle: geometryOf({ shape: 4, lng: 121, lat: 31, radius: 300 }),
} as const;
const plain: Omit<SentArea, 'geo'> = {
  areaNo: 7,
  areaName: '车场',
  useTime: false,
  timeMode: null,
  startAt: null,
  endAt: null,
  startClock: null,
  endClock: null,
  limitSpeed: false,
  maxSpeed: null,
  nightMaxSpeed: null,
  overDuration: null,
  inDriver: false,
  inPlat: true,
  outDriver: false,
  outPlat: false,
  forbidDoor: false,
  closeComm: false,
  collectGnss: false,
};
const paramsOf = (area: Partial<SentArea>, held = false) => setCommand({ ...plain, geo: SHAPES.circle, ...area }, held).params;

describe('the command that sets an area', () => {
  it.each(Object.entries(SHAPES))('accepts a %s', (_name, geo) => {
    const { cmdCode, params } = setCommand({ ...plain, geo }, false);
    expect(cmdCode).toBe(AREA_COMMANDS[geo.shape].set);
    expect(checked(cmdCode, params)).toMatchObject({});
  });

  it('adds a new area, and replaces an existing one', () => {
    expect(paramsOf({})).toMatchObject({ action: 1, areas: [{ areaNo: 7, name: '车场', inPlat: true, radius: 300 }] });
    expect(paramsOf({}, true)).toMatchObject({ action: 2 });
  });

  it('has a validity period: by dates, daily, or always', () => {
    expect(paramsOf({})).not.toHaveProperty('areas.0.times');
    const at = Date.UTC(2026, 0, 1);
    expect(paramsOf({ useTime: true, timeMode: 1, startAt: at, endAt: at + 1 })).toMatchObject({
      areas: [{ times: { mode: 1, start: at, end: at + 1 } }],
    });
    expect(paramsOf({ useTime: true, timeMode: 2, startClock: '22:00', endClock: '05:00' })).toMatchObject({
      areas: [{ times: { mode: 2, start: '22:00', end: '05:00' } }],
    });
    // a value that was entered and then switched off is not sent
    expect(paramsOf({ timeMode: 2, startClock: '22:00', endClock: '05:00' })).not.toHaveProperty('areas.0.times');
  });

  it('limits the speed only if the speed limit is switched on', () => {
    const limit = { maxSpeed: 60, overDuration: 10, nightMaxSpeed: 40 };
    expect(paramsOf(limit)).not.toHaveProperty('areas.0.speed');
    expect(paramsOf({ ...limit, limitSpeed: true })).toMatchObject({ areas: [{ speed: limit }] });
  });

  it('has a corner for each route point; the last corner has the width of the last segment', () => {
    expect(setCommand({ ...plain, geo: SHAPES.route }, false).params).toMatchObject({
      area: {
        corners: [
          { lng: 1, lat: 1, width: 20, speed: { maxSpeed: 60, overDuration: 5, nightMaxSpeed: 40 } },
          { lng: 2, lat: 1, width: 30, minSec: 10, maxSec: 90 },
          { lng: 3, lat: 3, width: 30 },
        ],
      },
    });
  });
});

it.each([
  [1, '8603'],
  [2, '8605'],
  [3, '8607'],
  [4, '8601'],
] as const)('shape %i is deleted by command %s', (shape, cmdCode) => {
  const command = eraseCommand(shape, [7]);
  expect(command).toEqual({ cmdCode, params: { areaNos: [7] } });
  expect(checked(cmdCode, command.params)).toEqual({ areaNos: [7] });
});
