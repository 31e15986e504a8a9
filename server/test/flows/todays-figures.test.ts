import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { ACC_ON, FIXED } from '@fleetwarden/domain/status-bits';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recalculateLateDays } from '../../src/ingest/backfill-job.ts';
import { createPartitions } from '../../src/platform/db/partitions.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { drive, driving, type Leg, parked } from '../support/engine/track.ts';
import { report, settle } from '../support/ingest/location-reports.ts';
import { addVehicle } from '../support/test-fleet.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const ZONE = 'Asia/Shanghai';
/** A whole day, so that the test does not depend on the hour. */
const TODAY = businessDay(Date.now() - 2 * DAY_MS, ZONE);
const LIVE_MS = 15_000;

let server: TestServer;
let token: string;
const cars = { loaded: 0, crossing: 0, silent: 0 };

const upload = async (vehicleId: number, legs: readonly Leg[], startAt: number, receivedAt?: number) => {
  const list = drive(legs, startAt).map(({ at, lng, lat, speedKmh, accOn }) =>
    report(vehicleId, at, {
      lng,
      lat,
      speedKmh,
      statusBits: FIXED | (accOn ? ACC_ON : 0),
      receivedAt: receivedAt ?? at,
      backfill: receivedAt !== undefined,
    }),
  );
  for (let i = 0; i < list.length; i += 500) expect(await settle(server.ingest, list.slice(i, i + 500))).toBe('stored');
};
const ask = async (method: 'GET' | 'POST', path: string, data: object) => {
  const { body } = await server.call(method, path, data, { authorization: token, 'accept-language': 'zh-CN' });
  expect(body.code, path).toBe('0');
  return body.data;
};
const tenth = (km: number) => Math.round(km * 10) / 10;

/** Today's kilometres of a vehicle at each place of the product that shows them. */
async function kilometres(carId: number) {
  const targId = String(carId);
  const track = await ask('POST', 'track/listTrack', { targId, start: TODAY.startAt, end: TODAY.endAt });
  const { list: days } = await ask('POST', 'track/listTrackDay', { targId, month: TODAY.key.slice(0, 7) });
  const { list: rank } = await ask('GET', 'mainPage/mileageRank', {});
  const { list: rows } = await ask('POST', 'report/advanceSearchJson', {
    reportId: 401007,
    conditions: { carIds: targId, staticDate: `${TODAY.key},${TODAY.key}` },
  });
  return {
    liveList: server.monitor.recordOf(carId)!.km,
    dashboard: rank.find((row: { carId: string }) => row.carId === targId)?.km ?? 0,
    playback: tenth(track.km),
    calendar: days.find(({ day }: { day: string }) => day === TODAY.key)?.km ?? 0,
    report: tenth(rows[0]?.cells.mileage ?? 0),
  };
}

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = TODAY.startAt - HOUR_MS;
  const root = await server.department('集团');
  for (const [i, name] of Object.keys(cars).entries())
    cars[name as keyof typeof cars] = await addVehicle(server, { plate: `粤B0000${i}`, departmentId: root });
  await server.account('boss', root, ['2', '103', '20101', '20102', '20105', '20109', '40107']);
  await createPartitions(server.db, 400).ensure([-2, -1, 0, 1].map((day) => Math.floor((TODAY.startAt + day * DAY_MS) / DAY_MS)));
  server.bus.publish('fleet.changed', { vehicleIds: Object.values(cars) });
  await server.ingest.start();
  await upload(cars.silent, [driving(30)], TODAY.startAt - 3 * HOUR_MS);
  await upload(cars.loaded, [driving(30), parked(60)], TODAY.startAt - 3 * HOUR_MS);
  // half of the way before midnight, and under way in the evening
  server.clock.now = TODAY.startAt + 20 * HOUR_MS;
  await upload(cars.crossing, [driving(61), parked(600), driving(20)], TODAY.startAt - 1_825_000);
  // live in the evening, the morning and the noon loaded afterwards
  await upload(cars.loaded, [driving(5)], TODAY.startAt + 19 * HOUR_MS);
  await upload(cars.loaded, [driving(120), parked(30), driving(60)], TODAY.startAt + 8 * HOUR_MS, server.clock.now);
  // the recalculation starts from saved states
  await vi.waitFor(async () => {
    const saved = await server.db.query<{ n: number }>(
      'select count(*) as n from vehicle_latest where gnss_at >= to_timestamp($1 / 1000.0)',
      [TODAY.startAt + 10 * HOUR_MS],
    );
    expect(saved[0]!.n).toBe(2);
  }, LIVE_MS);
  const late = { db: server.db, log: createLog('silent'), timeZone: ZONE, quietMs: 0, restMs: 0 };
  token = await server.signIn('boss');
  await recalculateLateDays(late, new AbortController().signal);
});
afterAll(() => server.stop());

describe("today's figures", () => {
  it.each(Object.keys(cars) as (keyof typeof cars)[])(
    'are the same in live list, dashboard, playback, calendar and report: %s',
    async (name) => {
      const km = await vi.waitFor(
        async () => {
          const all = await kilometres(cars[name]);
          expect(new Set(Object.values(all)), JSON.stringify(all)).toHaveLength(1);
          return all.liveList;
        },
        { timeout: LIVE_MS, interval: 200 },
      );
      if (name === 'silent') expect(km).toBe(0);
      else expect(km).toBeGreaterThan(name === 'loaded' ? 150 : 40);
    },
  );

  it('are the sum of all vehicles in the month of the dashboard', async () => {
    const all = await Promise.all(Object.values(cars).map(kilometres));
    const { list } = await ask('GET', 'mainPage/dataBoard', { month: TODAY.key.slice(0, 7) });
    const today = list.find(({ day }: { day: string }) => day === TODAY.key);
    expect(today.km).toBeCloseTo(
      all.reduce((sum, { report }) => sum + report, 0),
      0,
    );
    expect(today.vehicles).toBe(2);
  });
});
