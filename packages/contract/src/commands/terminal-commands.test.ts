import { getText } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { allPermissions } from '../permission-tree.ts';
import { commandParams as params } from './command-params.ts';
import { type CommandCode, isCommandCode, terminalCommands } from './terminal-commands.ts';

// objects list numeric keys first
const commands = Object.entries(terminalCommands).sort(([a], [b]) => (a < b ? -1 : 1));
const codes = (test: (command: (typeof commands)[number][1]) => boolean) =>
  commands.flatMap(([code, command]) => (test(command) ? [code] : []));

describe.each(commands)('command %s', (code, command) => {
  it('has a code that starts with its message ID', () => {
    expect(code.slice(0, 4)).toBe(command.messageId.toString(16).toUpperCase());
    expect(isCommandCode(code)).toBe(true);
  });
  it('has existing permissions', () => {
    // a permission per parameter, and superior platforms only
    expect(command.permissions.length === 0).toBe(['8103', '8105'].includes(code));
    expect(command.permissions.filter((right) => !allPermissions.includes(right))).toEqual([]);
  });
  it('has texts for its name and its fields', () => {
    const lists = Object.entries(command.lists).flatMap(([name, { fields }]) => [name, ...Object.keys(fields)]);
    expect(Object.keys(command.labels)).toEqual([...Object.keys(command.fields), ...lists]);
    for (const key of [command.nameKey, ...Object.values(command.labels)]) expect(getText('zh', key)).not.toBe(key);
  });
  it('accepts no unknown parameter', () => {
    expect(params(code as CommandCode).safeParse({ unheardOf: 1 }).success).toBe(false);
  });
});

