import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { countsForBell, isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';

/** Alarms pushed since a bell was last corrected: `ordinary` rings one, `safety` the other. */
export type AlarmCounts = { readonly ordinary: number; readonly safety: number };

const NONE: AlarmCounts = { ordinary: 0, safety: 0 };

/** Older alarms are in the history. */
export const MAX_ALARMS = 10_000;

/** Ids of alarms that one message added, and of those that made room for them. */
export type AlarmChange = { readonly added: ReadonlySet<string>; readonly evicted: readonly string[] };

/** The alarms pushed in this session, outside of React: listeners decide how often they render. */
export class AlarmStore {
  readonly #byGid = new Map<string, AlarmResult>();
  readonly #changed = new Set<() => void>();
  readonly #heard = new Set<(news: readonly AlarmResult[], change: AlarmChange) => void>();
  readonly #gaps = new Set<() => void>();
  #counts = NONE;
  #version = 0;

  /** Goes up with each message. */
  get version(): number {
    return this.#version;
  }

  /** The same object until it changes. */
  get counts(): AlarmCounts {
    return this.#counts;
  }

  /** Newest first. */
  list(): AlarmResult[] {
    return [...this.#byGid.values()].reverse();
  }

  /** The newest state of an alarm. */
  get(gid: string): AlarmResult | undefined {
    return this.#byGid.get(gid);
  }

  /** Applies one message; a known alarm keeps its place. `gap`: alarms are missing before it. */
  take(news: readonly AlarmResult[], gap = false): void {
    let [ordinary, safety] = [0, 0];
    const fresh: AlarmResult[] = [];
    const added = new Set<string>();
    const evicted: string[] = [];
    for (const alarm of news) {
      // repeated after a reconnect
      const known = this.#byGid.get(alarm.alarmGid);
      if (known && known.alarmOften === alarm.alarmOften && known.warnDate === alarm.warnDate && known.endDate === alarm.endDate)
        continue;
      if (known === undefined) added.add(alarm.alarmGid);
      this.#byGid.set(alarm.alarmGid, alarm);
      fresh.push(alarm);
      if (!alarm.raised) continue;
      if (isSafetyAlarm(alarm.warnId)) safety++;
      else if (countsForBell({ alarmId: alarm.warnId, startMs: alarm.warnStartDate, currentMs: alarm.warnDate })) ordinary++;
    }
    for (const gid of this.#byGid.keys()) {
      if (this.#byGid.size <= MAX_ALARMS) break;
      this.#byGid.delete(gid);
      evicted.push(gid);
    }
    if (ordinary + safety > 0)
      this.#counts = { ordinary: this.#counts.ordinary + ordinary, safety: this.#counts.safety + safety };
    if (fresh.length === 0 && !gap) return;
    this.#version++;
    for (const listener of [...this.#heard]) listener(fresh, { added, evicted });
    if (gap) for (const listener of [...this.#gaps]) listener();
    for (const listener of [...this.#changed]) listener();
  }

  /** To zero on demand, and when the server has said how many there are. */
  reset(which: keyof AlarmCounts | 'all' = 'all'): void {
    this.#counts = which === 'all' ? NONE : { ...this.#counts, [which]: 0 };
    for (const listener of [...this.#changed]) listener();
  }

  /** Calls the listener after each change; returns the unsubscribe function. */
  subscribe = (listener: () => void): (() => void) => {
    this.#changed.add(listener);
    return () => void this.#changed.delete(listener);
  };

  /** Calls the listener with the new and changed alarms of each message; returns the unsubscribe function. */
  hear(listener: (news: readonly AlarmResult[], change: AlarmChange) => void): () => void {
    this.#heard.add(listener);
    return () => void this.#heard.delete(listener);
  }

  /** Calls the listener when alarms were missed: lists must be reloaded. */
  onGap(listener: () => void): () => void {
    this.#gaps.add(listener);
    return () => void this.#gaps.delete(listener);
  }
}
