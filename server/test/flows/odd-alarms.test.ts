import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { Route } from '@fleetwarden/contract/call';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { sign } from '@fleetwarden/contract/sign';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { encode } from '@fleetwarden/protocol/codec';
import { Assistance, DriverState } from '@fleetwarden/protocol/jsatl12';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { locationBody } from '../support/gateway/terminal.ts';
import { type Radio, startRadio } from '../support/radio.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Unusual alarms, from a terminal's socket to calls and notifications. */
let server: TestServer;
let radio: Radio;
let root: number;
let made = 0;
const tokens: string[] = [];
const news: AlarmNews[] = [];

const YEAR = 365 * DAY_MS;
/** The resolution of a terminal's clock. */
const NOW = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
const OVERSPEED = 1 << 1;
const EMERGENCY = 1;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  root = await server.department('车队');
  for (const name of ['anna', 'ben']) {
    await server.account(name, root, allPermissions);
    tokens.push(await server.signIn(name));
  }
  radio = await startRadio(server);
  server.bus.subscribe('alarms.changed', (told) => void news.push(...told));
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

/** A call by one of two colleagues. */
async function call(name: keyof typeof alarmsCalls, data: object, who = 0) {
  const row: Route = alarmsCalls[name];
  const body = { data, ...(row.signed ? { sign: sign(data as never) } : {}) };
  return (await server.post(row.path, body, { authorization: tokens[who]! })).body;
}

type More = NonNullable<Parameters<typeof locationBody>[1]>;
/** An online vehicle with a position. */
async function vehicle() {
  const { id, ...rest } = await radio.vehicle(`京D${String(++made).padStart(5, '0')}`, root);
  const terminal = await radio.online({ id, ...rest });
  const list = async (filter: object = {}) =>
    (await call('listWarnHistory', { targIds: [String(id)], startTime: NOW - HOUR_MS, endTime: NOW + HOUR_MS, ...filter })).data
      .list;
  return {
    id,
    list,
    told: () => news.filter(({ vehicleId }) => vehicleId === id),
    report: async (at: number, more: More = {}) =>
      expect(await terminal.ask({ id: 0x0200, body: locationBody(at, more) })).toBe(0),
    /** Waits for this number of alarms and returns them. */
    alarms: async (count: number, filter: object = {}) => {
      await eventually(async () => expect(await list(filter)).toHaveLength(count));
      return list(filter);
    },
  };
}

const common = (alarmId: number, attachments: number) => ({
  alarmId,
  flag: 0,
  speedKmh: 62,
  altitudeM: 30,
  latitude: 23.1,
  longitude: 113.2,
  time: '260601080000',
  vehicleBits: 0,
  identification: {
    terminalId: 'T123456',
    time: '260601080000',
    serial: alarmId & 0xff,
    attachments,
    reserved: new Uint8Array(1),
  },
});
const driverState = (type: number, alarmId = 1, attachments = 0) =>
  encode(DriverState, { ...common(alarmId, attachments), type, level: 2, fatigue: 8, reserved: new Uint8Array(4) });
const item = (id: number, value: Uint8Array) => [id, value.length, ...value];

describe('a flapping bit', () => {
  it('is one alarm, sent once', async () => {
    const car = await vehicle();
    for (let i = 0; i < 40; i++) await car.report(NOW - (41 - i) * 5 * SECOND_MS, { alarmBits: i % 2 === 0 ? OVERSPEED : 0 });
    expect(await car.alarms(1)).toMatchObject([{ warnId: 1, vtime: NOW - 205 * SECOND_MS }]);
    await eventually(() => expect(car.told().filter(({ raised }) => raised)).toHaveLength(1));
  });

  it('with pauses is one alarm with a count', async () => {
    const car = await vehicle();
    for (let i = 0; i < 18; i++) await car.report(NOW - (19 - i) * 15 * SECOND_MS, { alarmBits: i % 3 === 0 ? OVERSPEED : 0 });
    await eventually(async () => expect(await car.list()).toMatchObject([{ times: 6 }]));
    expect(car.told().filter(({ raised }) => raised)).toHaveLength(1);
  });
});

