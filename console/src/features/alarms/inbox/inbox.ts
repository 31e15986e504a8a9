import type { CaseNews } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import type { AlarmChange, AlarmStore } from '../../../live/alarm-store.ts';

/** Shortest time between two renders, ms: a storm of alarms costs five renders a second. */
const DRAW_EVERY_MS = 200;
export type Levels = readonly [low: number, medium: number, high: number];
const NONE: Levels = [0, 0, 0];

/** Serious alarms that wait to be acknowledged; older ones are in the list. */
const MAX_SERIOUS = 50;
const SERIOUS = 3;

/** The state of a case, as last pushed. */
type PushedCase = CaseNews['list'][number];

/** What the pop-ups and the list show; the same object until it changes. */
export type Inbox = {
  /** The newest ordinary alarm that notified the user, and the newest safety alarm; `at` distinguishes two calls. */
  readonly ordinary: Called | null;
  readonly safety: Called | null;
  /** Alarms of level 3 that the user has not acknowledged, oldest first: a banner shows them. */
  readonly serious: readonly AlarmResult[];
  /** Unseen alarms by level. */
  readonly waiting: Levels;
  /** How many alarms were evicted. */
  readonly dropped: number;
  /** Some alarms were missed during a disconnect. */
  readonly gap: boolean;
  /** Increases with each change of the list. */
  readonly version: number;
};
export type Called = { readonly alarm: AlarmResult; readonly at: number };

/**
 * The alarms of the store that notify the user, and their cases. Changes apply at once; listeners are notified DRAW_EVERY_MS later, of
 * all changes by then.
 */
export class AlarmInbox {
  readonly #calls: (alarm: AlarmResult) => boolean;
  readonly #alarms: AlarmStore;
  readonly #cases = new Map<string, PushedCase>();
  readonly #listeners = new Set<() => void>();
  readonly #callers = new Set<(notified: readonly AlarmResult[]) => void>();
  #state: Inbox = { ordinary: null, safety: null, serious: [], waiting: NONE, dropped: 0, gap: false, version: 0 };
  #next: Inbox = this.#state;
  #notified: AlarmResult[] = [];
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rows: { readonly version: number; readonly list: readonly AlarmResult[] } = { version: 0, list: [] };

  /** `calls`: whether an alarm notifies the user. */
  constructor(alarms: AlarmStore, calls: (alarm: AlarmResult) => boolean) {
    this.#alarms = alarms;
    this.#calls = calls;
  }

  /** Starts listening to the store; returns the function that stops. */
  start(): () => void {
    const ends = [
      this.#alarms.hear((news, change) => this.#take(news, change)),
      this.#alarms.onGap(() => this.#change({ gap: true })),
    ];
    return () => {
      for (const end of ends) end();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  get state(): Inbox {
    return this.#state;
  }

  /** By their start, newest first; the same array until the version of the state changes. */
  get rows(): readonly AlarmResult[] {
    const { version } = this.#state;
    if (this.#rows.version !== version)
      this.#rows = { version, list: this.#alarms.list().sort((a, b) => b.warnStartDate - a.warnStartDate) };
    return this.#rows.list;
  }

  /** The pushed case of an alarm; undefined: unchanged since the alarm came. */
  caseOf(gid: string): PushedCase | undefined {
    return this.#cases.get(gid);
  }

  #take(news: readonly AlarmResult[], { added, evicted }: AlarmChange): void {
    let { ordinary, safety, serious, dropped } = this.#next;
    const waiting: [number, number, number] = [...this.#next.waiting];
    for (const alarm of news) {
      if (!added.has(alarm.alarmGid) || !this.#calls(alarm)) {
        if (ordinary?.alarm.alarmGid === alarm.alarmGid) ordinary = { ...ordinary, alarm };
        if (serious.some(({ alarmGid }) => alarmGid === alarm.alarmGid))
          serious = serious.map((each) => (each.alarmGid === alarm.alarmGid ? alarm : each));
        continue;
      }
      const notification = { alarm, at: ++this.#at };
      if (isSafetyAlarm(alarm.warnId)) safety = notification;
      else ordinary = notification;
      if (alarm.warnType === SERIOUS) serious = [...serious, alarm].slice(-MAX_SERIOUS);
      waiting[alarm.warnType === SERIOUS ? 2 : alarm.warnType === 2 ? 1 : 0]++;
      this.#notified.push(alarm);
    }
    for (const gid of evicted) this.#cases.delete(gid);
    dropped += evicted.length;
    this.#change({ ordinary, safety, serious, waiting, dropped });
  }

  /** Cases were claimed or handled, by this user or another. */
  takeCases(list: CaseNews['list']): void {
    let known = false;
    for (const pushed of list) {
      if (this.#alarms.get(pushed.alarmGid) === undefined) continue;
      this.#cases.set(pushed.alarmGid, pushed);
      known = true;
    }
    if (!known) return;
    const handled = list.filter(({ state }) => state === 2 || state === 3).map(({ alarmGid }) => alarmGid);
    this.acknowledge(handled);
  }

  /** The user has taken note of serious alarms, or they were handled. */
  acknowledge(gids: readonly string[]): void {
    const { serious } = this.#next;
    const left = serious.filter(({ alarmGid }) => !gids.includes(alarmGid));
    this.#change(left.length < serious.length ? { serious: left } : {});
  }

  /** The user opened the list, so all alarms are seen. */
  seen(): void {
    this.#change({ waiting: NONE, gap: false });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls the listener with the alarms that notified the user, at each render. */
  onCall(listener: (notified: readonly AlarmResult[]) => void): () => void {
    this.#callers.add(listener);
    return () => void this.#callers.delete(listener);
  }

  #change(change: Partial<Inbox>): void {
    this.#next = { ...this.#next, ...change, version: this.#state.version + 1 };
    this.#timer ??= setTimeout(() => this.#draw(), DRAW_EVERY_MS);
  }

  #draw(): void {
    this.#timer = undefined;
    this.#state = this.#next;
    const notified = this.#notified;
    this.#notified = [];
    for (const listener of [...this.#listeners]) listener();
    if (notified.length > 0) for (const listener of [...this.#callers]) listener(notified);
  }
}
