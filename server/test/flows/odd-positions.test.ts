import type { Track } from '@fleetwarden/contract/tracks/schemas';
import { unpackTrack } from '@fleetwarden/contract/tracks/track-columns';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { locationBody } from '../support/gateway/terminal.ts';
import { type Radio, startRadio } from '../support/radio.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/**
 * Implausible positions, from a terminal's socket to the console: the live position, track, stops and kilometres of the vehicle,
 * and region searches of the present and the past.
 */
let server: TestServer;
let radio: Radio;
let root: number;
let token: string;
let made = 0;

/** The test's time: yesterday noon in Shanghai, so that it crosses no midnight. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 4 * HOUR_MS;
/** Half an hour before, so that what is sent below is not ahead of the clock. */
const BEGIN = NOON - HOUR_MS / 2;
/** Every ten seconds at 60 km/h to the east, 23 degrees north. */
const STEP = 10 * SECOND_MS;
const STEP_DEGREES = 0.00163;
const STEP_KM = 1 / 6;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOON;
  root = await server.department('车队');
  await server.account('boss', root, ['20101', '20105', '20106']);
  token = await server.signIn('boss');
  radio = await startRadio(server);
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

type Fix = Parameters<typeof locationBody>[1] & { readonly at: number };
const fix = (at: number, lng: number, lat: number, more: Partial<Fix> = {}): Fix => ({
  at,
  lng,
  lat,
  speedKmh: 60,
  odometerKm: null,
  ...more,
});
/** A drive of `count` fixes, starting `from` steps after the beginning. */
const drive = (count: number, { from = 0, lng = 113, lat = 23 } = {}): Fix[] =>
  Array.from({ length: count }, (_, i) => fix(BEGIN + (from + i) * STEP, lng + i * STEP_DEGREES, lat));

const call = async (path: string, data: object) => {
  const { body } = await server.call('POST', path, data, { authorization: token });
  expect(body).toMatchObject({ code: '0' });
  return body.data;
};

/** Sends the fixes of one vehicle, each acknowledged, and gives the ways to ask of it. */
async function sent(fixes: readonly Fix[]) {
  const vehicle = await radio.vehicle(`京C${String(++made).padStart(5, '0')}`, root);
  const targId = String(vehicle.id);
  const terminal = await radio.online(vehicle);
  for (const { at, ...more } of fixes) expect(await terminal.ask({ id: 0x0200, body: locationBody(at, more) })).toBe(0);
  const circle = (lng: number, lat: number) => ({ mode: 4, centre: [lng, lat], radiusM: 2_000 });
  return {
    terminal,
    live: async () => (await call('car/qrySelectedTarg', { targIds: [targId] })).list[0],
    track: (): Promise<Track> => call('track/listTrack', { targId, start: BEGIN - HOUR_MS, end: BEGIN + 3 * HOUR_MS }),
    isIn: async (lng: number, lat: number): Promise<boolean> =>
      (await call('car/regionSearchTarg2', { region: circle(lng, lat) })).list.some(({ tid }: { tid: string }) => tid === targId),
    wasIn: async (lng: number, lat: number): Promise<boolean> =>
      (await call('car/regionsearch', { region: circle(lng, lat), start: BEGIN - HOUR_MS, end: BEGIN + 3 * HOUR_MS })).list.some(
        (stay: { targId: string }) => stay.targId === targId,
      ),
  };
}

const lngs = ({ points }: Track) => [...unpackTrack(points).lng];

describe('a vehicle abroad', () => {
  // Madrid: no qualified position of China, and a place all the same
  it('is shown, drawn, counted and found at its position', async () => {
    const way = drive(31, { lng: -3.7, lat: 40.4 });
    const end = way.at(-1)!;
    const car = await sent(way);
    const km = 30 * STEP_KM * (Math.cos((40.4 * Math.PI) / 180) / Math.cos((23 * Math.PI) / 180));
    await eventually(async () => {
      const now = await car.live();
      expect([now.x, now.y, now.stale, now.t]).toEqual([expect.closeTo(end.lng!, 6), 40.4, 0, end.at]);
      expect(now.km).toBeCloseTo(km, 0);
    });
    const track = await car.track();
    expect(track).toMatchObject({ stored: 31, unfixed: 0, drift: 0 });
    expect(track.points.t).toHaveLength(31);
    expect(track.trips).toHaveLength(1);
    expect(track.km).toBeCloseTo(km, 0);
    expect([await car.isIn(end.lng!, 40.4), await car.wasIn(-3.7, 40.4), await car.wasIn(113, 23)]).toEqual([true, true, false]);
  });
});