describe('the commands', () => {
  it('for parameters, attributes, texts, contacts and areas can be queued, other commands cannot', () => {
    expect(codes(({ queueable }) => queueable)).toEqual([
      '8103',
      '8103server',
      '8104',
      '8106',
      '8107',
      '8300',
      '8401',
      '8600',
      '8601',
      '8602',
      '8603',
      '8604',
      '8605',
      '8606',
      '8607',
    ]);
  });
  it('are not retried unless they are idempotent', () => {
    expect(codes(({ resends }) => resends === 0)).toEqual([
      '8105',
      '8105connect',
      '8105dataOff',
      '8105factoryReset',
      '8105powerOff',
      '8105radioOff',
      '8105relayCut',
      '8105relayRestore',
      '8105reset',
      '8105upgrade',
      '8108',
      '8201',
      '8302',
      '8400',
      '8500door',
      '8801',
      '8803',
      '8804',
      '8805',
      '8900',
      '9101',
      '9102',
      '9201',
      '9202',
      '9205',
      '9206',
      '9207',
      '9208',
      '9301',
      '9302',
      '9303',
      '9304',
      '9305',
      '9306',
    ]);
  });
  it('have a specific answer message if they are queries', () => {
    expect(commands.flatMap(([code, { answerId }]) => (answerId === null ? [] : [[code, answerId]]))).toEqual([
      ['8104', 0x0104],
      ['8106', 0x0104],
      ['8107', 0x0107],
      ['8201', 0x0201],
      ['8302', 0x0302],
      ['8500door', 0x0500],
      ['8608', 0x0608],
      ['8700', 0x0700],
      ['8702', 0x0702],
      ['8801', 0x0805],
      ['8802', 0x0802],
      ['8900status', 0x0900],
      ['8900system', 0x0900],
      ['9003', 0x1003],
      ['9201', 0x1205],
      ['9205', 0x1205],
    ]);
  });
  it('that can disconnect or stop a vehicle are marked dangerous; reset and door control need a confirmation', () => {
    expect(codes(({ danger }) => danger === 'dangerous')).toEqual([
      '8103server',
      '8105',
      '8105connect',
      '8105dataOff',
      '8105factoryReset',
      '8105powerOff',
      '8105radioOff',
      '8105relayCut',
      '8105relayRestore',
      '8105upgrade',
      '8108',
    ]);
    expect(codes(({ danger }) => danger === 'confirm')).toEqual(['8105reset', '8500door']);
  });
  it('that need a slow or stationary vehicle are marked so', () => {
    expect(codes(({ whileMoving }) => whileMoving === 'slow')).toEqual([
      '8105factoryReset',
      '8105powerOff',
      '8105upgrade',
      '8108',
      '8500door',
    ]);
    expect(codes(({ whileMoving }) => whileMoving === 'standing')).toEqual(['8105relayCut']);
  });
  it('with manufacturer values need a terminal model that defines them', () => {
    expect(codes(({ byModel }) => byModel !== undefined)).toEqual(['8105relayCut', '8105relayRestore', '8500door']);
  });
  it('that only modules send, not users, are marked so', () => {
    expect(codes(({ byModule }) => byModule === true)).toEqual([
      ...['8103', '8103server', '8105', '8108', '9003', '9101', '9102', '9201', '9202'],
      ...['9205', '9206', '9207', '9208', '9301', '9302', '9303', '9304', '9305', '9306'],
    ]);
  });
  it('that exist only in some protocol versions are marked with since or until', () => {
    expect(codes(({ until }) => until === 2019)).toEqual(['8301', '8302', '8303', '8304']);
    expect(codes(({ since }) => since === 2019)).toEqual(['8204', '8608']);
    expect(codes(({ since }) => since === 2013)).toEqual(['8106', '8107', '8108', '8702', '8900status', '8900system']);
  });
  it('that share a message ID have the fixed values of their row', () => {
    expect(params('8105reset').parse({})).toEqual({ command: 4 });
    expect(params('8105reset').parse({ command: 4 })).toEqual({ command: 4 });
    expect(params('8105reset').safeParse({ command: 5 }).success).toBe(false);
    expect(params('8105relayCut').parse({ reason: '失窃' })).toEqual({ reason: '失窃', relay: 1 });
    expect(params('8900status').parse({ peripherals: [] })).toEqual({ dataKind: 0xf7, peripherals: [] });
    expect(params('8900system').parse({ peripherals: [0x65] })).toEqual({ dataKind: 0xf8, peripherals: [0x65] });
    expect([[0x64], [0x68]].map((peripherals) => params('8900status').safeParse({ peripherals }).success)).toEqual([true, false]);
  });
  it('refuse the parameter separator in texts', () => {
    const upgrade = (url: string) => params('8105upgrade').safeParse({ url, firmware: '2.1' }).success;
    expect([upgrade('http://files.example.com/a.bin'), upgrade('http://files.example.com/a;b'), upgrade('')]).toEqual([
      true,
      false,
      false,
    ]);
    const connect = (change: object) => params('8105connect').safeParse({ minutes: 5, ...change }).success;
    expect([connect({ server: '10.1.1.1' }), connect({}), connect({ connectTo: 1 })]).toEqual([true, false, true]);
  });
  it('with rows limit the number of rows and refuse duplicates', () => {
    const event = (eventId: number) => ({ eventId, eventText: '上车' });
    const events = (action: number, ...ids: readonly number[]) =>
      params('8301').safeParse({ action, events: ids.map(event) }).success;
    expect([events(1, 1, 2), events(1), events(0), events(1, 1, 1), events(1, 256)]).toEqual([true, false, true, false, false]);
    const contact = (i: number) => ({ callDirection: 3, phone: `138${String(i).padStart(8, '0')}`, contactName: '王芳' });
    const contacts = (count: number) =>
      params('8401').safeParse({ action: 1, contacts: Array.from({ length: count }, (_, i) => contact(i)) }).success;
    expect([1, 50, 51].map(contacts)).toEqual([true, true, false]);
    const answers = (count: number) =>
      params('8302').safeParse({
        questionChannels: [8],
        question: '几点到达？',
        answers: Array.from({ length: count }, (_, i) => ({ answerId: i, answerText: '十点' })),
      }).success;
    expect([0, 1, 10, 11].map(answers)).toEqual([false, true, true, false]);
  });
  it('send data as complete bytes or as a text', () => {
    const data = (dataFormat: number, value: string) =>
      params('8900').safeParse({ dataKind: 0xf7, dataFormat, data: value }).success;
    expect([data(0, '64ff'), data(0, '64f'), data(0, '你好'), data(1, '你好'), data(1, '')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });
  it('accept recorder settings only within the limits', () => {
    const sets = (values: object) => params('8701').safeParse(values).success;
    expect(sets({ command: 0xc3, pulsesPerKm: 3_600 })).toBe(true);
    expect(sets({ command: 0xc3, pulsesPerKm: 65_536 })).toBe(false);
    // ten bytes are five Chinese characters
    const names = (name: string) => sets({ command: 0x84, names: [name, '', '', '', '', '', '', ''] });
    expect(['左转向灯亮', '左转向灯亮了', 'brake lamp', 'brake lamps'].map(names)).toEqual([true, false, true, false]);
    const vehicle = (change: object) =>
      sets({ command: 0x82, vin: 'LFV2A21K8A4012345', plate: '京A12345', plateClass: '大型汽车', ...change });
    expect([vehicle({}), vehicle({ plateClass: '大型新能源汽车' })]).toEqual([true, false]);
    expect(sets({ command: 0xc2 })).toBe(true);
    // verification modes are not offered
    expect(sets({ command: 0xe0 })).toBe(false);
  });
  it('use the initial values of the form as defaults', () => {
    expect(params('8202').parse({})).toEqual({ interval: 10, validMinutes: 30 });
    expect(params('8400').parse({ phone: '02884201234' })).toEqual({ kind: 1, phone: '02884201234' });
    expect(params('8801').parse({ channel: 3 })).toMatchObject({ channel: 3, command: 1, save: 0, quality: 5 });
    expect(params('8608').parse({ kind: 4 })).toEqual({ kind: 4, areaNos: [] });
  });
  it('can confirm only the alarms that need a confirmation', () => {
    const confirm = params('8203');
    const bits = (...numbers: readonly number[]) => numbers.reduce((sum, bit) => sum + 2 ** bit, 0);
    expect(confirm.safeParse({ alarmBits: bits(0, 3, 20, 21, 22, 27, 28) }).success).toBe(true);
    expect(confirm.safeParse({ alarmBits: bits(0, 1) }).success).toBe(false);
    expect(confirm.safeParse({ alarmBits: 0 }).success).toBe(false);
  });
  it.each(['8601', '8603', '8605', '8607'] as const)('%s deletes at most 125 areas, or all areas if no ids are given', (code) => {
    const deletes = (count: number) =>
      params(code).safeParse({ areaNos: Array.from({ length: count }, (_, i) => i + 1) }).success;
    expect([0, 1, 125, 126].map(deletes)).toEqual([true, true, true, false]);
  });
  it('track for a limited time: every 5 to 300 s, for 1 to 1,440 minutes', () => {
    const tracks = (change: object) => params('8202').safeParse({ interval: 10, validMinutes: 30, ...change }).success;
    // 0 ends it
    expect([0, 4, 5, 300, 301].map((interval) => tracks({ interval }))).toEqual([true, false, true, true, false]);
    expect([0, 1, 1440, 1441].map((validMinutes) => tracks({ validMinutes }))).toEqual([false, true, true, false]);
  });
  it('accept only areas that are valid for a terminal', () => {
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
