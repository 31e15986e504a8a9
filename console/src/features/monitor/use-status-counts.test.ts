import { describe, expect, it } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { STATUS_GROUPS } from './status.ts';
import { countStatuses, sumCounts } from './use-status-counts.ts';

const store = storeOf([
  ...['0', '0', '1', '2', '2', '2', '3', '4', '5', '6'].map((status, i) => vehicle(String(i), { status })),
  vehicle('20', { status: '0', st: 0, r: 0 }),
]);
const shown = () => Object.fromEntries(STATUS_GROUPS.map(({ key, bits }) => [key, sumCounts(countStatuses(store), bits)]));

describe('the counts of the status bar', () => {
  it('include all vehicles, combine alarms, and count never online vehicles as offline too', () => {
    expect(shown()).toEqual({ all: 11, moving: 3, parked: 1, idling: 1, alarm: 2, noFix: 1, offline: 3, never: 1 });
  });

  it('follow socket changes', () => {
    store.applyGps({
      data: [],
      states: [
        ['20', '2', 9_000],
        ['3', '4', 9_000],
      ],
    });
    expect(shown()).toEqual({ all: 11, moving: 3, parked: 1, idling: 1, alarm: 3, noFix: 1, offline: 2, never: 0 });
  });
});
