import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarm } from '../testing.ts';
import { AlarmInbox, KEPT } from './inbox.ts';

const storm = (count: number, change: Partial<AlarmResult> = {}) =>
  Array.from({ length: count }, (_, i) => alarm({ alarmGid: `g${i}`, ...change }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(calls: (alarm: AlarmResult) => boolean = () => true) {
  const inbox = new AlarmInbox(calls);
  const drawn = vi.fn();
  const called = vi.fn();
  inbox.subscribe(drawn);
  inbox.onCall(called);
  return { inbox, drawn, called };
}

describe('alarms that are pushed', () => {
  it('are all kept, newest first, and those that call are counted by level', () => {
    const { inbox } = setUp((each) => each.warnType > 1);
    inbox.take([
      alarm({ alarmGid: 'a', warnType: 1 }),
      alarm({ alarmGid: 'b', warnType: 2 }),
      alarm({ alarmGid: 'c', warnType: 3 }),
      alarm({ alarmGid: 'd', warnType: 3, warnId: 77 }),
    ]);
    vi.runAllTimers();
    expect(inbox.rows.map(({ alarmGid }) => alarmGid)).toEqual(['d', 'c', 'b', 'a']);
    expect(inbox.state.waiting).toEqual([0, 1, 2]);
    expect(inbox.state.ordinary?.alarm.alarmGid).toBe('c');
    expect(inbox.state.safety?.alarm.alarmGid).toBe('d');
  });

  it('5,000 in 10 s are drawn 50 times at the most, and none is lost', () => {
    const { inbox, drawn, called } = setUp();
    const all = storm(5_000);
    for (let i = 0; i < 1_000; i++) {
      inbox.take(all.slice(i * 5, i * 5 + 5));
      vi.advanceTimersByTime(10);
    }
    vi.runAllTimers();
    expect(drawn.mock.calls.length).toBeLessThanOrEqual(51);
    expect(inbox.rows).toHaveLength(5_000);
    expect(inbox.state.waiting).toEqual([0, 5_000, 0]);
    expect(called.mock.calls.flatMap(([news]) => news)).toHaveLength(5_000);
  });

  it('call once, however often they are told; what is shown follows what becomes of it', () => {
    const { inbox, called } = setUp();
    inbox.take([alarm({ alarmGid: 'a' })]);
    inbox.take([alarm({ alarmGid: 'a', warnDate: 12_000, alarmOften: 2 })]);
    vi.runAllTimers();
    const first = inbox.state.ordinary;
    inbox.take([alarm({ alarmGid: 'a', warnDate: 15_000, raised: false })]);
    vi.runAllTimers();
    expect(inbox.state.ordinary).toMatchObject({ at: first?.at, alarm: { warnDate: 15_000 } });
    expect(called).toHaveBeenCalledTimes(1);
    expect(inbox.state.waiting).toEqual([0, 1, 0]);
  });

  it('wait until they are looked at', () => {
    const { inbox } = setUp();
    inbox.take(storm(3));
    inbox.missed();
    vi.runAllTimers();
    expect(inbox.state).toMatchObject({ waiting: [0, 3, 0], gap: true });
    inbox.seen();
    vi.runAllTimers();
    expect(inbox.state).toMatchObject({ waiting: [0, 0, 0], gap: false });
    expect(inbox.rows).toHaveLength(3);
  });

  it('are forgotten, the oldest first, where there are too many; how many is said', () => {
    const { inbox } = setUp();
    inbox.take(storm(KEPT + 7));
    vi.runAllTimers();
    expect(inbox.rows).toHaveLength(KEPT);
    expect(inbox.rows.at(-1)?.alarmGid).toBe('g7');
    expect(inbox.state.dropped).toBe(7);
  });

  it('know what has become of their cases', () => {
    const { inbox, drawn } = setUp();
    inbox.take([alarm({ alarmGid: 'a' })]);
    vi.runAllTimers();
    const told = { targId: '1', warnId: 1, state: 2 as const, version: 3, username: '李四' };
    inbox.takeCases([{ ...told, alarmGid: 'unknown' }]);
    vi.runAllTimers();
    expect(drawn).toHaveBeenCalledTimes(1);
    inbox.takeCases([{ ...told, alarmGid: 'a' }]);
    vi.runAllTimers();
    expect(drawn).toHaveBeenCalledTimes(2);
    expect(inbox.caseOf('a')).toMatchObject({ state: 2, username: '李四' });
  });
});
