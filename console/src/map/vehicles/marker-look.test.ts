import type { MapRecord } from '@fleetwarden/contract/live/live';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { initRecord } from '../../live/testing-records.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import { fixLook, LAYER, layerOf, OLD_FIX_MS, shapeOf, statusLook } from './marker-look.ts';
import { LOOK_HOLLOW, LOOK_STALE, SHAPE_MOVING } from './vehicle-shader.ts';

const NOW = 1_790_000_000_000;

function columnsOf(more: Partial<MapRecord>) {
  const store = new VehicleStore();
  store.applyInit([initRecord('1', { t: NOW, r: NOW, st: NOW, ...more })]);
  store.endInit();
  return store.columns;
}

describe('the icon of a vehicle', () => {
  it('is of set a for status 2, b for 4 and 5, c for 1, 3 and 6, d for 0: moving, ringed, stopped, small', () => {
    const moves = (status: string, sp = 0) => (shapeOf(columnsOf({ status, sp }), 0) & SHAPE_MOVING) !== 0;
    const layer = (status: string) => layerOf(columnsOf({ status }), 0, false);
    expect(['0', '1', '2', '3', '4', '5', '6'].map((status) => moves(status))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
    // set b shows the direction of moving vehicles; c and d are standing, whatever their last speed
    expect(['0', '1', '3', '4', '5', '6'].map((status) => moves(status, 60))).toEqual([false, false, false, true, true, false]);
    expect(['0', '1', '2', '3', '4', '5', '6'].map(layer)).toEqual([
      LAYER.quiet,
      LAYER.normal,
      LAYER.normal,
      LAYER.normal,
      LAYER.alarm,
      LAYER.alarm,
      LAYER.normal,
    ]);
    expect(layerOf(columnsOf({ status: '0' }), 0, true)).toBe(LAYER.selected);
  });

  it('has the shape of its car-icon set 1 to 3, and the shape of set 3 for other numbers', () => {
    expect([1, 2, 3, 0, 9].map((type) => shapeOf(columnsOf({ type, status: '1' }), 0))).toEqual([0, 1, 2, 2, 2]);
  });

  it('of an unknown status is that of an offline vehicle', () => {
    const columns = columnsOf({ status: '9' });
    expect([statusLook(columns, 0), layerOf(columns, 0, false), fixLook(columns, 0, NOW)]).toEqual([0, LAYER.quiet, 0]);
  });

  it('is hollow if the fix is older than five minutes while online, but not while offline', () => {
    const look = (more: Partial<MapRecord>) => fixLook(columnsOf(more), 0, NOW);
    expect(OLD_FIX_MS).toBe(300_000);
    expect(look({ t: NOW - 300_000 })).toBe(0);
    expect(look({ t: NOW - 300_001 })).toBe(LOOK_HOLLOW);
    expect(look({ t: NOW - 300_001, status: '0' })).toBe(0);
    expect(look({ t: null })).toBe(LOOK_HOLLOW);
  });

  it('is marked for a wrong time: stale according to the server, or in the future', () => {
    const look = (more: Partial<MapRecord>) => fixLook(columnsOf(more), 0, NOW);
    expect(look({ stale: 1 })).toBe(LOOK_STALE);
    expect(look({ t: NOW + 60_000 })).toBe(0);
    expect(look({ t: NOW + DAY_MS })).toBe(LOOK_STALE);
    expect(look({ t: NOW - 400 * DAY_MS, stale: 1 })).toBe(LOOK_STALE | LOOK_HOLLOW);
  });
});