describe('dozens of alarms of one type', () => {
  it('are all stored, and cause no popups from the twentieth on', async () => {
    const car = await vehicle();
    for (let i = 1; i <= 30; i++)
      await car.report(NOW - (31 - i) * SECOND_MS, { extra: Uint8Array.from(item(0x65, driverState(2, i))) });
    await eventually(async () => expect((await car.told()).filter(({ raised }) => raised)).toHaveLength(30));
    expect(car.told().filter(({ raised, storm }) => raised && storm)).toHaveLength(11);
    expect(await car.alarms(11, { storm: true })).toHaveLength(11);
  });
});

describe('an old alarm', () => {
  it('is stored at its own time without a popup', async () => {
    const car = await vehicle();
    await car.report(NOW - 10 * SECOND_MS);
    await car.report(NOW - YEAR, { alarmBits: EMERGENCY });
    await car.report(NOW - 5 * SECOND_MS);
    const then = { startTime: NOW - YEAR - HOUR_MS, endTime: NOW - YEAR + HOUR_MS };
    expect(await car.alarms(1, then)).toMatchObject([{ warnId: 0, vtime: NOW - YEAR, late: true }]);
    expect(await car.list()).toEqual([]);
    expect(car.told()).toEqual([]);
  });
});

describe('an alarm with an implausible time', () => {
  it.each([
    ['hours in the future', NOW + 3 * HOUR_MS],
    ['years in the future', NOW + 5 * YEAR],
    ['from the year 2000', Date.UTC(2000, 0, 1)],
  ])('%s is stored at its receipt, with a popup', async (_name, at) => {
    const car = await vehicle();
    await car.report(at, { alarmBits: EMERGENCY });
    expect(await car.alarms(1)).toMatchObject([{ warnId: 0, vtime: NOW, late: false, state: 0 }]);
    await eventually(() => expect(car.told()).toMatchObject([{ typeId: 0, raised: true, startAt: NOW }]));
  });
});

describe('an alarm of an unknown type', () => {
  it('does not affect others in its report', async () => {
    const car = await vehicle();
    const torn = encode(Assistance, {
      ...common(3, 0),
      type: 1,
      level: 2,
      frontSpeedKmh: 40,
      frontDistance: 15,
      departure: 2,
      signType: 0,
      signValue: 0,
    }).subarray(0, 20);
    const extra = Uint8Array.from([
      ...item(0x65, driverState(0xe5)),
      ...item(0x64, torn),
      ...item(0xe7, Uint8Array.of(1, 2, 3)),
      ...item(0x65, driverState(3, 4)),
    ]);
    await car.report(NOW - SECOND_MS, { extra, alarmBits: OVERSPEED });
    const kinds = (await car.alarms(2)).map(({ warnId }: { warnId: number }) => warnId);
    expect(kinds.sort()).toEqual([1, 79]);
  });
});

describe('an alarm whose attachments never arrive', () => {
  it('shows their number, has no files, and can be handled', async () => {
    const car = await vehicle();
    await car.report(NOW - SECOND_MS, { extra: Uint8Array.from(item(0x65, driverState(1, 9, 3))) });
    const [{ alarmGid, targId, files }] = await car.alarms(1);
    expect(files).toBe(3);
    expect((await call('qryAttachment', { alarmGid })).data).toMatchObject({ list: [] });
    expect((await call('saveWarnHistoryDeal', { dealList: [{ alarmGid, targId }], dealType: 5 })).code).toBe('0');
    expect(await car.list()).toMatchObject([{ state: 2, files: 3 }]);
  });
});

describe('two users with the same alarm case at the same time', () => {
  it('only one can claim and handle it', async () => {
    const car = await vehicle();
    await car.report(NOW - SECOND_MS, { alarmBits: EMERGENCY });
    const [{ alarmGid, targId }] = await car.alarms(1);
    const claims = await Promise.all([0, 1].map((who) => call('claimWarn', { alarmGids: [alarmGid] }, who)));
    const owner = claims.findIndex(({ data }) => data.list.length === 1);
    expect(claims.map(({ data }) => data.list.length).sort()).toEqual([0, 1]);
    const deal = (who: number) => call('saveWarnHistoryDeal', { dealList: [{ alarmGid, targId }], dealType: 5 }, who);
    expect((await Promise.all([deal(0), deal(1)])).findIndex(({ code }) => code === '0')).toBe(owner);
    const { history } = (await call('getWarnDetail', { alarmGid })).data;
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['claimed', 'handled']);
  });
});
