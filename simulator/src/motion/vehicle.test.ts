import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { courseFrom, distanceKm, turnBetween } from '../geometry.ts';
import { PLACES, type PlaceName } from '../routes/places.ts';
import { KINDS, type VehicleKind } from './kinds.ts';
import { createVehicle, type Vehicle } from './vehicle.ts';

const FROM = Date.UTC(2026, 2, 1);
const kinds = Object.keys(KINDS) as VehicleKind[];
const homes: PlaceName[] = ['北京', '上海', '广州', '成都', '武汉', '西安', '昆明', '沈阳', '厦门', '兰州'];
const identities = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  kind: fc.constantFrom(...kinds),
  home: fc.constantFrom(...homes),
});
const moments = fc.integer({ min: FROM, max: FROM + 300 * DAY });

/** Steps of 10 s: fine enough that a bend hides nothing. */
const STEP = 10_000;
/** Drivers keep right: a turn at a crossing moves them by some metres at once. */
const SIDE_STEP_KM = 0.03;

const walk = function* (vehicle: Vehicle, from: number, until: number) {
  let before = vehicle.stateAt(from);
  for (let at = from + STEP; at <= until; at += STEP) {
    const now = vehicle.stateAt(at);
    yield { before, now };
    before = now;
  }
};

describe('a simulated vehicle', () => {
  it('is deterministic in any order of queries', () => {
    fc.assert(
      fc.property(identities, fc.array(moments, { minLength: 2, maxLength: 6 }), (identity, times) => {
        const one = createVehicle(identity);
        const other = createVehicle(identity);
        const forwards = times.map((at) => one.stateAt(at));
        const backwards = times.toReversed().map((at) => other.stateAt(at));
        expect(forwards).toEqual(backwards.reverse());
        expect(times.map(one.linkAt)).toEqual(times.map(other.linkAt));
      }),
      { numRuns: 25 },
    );
  });

  it('stays in China, never jumps, and has consistent speed and distance', () => {
    fc.assert(
      fc.property(identities, moments, (identity, at) => {
        for (const { before, now } of walk(createVehicle(identity), at, at + 4 * HOUR)) {
          expect(now.lng).toBeGreaterThan(73);
          expect(now.lng).toBeLessThan(135.2);
          expect(now.lat).toBeGreaterThan(18);
          expect(now.lat).toBeLessThan(53.6);
          expect(now.recorderKmh).toBeGreaterThanOrEqual(0);
          expect(now.recorderKmh).toBeLessThan(125);
          const byWheels = now.odometerKm - before.odometerKm;
          expect(byWheels).toBeGreaterThan(-1e-6);
          // acceleration is at most 1.6 m/s2
          const fastest = Math.max(now.recorderKmh, before.recorderKmh) * 1.02 + 16 * 1.6 * 3.6;
          expect(byWheels).toBeLessThanOrEqual((fastest * STEP) / HOUR);
          if (now.fixed && before.fixed)
            expect(distanceKm([before.lng, before.lat], [now.lng, now.lat])).toBeLessThan(byWheels + SIDE_STEP_KM);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has the heading of its movement', () => {
    fc.assert(
      fc.property(identities, moments, (identity, at) => {
        let wrong = 0;
        let moves = 0;
        for (const { before, now } of walk(createVehicle(identity), at, at + 4 * HOUR)) {
          const from = [before.lng, before.lat] as const;
          const to = [now.lng, now.lat] as const;
          if (!now.fixed || !before.fixed || distanceKm(from, to) < 0.03) continue;
          moves++;
          // a bend may be between two points: compare with the mean of both headings
          const turned = turnBetween(before.heading, now.heading);
          if (turnBetween(courseFrom(from, to), before.heading) > 12 + turned) wrong++;
        }
        // a U-turn at the other end
        expect(wrong).toBeLessThanOrEqual(2 + moves * 0.01);
      }),
      { numRuns: 25 },
    );
  });

  it('is continuous across midnight and between assignments', () => {
    fc.assert(
      fc.property(identities, fc.integer({ min: 0, max: 200 }), (identity, day) => {
        const vehicle = createVehicle(identity);
        const midnight = FROM + day * DAY - 8 * HOUR;
        const [before, after] = [vehicle.stateAt(midnight - 1), vehicle.stateAt(midnight)];
        expect(after.odometerKm - before.odometerKm).toBeGreaterThanOrEqual(-1e-6);
        expect(after.odometerKm - before.odometerKm).toBeLessThan(0.05);
        if (after.fixed && before.fixed)
          expect(distanceKm([before.lng, before.lat], [after.lng, after.lat])).toBeLessThan(SIDE_STEP_KM);
      }),
      { numRuns: 60 },
    );
  });

  it('works in shifts around the clock, and has all states, as a fleet', () => {
    const fleet = Array.from({ length: 240 }, (_, i) =>
      createVehicle({ seed: 1000 + i, kind: kinds[i % kinds.length]!, home: homes[i % homes.length]! }),
    );
    const share = (hour: number, holds: (v: Vehicle, at: number) => boolean) => {
      let n = 0;
      for (const v of fleet) for (let day = 0; day < 3; day++) if (holds(v, FROM + day * DAY + (hour - 8) * HOUR)) n++;
      return n / (fleet.length * 3);
    };
    const moving = (v: Vehicle, at: number) => v.stateAt(at).speedKmh > 0;
    for (const hour of [3, 9, 15, 21]) {
      expect(share(hour, moving)).toBeGreaterThan(0.15);
      expect(share(hour, moving)).toBeLessThan(0.45);
    }
    // passengers travel by day
    const coaches = fleet.filter((_, i) => kinds[i % kinds.length] === 'tourCoach');
    const driving = (hour: number) => coaches.filter((v) => moving(v, FROM + (hour - 8) * HOUR)).length;
    expect(driving(3)).toBe(0);
    expect(driving(10)).toBeGreaterThan(0);
    expect(share(15, (v, at) => v.linkAt(at) === 'up')).toBeGreaterThan(0.8);
    expect(share(15, (v, at) => v.linkAt(at) === 'off')).toBeGreaterThan(0.01);
    const seen = new Set<string>();
    for (const v of fleet) {
      for (let at = FROM; at < FROM + DAY; at += 7 * MINUTE) {
        const s = v.stateAt(at);
        if (s.overspeed) seen.add('overspeed');
        if (s.fatigued) seen.add('fatigued');
        if (!s.fixed) seen.add('no fix');
        if (s.accOn && s.recorderKmh === 0) seen.add('idling');
        if (s.trouble !== 'none') seen.add(s.trouble);
        expect(s.fuelL).toBeGreaterThan(0);
      }
    }
    for (const sight of ['overspeed', 'fatigued', 'no fix', 'idling', 'powerLost']) expect(seen).toContain(sight);
  });

  it('mostly respects the legal driving time', () => {
    const truck = createVehicle({ seed: 77, kind: 'heavyTruck', home: '武汉' });
    let tired = 0;
    let driving = 0;
    for (let at = FROM; at < FROM + 30 * DAY; at += 10 * MINUTE) {
      const s = truck.stateAt(at);
      if (s.recorderKmh > 0) driving++;
      if (s.fatigued) tired++;
    }
    expect(driving).toBeGreaterThan(300);
    expect(tired / driving).toBeLessThan(0.05);
  });

  it('can start from every home in the table', () => {
    for (const home of Object.keys(PLACES) as PlaceName[]) {
      const state = createVehicle({ seed: 5, kind: 'freight', home }).stateAt(FROM + 6 * HOUR);
      expect(distanceKm([state.lng, state.lat], PLACES[home])).toBeLessThan(700);
    }
  });
});
