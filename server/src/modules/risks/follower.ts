import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import { followAlarms } from './store.ts';

/** ALARM_TYPES: a vehicle is in an area of risk. */
const IN_RISK = 59;
/** Nobody is called for what is older, ms: it is found after a restart, too. */
const FRESH_MS = 600_000;

export type Follower = {
  /** Writes down what came, and tells who came in. Rejects without a database. */
  follow(): Promise<void>;
  stop(): Promise<void>;
};

/** Makes events of the alarms of risk areas, which are stored before anybody hears of them: none is lost between the two. */
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

  // one after the other: who asks while it runs is answered by the next
  let following: Promise<void> = Promise.resolve();
  const follow = (): Promise<void> => {
    const next = following.then(once);
    following = next.catch(() => undefined);
    return next;
  };
  const unsubscribe = bus.subscribe('alarms.changed', async (news) => {
    if (!news.some(({ typeId }) => typeId === IN_RISK)) return;
    await follow().catch((err) => log.warn({ err }, 'risk events are not followed, the next minute will'));
  });
  return {
    follow,
    stop: async () => {
      unsubscribe();
      await following;
    },
  };
}
