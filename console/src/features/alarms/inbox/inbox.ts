import type { CaseNews } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';

/** What came is drawn so often at the most, ms: a storm of alarms costs a page five drawings a second. */
const DRAW_EVERY_MS = 200;
/** Alarms the list holds; older ones are in the history. */
export const KEPT = 10_000;

export type Levels = readonly [low: number, medium: number, high: number];
const NONE: Levels = [0, 0, 0];

/** What has become of an alarm's case, as far as this console was told. */
type CaseTold = CaseNews['list'][number];

/** All that the pop-ups and the list show, the same object until it changes. */
export type Inbox = {
  /** The newest ordinary alarm that called, and one of active safety; `at` tells one call from the next. */
  readonly ordinary: Called | null;
  readonly safety: Called | null;
  /** Alarms that called and were not looked at, by level. */
  readonly waiting: Levels;
  /** How many the list holds no longer. */
  readonly dropped: number;
  /** Some came while the connection was cut, and are not here. */
  readonly gap: boolean;
  /** Goes up with each change of the list. */
  readonly version: number;
};
export type Called = { readonly alarm: AlarmResult; readonly at: number };

/**
 * The alarms of this session outside of React. News are taken in at once, none is lost; who draws them hears of it DRAW_EVERY_MS
 * later, of all that came by then.
 */
export class AlarmInbox {
  readonly #calls: (alarm: AlarmResult) => boolean;
  readonly #byGid = new Map<string, AlarmResult>();
  readonly #cases = new Map<string, CaseTold>();
  readonly #listeners = new Set<() => void>();
  readonly #callers = new Set<(called: readonly AlarmResult[]) => void>();
  #state: Inbox = { ordinary: null, safety: null, waiting: NONE, dropped: 0, gap: false, version: 0 };
  #next: Inbox = this.#state;
  #called: AlarmResult[] = [];
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rows: { readonly version: number; readonly list: readonly AlarmResult[] } = { version: 0, list: [] };

  /** `calls`: whether an alarm calls the user. */
  constructor(calls: (alarm: AlarmResult) => boolean) {
    this.#calls = calls;
  }

  get state(): Inbox {
    return this.#state;
  }

  /** Newest first; the same array until the state's version goes up. */
  get rows(): readonly AlarmResult[] {
    const { version } = this.#state;
    if (this.#rows.version !== version) this.#rows = { version, list: [...this.#byGid.values()].reverse() };
    return this.#rows.list;
  }

  /** What is known of an alarm's case; undefined: it is as it was when it came. */
  caseOf(gid: string): CaseTold | undefined {
    return this.#cases.get(gid);
  }

  take(news: readonly AlarmResult[]): void {
    let { ordinary, safety, dropped } = this.#next;
    const waiting: [number, number, number] = [...this.#next.waiting];
    for (const alarm of news) {
      // one that is known keeps its place
      const isNew = !this.#byGid.has(alarm.alarmGid);
      this.#byGid.set(alarm.alarmGid, alarm);
      if (!isNew || !this.#calls(alarm)) {
        if (ordinary?.alarm.alarmGid === alarm.alarmGid) ordinary = { ...ordinary, alarm };
        continue;
      }
      const called = { alarm, at: ++this.#at };
      if (isSafetyAlarm(alarm.warnId)) safety = called;
      else ordinary = called;
      waiting[alarm.warnType === 3 ? 2 : alarm.warnType === 2 ? 1 : 0]++;
      this.#called.push(alarm);
    }
    for (const gid of this.#byGid.keys()) {
      if (this.#byGid.size <= KEPT) break;
      this.#byGid.delete(gid);
      this.#cases.delete(gid);
      dropped++;
    }
    this.#change({ ordinary, safety, waiting, dropped });
  }

  /** Cases were claimed or decided, here or by somebody else. */
  takeCases(list: CaseNews['list']): void {
    let known = false;
    for (const told of list) {
      if (!this.#byGid.has(told.alarmGid)) continue;
      this.#cases.set(told.alarmGid, told);
      known = true;
    }
    if (known) this.#change({});
  }

  /** Alarms came that are not told again. */
  missed(): void {
    this.#change({ gap: true });
  }

  /** The list was looked at: nothing waits any more. */
  seen(): void {
    this.#change({ waiting: NONE, gap: false });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Hears what called the user, each time it is drawn. */
  onCall(listener: (called: readonly AlarmResult[]) => void): () => void {
    this.#callers.add(listener);
    return () => void this.#callers.delete(listener);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #change(change: Partial<Inbox>): void {
    this.#next = { ...this.#next, ...change, version: this.#state.version + 1 };
    this.#timer ??= setTimeout(() => this.#draw(), DRAW_EVERY_MS);
  }

  #draw(): void {
    this.#timer = undefined;
    this.#state = this.#next;
    const called = this.#called;
    this.#called = [];
    for (const listener of [...this.#listeners]) listener();
    if (called.length > 0) for (const listener of [...this.#callers]) listener(called);
  }
}
