import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { followAlarms } from './store.ts';

/** ALARM_TYPES: a vehicle is in an area of risk. */
const IN_RISK = 59;
/** No notification for older entries, ms: they are also found after a restart. */
const FRESH_MS = 600_000;

export type Follower = {
  /** Stores new entries and publishes them. Rejects without a database. */
  follow(): Promise<void>;
  stop(): Promise<void>;
};

/** Creates events from stored alarms of risk areas, so a crash loses none. */
export function createFollower(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Pick<Log, 'warn'>;
  readonly timeZone: string;
  readonly now: () => number;
}): Follower {
  const { db, bus, log, timeZone, now } = deps;

  const once = async (): Promise<void> => {
    for (let more = true; more; ) {
      const { entered, full } = await db.transaction((tx) => followAlarms(tx, timeZone));
      const calling = entered.filter(({ at, late }) => !late && now() - at <= FRESH_MS);
      if (calling.length > 0)
        bus.publish(
          'risks.entered',
          calling.map(({ vehicleId, at, areaName }) => ({ vehicleId, at, areaName })),
        );
      more = full;
    }
  };

  // runs are serialized: a call during a run is served by the next one
  const runs = createSerialQueue();
  const follow = (): Promise<void> => runs.run(once);
  const unsubscribe = bus.subscribe('alarms.changed', async (news) => {
    if (!news.some(({ typeId }) => typeId === IN_RISK)) return;
    await follow().catch((err) => log.warn({ err }, 'risk events are not followed, the next minute will'));
  });
  return {
    follow,
    stop: async () => {
      unsubscribe();
      await runs.idle();
    },
  };
}
