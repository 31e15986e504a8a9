import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { Db } from '../platform/db/database.ts';
import { createSerialQueue } from '../platform/serial-queue.ts';
import { type AlarmRow, alarmRow, countRepetitions, saveAlarms, saveLateAlarm } from './alarm-store.ts';
import type { QueuedAlarmEvent, VehicleStates } from './vehicle-states.ts';

/** Stores alarm events, one batch at a time. */
export type AlarmWriter = {
  /** Resolves when all events queued before the call are stored and published. Rejects on failure; the events stay queued. */
  flush(): Promise<void>;
};

/** Whether an alarm shows a popup and plays a sound, and from which repetition on. */
export type NotificationPolicy = {
  readonly popup: boolean;
  readonly sound: boolean;
  readonly minTimes: number;
  readonly windowMs: number;
};

/** `tell` is called after the commit, in sequence order. `dueMs`: time allowed for handling; null: no deadline. */
export function createAlarmWriter(options: {
  readonly db: Db;
  readonly states: VehicleStates;
  readonly tell: (news: readonly AlarmNews[]) => void;
  readonly dueMs: (typeId: number, level: AlarmLevel, vehicleId: number) => number | null;
  /** Undefined: popup and sound for every user who may see the alarm. */
  readonly findNotificationPolicy?: (news: AlarmNews) => NotificationPolicy | undefined;
}): AlarmWriter {
  const { db, states, tell, findNotificationPolicy } = options;
  const flushes = createSerialQueue();

  const toAlarmRow = ({ vehicleId, at, event }: QueuedAlarmEvent): AlarmRow => {
    const { alarm, late } = event;
    const due = late ? null : options.dueMs(alarm.typeId, alarm.level, vehicleId);
    return alarmRow(vehicleId, alarm, {
      // The deadline counts from the start of the alarm (report catalogue 3.9), whatever the order of its events.
      receivedAt: at,
      late,
      dueAt: due === null ? null : alarm.startAt + due,
      ended: late || event.type === 'alarm.ended' || event.type === 'alarm.brief',
      brief: event.type === 'alarm.brief',
    });
  };

  const applyNotificationPolicies = async (news: readonly AlarmNews[]): Promise<readonly AlarmNews[]> => {
    if (findNotificationPolicy === undefined) return news;
    const policies = news.map((alarm) => ({ alarm, policy: findNotificationPolicy(alarm) }));
    const queries = policies.flatMap(({ alarm, policy }) =>
      policy !== undefined && policy.minTimes > 1 ? [{ ...alarm, windowMs: policy.windowMs }] : [],
    );
    const counts = queries.length === 0 ? [] : await countRepetitions(db, queries);
    let next = 0;
    return policies.map(({ alarm, policy }) => {
      if (policy === undefined) return alarm;
      const repeated = policy.minTimes > 1 ? counts[next++]! >= policy.minTimes : true;
      return {
        ...alarm,
        ...(policy.popup && repeated ? {} : { popup: false as const }),
        ...(policy.sound && repeated ? {} : { sound: false as const }),
      };
    });
  };

  const write = async () => {
    const events = states.alarms.take();
    if (events.length === 0) return;
    const rows = events.map(toAlarmRow);
    // The last event of an alarm has its newest state; a Map keeps the position of the first.
    const live = new Map<string, AlarmRow>();
    for (const row of rows) if (!row.late) live.set(row.gid, row);
    const late = new Map<string, AlarmRow>();
    for (const row of rows) if (row.late) late.set(row.gid, row);
    try {
      const news = await applyNotificationPolicies(await saveAlarms(db, [...live.values()]));
      for (const row of late.values()) await saveLateAlarm(db, row);
      if (news.length > 0) tell(news);
    } catch (error) {
      states.alarms.requeue(events);
      throw error;
    }
  };

  return {
    flush: () => flushes.run(write),
  };
}
