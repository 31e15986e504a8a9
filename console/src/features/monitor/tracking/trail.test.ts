import { describe, expect, it, vi } from 'vitest';
import { LISTED, Trail, type TrailPoint } from './trail.ts';

const point = (second: number, more: Partial<TrailPoint> = {}): TrailPoint => ({
  at: second * 1_000,
  receivedAt: second * 1_000 + 200,
  lng: 116 + second / 1_000,
  lat: 39,
  speed: 60,
  heading: 90,
  alarms: '',
  ...more,
});

describe('the trail of a tracked vehicle', () => {
  it('extends with each new position, and lists the newest first', () => {
    const trail = new Trail();
    const heard = vi.fn();
    trail.subscribe(heard);
    expect([trail.take(point(1), true), trail.take(point(2)), trail.take(point(3))]).toEqual([true, true, true]);
    expect(trail.line).toEqual([
      [116.001, 39],
      [116.002, 39],
      [116.003, 39],
    ]);
    expect(trail.listed.map(({ at }) => at)).toEqual([3_000, 2_000, 1_000]);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('counts positions received since its start, without the initial one', () => {
    const trail = new Trail();
    trail.take(point(1), true);
    expect(trail.received).toBe(0);
    trail.take(point(2));
    expect(trail.received).toBe(1);
  });

  it('ignores a repeated or older position', () => {
    const trail = new Trail();
    trail.take(point(5));
    expect(trail.take(point(5))).toBe(false);
    expect(trail.take(point(5, { receivedAt: 9_000 }))).toBe(false);
    expect(trail.take(point(4))).toBe(false);
    // a parked vehicle sends positions, too
    expect(trail.take(point(6, { lng: 116.005 }))).toBe(true);
    expect(trail.received).toBe(2);
  });

  it('lists the last 50 positions and draws all', () => {
    const trail = new Trail();
    for (let second = 1; second <= 80; second++) trail.take(point(second));
    expect([LISTED, trail.listed.length, trail.listed.at(-1)?.at, trail.line.length]).toEqual([50, 50, 31_000, 80]);
  });

  it('is empty after it is cleared', () => {
    const trail = new Trail();
    trail.take(point(1));
    trail.clear();
    expect([trail.line.length, trail.listed.length, trail.received]).toEqual([0, 0, 0]);
    expect(trail.take(point(1))).toBe(true);
  });
});
