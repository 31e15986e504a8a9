import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { Db } from '../platform/db/database.ts';
import { type AlarmRow, alarmRow, countAlarms, saveAlarms, saveLateAlarm } from './alarm-store.ts';
import type { HeardAlarm, VehicleStates } from './vehicle-states.ts';

/** Stores what alarms have done, one round after the other. */
export type AlarmWriter = {
  /** Resolves once everything that was known when it was called is stored and told. Rejects where it could not be; it is kept then. */
  flush(): Promise<void>;
};

/** Whom an alarm calls: what may pop up and sound, and from the how many-th within a time on. */
export type Calling = { readonly popup: boolean; readonly sound: boolean; readonly minTimes: number; readonly windowMs: number };

/** `tell` is called after the commit, in the order of the news. `dueMs`: how long one may take to decide; null: no target. */
export function createAlarmWriter(options: {
  readonly db: Db;
  readonly states: VehicleStates;
  readonly tell: (news: readonly AlarmNews[]) => void;
  readonly dueMs: (typeId: number, level: AlarmLevel, vehicleId: number) => number | null;
  /** Undefined: everybody it may concern. */
  readonly callingOf?: (news: AlarmNews) => Calling | undefined;
}): AlarmWriter {
  const { db, states, tell, callingOf } = options;
  let running: Promise<void> = Promise.resolve();

  const rowOf = ({ vehicleId, at, event }: HeardAlarm): AlarmRow => {
    const { alarm, late } = event;
    const due = late ? null : options.dueMs(alarm.typeId, alarm.level, vehicleId);
    return alarmRow(vehicleId, alarm, {
      // from its beginning on (report catalogue 3.9), whenever its news come, and how many of them at a time
      receivedAt: at,
      late,
      dueAt: due === null ? null : alarm.startAt + due,
      ended: late || event.type === 'alarm.ended' || event.type === 'alarm.brief',
      brief: event.type === 'alarm.brief',
    });
  };

  const withCalling = async (news: AlarmNews): Promise<AlarmNews> => {
    const calling = callingOf?.(news);
    if (calling === undefined) return news;
    const often = calling.minTimes === 1 || (await countAlarms(db, news, calling.windowMs)) >= calling.minTimes;
    return {
      ...news,
      ...(calling.popup && often ? {} : { popup: false as const }),
      ...(calling.sound && often ? {} : { sound: false as const }),
    };
  };

  const write = async () => {
    const heard = states.takeAlarms();
    if (heard.length === 0) return;
    const rows = heard.map(rowOf);
    // of several news of one alarm the last says all; its first place among them is kept
    const live = new Map<string, AlarmRow>();
    for (const row of rows) if (!row.late) live.set(row.gid, row);
    const late = new Map<string, AlarmRow>();
    for (const row of rows) if (row.late) late.set(row.gid, row);
    try {
      const news: AlarmNews[] = [];
      for (const each of await saveAlarms(db, [...live.values()])) news.push(await withCalling(each));
      for (const row of late.values()) await saveLateAlarm(db, row);
      if (news.length > 0) tell(news);
    } catch (error) {
      states.putBackAlarms(heard);
      throw error;
    }
  };

  return {
    flush: () => {
      const next = running.then(write);
      running = next.catch(() => undefined);
      return next;
    },
  };
}
