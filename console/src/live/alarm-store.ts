import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { countsForBell, isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';

/** Alarms pushed since a bell was last corrected: `ordinary` rings one, `safety` the other. */
export type AlarmCounts = { readonly ordinary: number; readonly safety: number };

const NONE: AlarmCounts = { ordinary: 0, safety: 0 };

/** Alarms remembered by their number, so that news of one replace what is known of it. */
const KEPT = 5_000;

/** The alarms pushed to this console, outside of React: a storm of them costs a page one drawing, not one each. */
export class AlarmStore {
  readonly #byGid = new Map<string, AlarmResult>();
  readonly #changed = new Set<() => void>();
  readonly #heard = new Set<(news: readonly AlarmResult[]) => void>();
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

  /** The newest that is known of an alarm. */
  get(gid: string): AlarmResult | undefined {
    return this.#byGid.get(gid);
  }

  /** Takes one message in. `gap`: alarms are missing before it. */
  take(news: readonly AlarmResult[], gap = false): void {
    let [ordinary, safety] = [0, 0];
    const fresh: AlarmResult[] = [];
    for (const alarm of news) {
      // told again after a cut
      const known = this.#byGid.get(alarm.alarmGid);
      if (known && known.alarmOften === alarm.alarmOften && known.warnDate === alarm.warnDate && known.endDate === alarm.endDate)
        continue;
      this.#byGid.delete(alarm.alarmGid);
      this.#byGid.set(alarm.alarmGid, alarm);
      fresh.push(alarm);
      if (!alarm.raised) continue;
      if (isSafetyAlarm(alarm.warnId)) safety++;
      else if (countsForBell({ alarmId: alarm.warnId, startMs: alarm.warnStartDate, currentMs: alarm.warnDate })) ordinary++;
    }
    for (const gid of this.#byGid.keys()) {
      if (this.#byGid.size <= KEPT) break;
      this.#byGid.delete(gid);
    }
    if (ordinary + safety > 0)
      this.#counts = { ordinary: this.#counts.ordinary + ordinary, safety: this.#counts.safety + safety };
    if (fresh.length === 0 && !gap) return;
    this.#version++;
    for (const listener of [...this.#heard]) listener(fresh);
    if (gap) for (const listener of [...this.#gaps]) listener();
    for (const listener of [...this.#changed]) listener();
  }

  /** To zero on demand, and when the server has said how many there are. */
  reset(which: keyof AlarmCounts | 'all' = 'all'): void {
    this.#counts = which === 'all' ? NONE : { ...this.#counts, [which]: 0 };
    for (const listener of [...this.#changed]) listener();
  }

  /** Hears that something changed; returns what ends it. */
  subscribe = (listener: () => void): (() => void) => {
    this.#changed.add(listener);
    return () => void this.#changed.delete(listener);
  };

  /** Hears each message's news, those told before left out; returns what ends it. */
  hear(listener: (news: readonly AlarmResult[]) => void): () => void {
    this.#heard.add(listener);
    return () => void this.#heard.delete(listener);
  }

  /** Hears that alarms came which are not told again: lists have to be read anew. */
  onGap(listener: () => void): () => void {
    this.#gaps.add(listener);
    return () => void this.#gaps.delete(listener);
  }
}
