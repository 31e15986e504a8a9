import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineShape, Shape } from '../../../map/overlays/shapes.ts';
import { storeOf, vehicle } from '../../../ui/testing.tsx';
import { showTails } from './tails.ts';

const FAKED = ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const store = storeOf([vehicle('1', { followed: true }), vehicle('2'), vehicle('3', { followed: true, x: 10, y: 10 })]);
  const lines = new Set<{ shape: Shape }>();
  const overlays = {
    add: (shape: Shape) => {
      const line = { shape };
      lines.add(line);
      return {
        shape,
        set: (next: Shape) => {
          line.shape = next;
        },
        extend: () => {},
        edit: () => () => {},
        remove: () => void lines.delete(line),
      };
    },
  };
  const map = { getBounds: () => [100, 20, 130, 50], overlays } as unknown as Parameters<typeof showTails>[1];
  const stop = showTails(store, map, '#0000FF');
  let time = 3_000;
  const drive = (tid: string, x: number, y = 39.9) => {
    store.applyGps({ data: [vehicle(tid, { x, y, r: ++time, t: time })] });
    vi.advanceTimersByTime(2_000);
  };
  const points = () => [...lines].map(({ shape }) => (shape as LineShape).points);
  return { store, drive, points, stop };
}

describe('track tails', () => {
  it('show the last 10 points of followed vehicles in view', () => {
    const { drive, points } = setUp();
    expect(points()).toEqual([[[116.4, 39.9]]]);
    for (let n = 1; n <= 15; n++) drive('1', 116.4 + n / 100);
    expect(points()).toHaveLength(1);
    expect(points()[0]).toHaveLength(10);
    expect(points()[0]!.at(-1)![0]).toBeCloseTo(116.55, 5);
  });

  it('do not grow while the position of a vehicle is unchanged', () => {
    const { drive, points } = setUp();
    drive('1', 116.4);
    expect(points()[0]).toHaveLength(1);
  });

  it('disappear when a vehicle leaves the view or is no longer followed', () => {
    const { store, drive, points } = setUp();
    drive('1', 90);
    expect(points()).toEqual([]);
    drive('1', 116.4);
    expect(points()).toHaveLength(1);
    store.setFollowed([store.rowOf('1')], false);
    vi.advanceTimersByTime(2_000);
    expect(points()).toEqual([]);
  });

  it('are all removed when stopped', () => {
    const { drive, points, stop } = setUp();
    stop();
    drive('1', 117);
    expect(points()).toEqual([]);
  });
});
