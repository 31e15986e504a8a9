import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { SILENCE_MS } from '../engine/alarms/occurrences.ts';
import { defaultTiming } from '../engine/alarms/timing.ts';
import type { JudgedLocation } from '../engine/judged-location.ts';
import { VehicleStates } from './vehicle-states.ts';

const NOW = Date.UTC(2026, 5, 1, 4);
const OVERSPEED = 1 << 1;

/** A vehicle whose clock is behind ours, with an alarm in each minute. */
function driven(behindMs: number, minutes: number): VehicleStates {
  const states = new VehicleStates('Asia/Shanghai', { itemsOf: () => [], timingOf: defaultTiming });
  for (let minute = 0; minute < minutes; minute++) {
    const receivedAt = NOW + minute * MINUTE_MS;
    const report: JudgedLocation = {
      vehicleId: 1,
      deviceAt: receivedAt - behindMs,
      receivedAt,
      backfill: false,
      quality: 0,
      lng: 113,
      lat: 23,
      altitudeM: 4,
      speedKmh: 90,
      heading: 0,
      alarmBits: OVERSPEED,
      statusBits: 3,
      odometerKm: null,
      recorderKmh: null,
      fuelL: null,
      ioBits: null,
      signal: null,
      satellites: null,
      extra: null,
    };
    states.locate(report);
    states.endSilent(receivedAt + MINUTE_MS / 2);
  }
  return states;
}
const told = (states: VehicleStates) => states.alarms.take().map(({ event }) => event.type);

describe('an alarm of a terminal whose clock is behind', () => {
  it.each([0, 15 * MINUTE_MS, 365 * DAY_MS])('by %i ms lasts while the terminal reports it', (behindMs) => {
    const states = driven(behindMs, 20);
    // sent again every five minutes while it continues
    expect(told(states)).toEqual(['alarm.raised', 'alarm.continued', 'alarm.continued', 'alarm.continued']);
  });

  it('ends after a long silence of the terminal', () => {
    const states = driven(15 * MINUTE_MS, 2);
    const last = NOW + MINUTE_MS;
    states.alarms.take();
    states.endSilent(last + SILENCE_MS);
    expect(told(states)).toEqual([]);
    states.endSilent(last + SILENCE_MS + 1);
    expect(told(states)).toEqual(['alarm.ended']);
  });
});
