import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { parseFleet } from '../../../simulator/src/identity.ts';
import { createVehicle } from '../../../simulator/src/motion/vehicle.ts';
import { simulatedTerminal } from './demo-records.ts';

const VEHICLES = 200;
/** Midnight in Shanghai. */
const FROM = Date.UTC(2026, 10, 8, 16);
const DAYS = [0, 5, 11, 16];
const MOVING_KMH = 5;

const fleet = parseFleet(JSON.stringify(Array.from({ length: VEHICLES }, (_, i) => simulatedTerminal(i)))).map(
  ({ seed, kind, homeCity }) => createVehicle({ seed, kind, home: homeCity }),
);

describe('the fleet of the demo', () => {
  it('has 25% to 40% of its vehicles moving at every hour of the day', () => {
    for (let hour = 0; hour < 24; hour++) {
      const shares = DAYS.map((day) => {
        const at = FROM + day * DAY_MS + hour * HOUR_MS;
        const moving = fleet.filter((vehicle) => vehicle.linkAt(at) === 'up' && vehicle.stateAt(at).speedKmh >= MOVING_KMH);
        return moving.length / VEHICLES;
      });
      const mean = shares.reduce((sum, share) => sum + share, 0) / DAYS.length;
      expect(mean, `mean at ${hour}`).toBeGreaterThanOrEqual(0.25);
      expect(mean, `mean at ${hour}`).toBeLessThanOrEqual(0.4);
      for (const share of shares) {
        expect(share, `a day at ${hour}`).toBeGreaterThan(0.2);
        expect(share, `a day at ${hour}`).toBeLessThan(0.45);
      }
    }
  });

  it('has fewer than 5% of its vehicles never online in a week', () => {
    const never = fleet.filter((vehicle) => {
      for (let at = FROM; at < FROM + 7 * DAY_MS; at += HOUR_MS / 2) if (vehicle.linkAt(at) !== 'off') return false;
      return true;
    });
    expect(never.length).toBeLessThan(VEHICLES * 0.05);
    // some, because the tree has such a group
    expect(never.length).toBeGreaterThan(0);
  });

  it('has a unique plate for each vehicle', () => {
    const plates = Array.from({ length: 5_000 }, (_, i) => simulatedTerminal(i).plate);
    expect(new Set(plates).size).toBe(plates.length);
  });
});