describe('a vehicle at 0/0', () => {
  it('with a fix has no position: it is not shown, not drawn and not found', async () => {
    const car = await sent([0, 1, 2].map((i) => fix(BEGIN + i * STEP, 0, 0)));
    await eventually(async () => expect(await car.live()).toMatchObject({ x: null, y: null, t: BEGIN + 2 * STEP, km: 0 }));
    expect(await car.track()).toMatchObject({ stored: 3, unfixed: 3, km: 0, trips: [], stops: [] });
    expect([await car.isIn(0, 0), await car.wasIn(0, 0)]).toEqual([false, false]);
  });

  it('between two fixes stays at its last position, and the track continues as if the report were absent', async () => {
    const way = drive(31);
    const car = await sent(way.map((each, i) => (i >= 12 && i < 15 ? { ...each, lng: 0, lat: 0 } : each)));
    await eventually(async () => expect((await car.live()).x).toBeCloseTo(way.at(-1)!.lng!, 6));
    const track = await car.track();
    expect(track).toMatchObject({ stored: 31, unfixed: 3, drift: 0 });
    expect(Math.min(...lngs(track))).toBe(113);
    expect(track.trips).toHaveLength(1);
    expect(track.km).toBeCloseTo(30 * STEP_KM, 1);
    expect(await car.wasIn(0, 0)).toBe(false);
  });

  it('at the end of its track is shown at its last fix', async () => {
    const way = drive(5);
    const car = await sent([...way, fix(BEGIN + 5 * STEP, 0, 0)]);
    await eventually(async () => expect((await car.live()).t).toBe(BEGIN + 5 * STEP));
    expect((await car.live()).x).toBeCloseTo(way.at(-1)!.lng!, 6);
    expect(await car.isIn(way.at(-1)!.lng!, 23)).toBe(true);
  });
});

describe('a vehicle without a fix', () => {
  const NO_FIX = { statusBits: 1, speedKmh: 0 };
  it('from the start is not drawn and has no mileage', async () => {
    const car = await sent([0, 1, 2].map((i) => fix(BEGIN + i * STEP, 0, 0, NO_FIX)));
    await eventually(async () => expect(await car.live()).toMatchObject({ x: null, y: null, status: '6', km: 0 }));
    expect(await car.track()).toMatchObject({ stored: 3, unfixed: 3, km: 0, stops: [] });
  });

  it('in a tunnel stays at its last fix, without a valid fix', async () => {
    const way = drive(10);
    const last = way.at(-1)!;
    // some terminals repeat their last place, some send zeros
    const car = await sent([
      ...way,
      fix(last.at + STEP, last.lng!, 23, NO_FIX),
      fix(last.at + 2 * STEP, 0, 0, NO_FIX),
      fix(last.at + 3 * STEP, 120, 30, NO_FIX),
    ]);
    await eventually(async () => {
      const now = await car.live();
      expect([now.x, now.status, now.t]).toEqual([expect.closeTo(last.lng!, 6), '6', last.at + 3 * STEP]);
    });
    expect(await car.track()).toMatchObject({ stored: 13, unfixed: 3 });
    expect([await car.isIn(120, 30), await car.wasIn(120, 30)]).toEqual([false, false]);
  });
});

