import { getText } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { allPermissions } from '../permission-tree.ts';
import { commandParams as params } from './command-params.ts';
import { type CommandCode, isCommandCode, terminalCommands } from './terminal-commands.ts';

const commands = Object.entries(terminalCommands);
const codes = (test: (command: (typeof commands)[number][1]) => boolean) =>
  commands.flatMap(([code, command]) => (test(command) ? [code] : []));

describe.each(commands)('command %s', (code, command) => {
  it('is named by its message', () => {
    expect(code.slice(0, 4)).toBe(command.messageId.toString(16).toUpperCase());
    expect(isCommandCode(code)).toBe(true);
  });
  it('has existing permissions', () => {
    // users cannot redirect a vehicle's data to another server
    expect(command.permissions.length === 0).toBe(code === '8105');
    expect(command.permissions.filter((right) => !allPermissions.includes(right))).toEqual([]);
  });
  it('has texts for itself and its fields', () => {
    expect(Object.keys(command.labels)).toEqual(Object.keys(command.fields));
    for (const key of [command.nameKey, ...Object.values(command.labels)]) expect(getText('zh', key)).not.toBe(key);
  });
  it('accepts no unknown parameter', () => {
    expect(params(code as CommandCode).safeParse({ unheardOf: 1 }).success).toBe(false);
  });
});

describe('the commands', () => {
  it('can be queued if they are texts or areas, never if they act or matter only now', () => {
    expect(codes(({ queueable }) => queueable)).toEqual(['8300', '8600', '8601', '8602', '8603', '8604', '8605', '8606', '8607']);
  });
  it('are not retried unless they are idempotent', () => {
    expect(codes(({ resends }) => resends === 0)).toEqual(['8105', '8201', '8400', '8801']);
  });
  it('have a specific answer if they are queries', () => {
    expect(commands.flatMap(([code, { answerId }]) => (answerId === null ? [] : [[code, answerId]]))).toEqual([
      ['8201', 0x0201],
      ['8608', 0x0608],
      ['8700', 0x0700],
      ['8801', 0x0805],
    ]);
  });
  it('fill in the initial values of the form', () => {
    expect(params('8202').parse({})).toEqual({ interval: 10, validMinutes: 30 });
    expect(params('8400').parse({ phone: '02884201234' })).toEqual({ kind: 1, phone: '02884201234' });
    expect(params('8801').parse({ channel: 3 })).toMatchObject({ channel: 3, command: 1, save: 0, quality: 5 });
    expect(params('8608').parse({ kind: 4 })).toEqual({ kind: 4, areaNos: [] });
  });
  it('confirm exactly the alarms that a terminal reports once', () => {
    const confirm = params('8203');
    const bits = (...numbers: readonly number[]) => numbers.reduce((sum, bit) => sum + 2 ** bit, 0);
    expect(confirm.safeParse({ alarmBits: bits(0, 3, 20, 21, 22, 27, 28) }).success).toBe(true);
    expect(confirm.safeParse({ alarmBits: bits(0, 1) }).success).toBe(false);
    expect(confirm.safeParse({ alarmBits: 0 }).success).toBe(false);
  });
  it.each(['8601', '8603', '8605', '8607'] as const)('%s deletes at most 125 areas, and all of them without ids', (code) => {
    const deletes = (count: number) =>
      params(code).safeParse({ areaNos: Array.from({ length: count }, (_, i) => i + 1) }).success;
    expect([0, 1, 125, 126].map(deletes)).toEqual([true, true, true, false]);
  });
  it('track for a limited time: each 5 to 300 s, for 1 to 1,440 minutes', () => {
    const tracks = (change: object) => params('8202').safeParse({ interval: 10, validMinutes: 30, ...change }).success;
    // 0 ends it
    expect([0, 4, 5, 300, 301].map((interval) => tracks({ interval }))).toEqual([true, false, true, true, false]);
    expect([0, 1, 1440, 1441].map((validMinutes) => tracks({ validMinutes }))).toEqual([false, true, true, false]);
  });
  it('accept areas that fit a terminal', () => {
    const circle = { areaNo: 1, lng: 121, lat: 31, radius: 500 };
    const circles = (change: object) => params('8600').safeParse({ areas: [{ ...circle, ...change }] }).success;
    expect(circles({})).toBe(true);
    expect(circles({ times: { mode: 2, start: '22:00', end: '05:00' } })).toBe(true);
    expect(circles({ times: { mode: 2, start: '24:00', end: '05:00' } })).toBe(false);
    expect(circles({ times: { mode: 1, start: Date.UTC(2026, 1, 2), end: Date.UTC(2026, 1, 1) } })).toBe(false);
    expect(circles({ speed: { maxSpeed: 60, overDuration: 256 } })).toBe(false);
    expect(circles({ radius: 19 })).toBe(false);
    const polygon = (points: readonly (readonly [number, number])[]) =>
      params('8604').safeParse({ area: { areaNo: 1, points: points.map(([lng, lat]) => ({ lng, lat })) } }).success;
    const [a, b, c] = [
      [1, 1],
      [2, 1],
      [2, 2],
    ] as const;
    expect(polygon([a, b, c])).toBe(true);
    expect(polygon([a, b])).toBe(false);
    expect(polygon([a, b, [2, -1]])).toBe(false);
    expect(polygon([a, b, [-2, 1]])).toBe(false);
    expect(
      polygon([
        [-1, -1],
        [-2, -1],
        [-2, -2],
      ]),
    ).toBe(true);
  });
});

it('rejects an unknown code', () => {
  expect(['8999', 'constructor', ''].filter(isCommandCode)).toEqual([]);
});
