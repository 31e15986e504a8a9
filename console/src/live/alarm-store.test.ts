import { describe, expect, it, vi } from 'vitest';
import { AlarmStore } from './alarm-store.ts';
import { alarm } from './testing-records.ts';

describe('pushed alarms', () => {
  it.each([
    // number, ms from its beginning to its date, ordinary, safety
    [0, 0, 1, 0],
    [49, 2_000, 1, 0],
    [49, 2_001, 0, 0],
    [50, 0, 0, 0],
    [59, 0, 0, 0],
    [60, 0, 0, 1],
    [66, 9_000, 0, 1],
    [99, 0, 0, 1],
    [100, 0, 1, 0],
    [149, 2_000, 1, 0],
    [150, 0, 0, 1],
  ])('number %i at the age of %i ms counts as %i ordinary and %i safety alarms', (warnId, age, ordinary, safety) => {
    const store = new AlarmStore();
    store.take([alarm({ warnId, warnDate: 10_000 + age })]);
    expect(store.counts).toEqual({ ordinary, safety });
  });

  it('are counted once, however often they are pushed', () => {
    const store = new AlarmStore();
    const heard = vi.fn();
    store.hear(heard);
    store.take([alarm()]);
    store.take([alarm()]);
    store.take([alarm({ raised: false, endDate: 10_500, warnDate: 10_500 })]);
    expect(store.counts).toEqual({ ordinary: 1, safety: 0 });
    expect(heard).toHaveBeenCalledTimes(2);
    expect(store.get('a')?.endDate).toBe(10_500);
  });

  it('are counted from zero again on request', () => {
    const store = new AlarmStore();
    const changed = vi.fn();
    store.take([alarm(), alarm({ alarmGid: 'b', warnId: 70 })]);
    store.subscribe(changed);
    store.reset('ordinary');
    expect(store.counts).toEqual({ ordinary: 0, safety: 1 });
    store.reset();
    expect(store.counts).toEqual({ ordinary: 0, safety: 0 });
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('are removed, the oldest first, when there are too many', () => {
    const store = new AlarmStore();
    const heard = vi.fn();
    store.take(Array.from({ length: 10_999 }, (_, i) => alarm({ alarmGid: String(i) })));
    store.hear(heard);
    store.take([alarm({ alarmGid: '10999' }), alarm({ alarmGid: '10998', alarmOften: 2 })]);
    expect(store.get('0')).toBeUndefined();
    expect(store.get('999')).toBeUndefined();
    expect(store.get('1000')).toBeDefined();
    expect(store.get('10999')).toBeDefined();
    expect(store.counts.ordinary).toBe(11_001);
    expect(store.list().map(({ alarmGid }) => alarmGid)).toEqual(Array.from({ length: 10_000 }, (_, i) => String(10_999 - i)));
    expect(heard.mock.calls[0]![1]).toEqual({ added: new Set(['10999']), evicted: ['999'] });
  });

  it('report a gap when some are missing', () => {
    const store = new AlarmStore();
    const gap = vi.fn();
    store.onGap(gap);
    store.take([alarm()]);
    expect(gap).not.toHaveBeenCalled();
    store.take([], true);
    expect(gap).toHaveBeenCalledTimes(1);
  });
});