describe('a vehicle that jumps a thousand kilometres', () => {
  it('and back has one drift point: no line, no mileage, no stop', async () => {
    const way = drive(31);
    const car = await sent(way.map((each, i) => (i === 15 ? { ...each, lng: each.lng! + 9.8 } : each)));
    await eventually(async () => expect((await car.live()).t).toBe(way.at(-1)!.at));
    const track = await car.track();
    expect(track).toMatchObject({ stored: 31, unfixed: 0, drift: 1, stops: [] });
    expect(Math.max(...lngs(track))).toBeLessThan(114);
    expect(track.trips).toHaveLength(1);
    expect(track.km).toBeCloseTo(30 * STEP_KM, 1);
    await eventually(async () => expect((await car.live()).km).toBeCloseTo(30 * STEP_KM, 0));
  });

  it('and stays there has a second trip, without mileage in between', async () => {
    const [here, there] = [drive(20), drive(20, { from: 20, lng: 123 })];
    const car = await sent([...here, ...there]);
    const end = there.at(-1)!;
    await eventually(async () => expect((await car.live()).x).toBeCloseTo(end.lng!, 6));
    const track = await car.track();
    expect(track).toMatchObject({ stored: 40, unfixed: 0, drift: 0 });
    expect(track.trips).toHaveLength(2);
    expect(track.km).toBeCloseTo(38 * STEP_KM, 0);
    expect((await car.live()).km).toBeLessThan(8);
    expect([await car.isIn(end.lng!, 23), await car.isIn(113, 23), await car.wasIn(113, 23)]).toEqual([true, false, true]);
    // no vehicle was half way
    expect(await car.wasIn(118, 23)).toBe(false);
  });
});

describe('two different fixes with the same time', () => {
  it('are both stored; the first counts, on the map, on the track and in the mileage', async () => {
    const way = drive(31);
    const twice = way.flatMap((each, i) => (i === 10 ? [each, { ...each, lng: each.lng! + 0.004 }] : [each]));
    const car = await sent(twice);
    const track = await car.track();
    expect(track).toMatchObject({ stored: 32, unfixed: 0, drift: 1 });
    expect(track.points.t).toHaveLength(31);
    expect(lngs(track)[10]).toBeCloseTo(way[10]!.lng!, 6);
    expect(track.km).toBeCloseTo(30 * STEP_KM, 1);
  });

  it('at the end of the track: the vehicle is shown at the last one, which adds no mileage', async () => {
    const way = drive(5);
    const last = way.at(-1)!;
    const car = await sent([...way, { ...last, lng: 119 }]);
    await eventually(async () => expect((await car.live()).t).toBe(last.at + 1));
    expect((await car.live()).x).toBeCloseTo(119, 6);
    await eventually(async () => expect((await car.live()).km).toBeCloseTo(4 * STEP_KM, 0));
  });
});

describe('a time in the future', () => {
  it('is shown as invalid, and is neither drawn nor counted; the next valid position counts', async () => {
    const way = drive(20);
    const ahead = fix(BEGIN + 3 * HOUR_MS - STEP, 114, 23);
    const car = await sent([...way, ahead]);
    await eventually(async () => expect(await car.live()).toMatchObject({ x: 114, stale: 1, t: ahead.at }));
    const track = await car.track();
    expect(track).toMatchObject({ stored: 21, unfixed: 1 });
    expect(Math.max(...lngs(track))).toBeLessThan(113.1);
    expect(track.km).toBeCloseTo(19 * STEP_KM, 1);
    expect(await car.wasIn(114, 23)).toBe(false);
    const next = fix(BEGIN + 20 * STEP, 113 + 20 * STEP_DEGREES, 23);
    await car.terminal.ask({ id: 0x0200, body: locationBody(next.at, next) });
    await eventually(async () => expect(await car.live()).toMatchObject({ stale: 0, t: next.at }));
    await eventually(async () => expect((await car.live()).km).toBeCloseTo(20 * STEP_KM, 0));
  });

  it('by years is stored too, and does not affect the day', async () => {
    const way = drive(5);
    const car = await sent([...way, fix(BEGIN + 5 * 366 * DAY_MS, 114, 23)]);
    await eventually(async () => expect(await car.live()).toMatchObject({ x: 114, stale: 1 }));
    expect(await car.track()).toMatchObject({ stored: 5, unfixed: 0 });
  });
});
