import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmStore, MAX_ALARMS } from '../../../live/alarm-store.ts';
import { alarm } from '../../../live/testing-records.ts';
import { AlarmInbox } from './inbox.ts';

const storm = (count: number, change: Partial<AlarmResult> = {}) =>
  Array.from({ length: count }, (_, i) => alarm({ alarmGid: `g${i}`, ...change }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(calls: (alarm: AlarmResult) => boolean = () => true) {
  const alarms = new AlarmStore();
  const inbox = new AlarmInbox(alarms, calls);
  inbox.start();
  const drawn = vi.fn();
  const called = vi.fn();
  inbox.subscribe(drawn);
  inbox.onCall(called);
  return { alarms, inbox, drawn, called };
}

describe('pushed alarms', () => {
  it('are all stored, newest first, and those that alert the user are counted by level', () => {
    const { alarms, inbox } = setUp((each) => each.warnType > 1);
    alarms.take([
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

  it('at 5,000 in 10 s are rendered at most 51 times, and none is lost', () => {
    const { alarms, inbox, drawn, called } = setUp();
    const all = storm(5_000);
    for (let i = 0; i < 1_000; i++) {
      alarms.take(all.slice(i * 5, i * 5 + 5));
      vi.advanceTimersByTime(10);
    }
    vi.runAllTimers();
    expect(drawn.mock.calls.length).toBeLessThanOrEqual(51);
    expect(inbox.rows).toHaveLength(5_000);
    expect(inbox.state.waiting).toEqual([0, 5_000, 0]);
    expect(called.mock.calls.flatMap(([news]) => news)).toHaveLength(5_000);
  });

  it('alert the user once, even if pushed repeatedly; the shown alarm is updated', () => {
    const { alarms, inbox, called } = setUp();
    alarms.take([alarm({ alarmGid: 'a' })]);
    alarms.take([alarm({ alarmGid: 'a', warnDate: 12_000, alarmOften: 2 })]);
    vi.runAllTimers();
    const first = inbox.state.ordinary;
    alarms.take([alarm({ alarmGid: 'a', warnDate: 15_000, raised: false })]);
    vi.runAllTimers();
    expect(inbox.state.ordinary).toMatchObject({ at: first?.at, alarm: { warnDate: 15_000 } });
    expect(called).toHaveBeenCalledTimes(1);
    expect(inbox.state.waiting).toEqual([0, 1, 0]);
  });

  it('are counted as waiting until they are viewed', () => {
    const { alarms, inbox } = setUp();
    alarms.take(storm(3));
    alarms.take([], true);
    vi.runAllTimers();
    expect(inbox.state).toMatchObject({ waiting: [0, 3, 0], gap: true });
    inbox.seen();
    vi.runAllTimers();
    expect(inbox.state).toMatchObject({ waiting: [0, 0, 0], gap: false });
    expect(inbox.rows).toHaveLength(3);
  });

  it('are dropped beyond the limit, the oldest first, and the dropped ones are counted', () => {
    const { alarms, inbox } = setUp();
    alarms.take(storm(MAX_ALARMS + 7));
    vi.runAllTimers();
    expect(inbox.rows).toHaveLength(MAX_ALARMS);
    expect(inbox.rows.at(-1)?.alarmGid).toBe('g7');
    expect(inbox.state.dropped).toBe(7);
  });

  it('have the current state of their cases', () => {
    const { alarms, inbox, drawn } = setUp();
    alarms.take([alarm({ alarmGid: 'a' })]);
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
