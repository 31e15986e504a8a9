import { businessDay } from '@fleetwarden/domain/business-day';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { AlarmWriter } from './alarm-writer.ts';
import { countTrips, saveAccs, saveDays, saveDrifts, saveGaps, saveOddDays } from './day-store.ts';
import { latestRows, saveLatest, saveSegments } from './latest-store.ts';
import { MAX_SAVED_STATES, SAVE_ROWS } from './limits.ts';
import type { EndedSegments, VehicleStates } from './vehicle-states.ts';
import { saveVisits } from './visit-store.ts';

/**
 * `save` saves dirty vehicle states, with their alarms, segments and days; `all` takes every state and day. Calls during a save
 * share it. A failed save is logged, and its data stays dirty. `saveDaysOf` writes the open days of some vehicles at once.
 */
export function createStateSaver(deps: {
  readonly db: Db;
  readonly states: VehicleStates;
  readonly alarms: AlarmWriter;
  readonly timeZone: string;
  readonly log: Log;
}): { readonly save: (all?: boolean) => Promise<void>; readonly saveDaysOf: (vehicleIds: readonly number[]) => Promise<void> } {
  const { db, states, alarms, timeZone, log } = deps;
  let saving: Promise<void> | undefined;

  const saveEnded = async (
    { days, odds, accs, gaps, drifts, visits, ...segments }: EndedSegments,
    dirtyDays: readonly number[],
  ) => {
    const open = states.collectOpenDays(dirtyDays);
    await saveSegments(db, segments);
    await saveDays(db, [...open.days, ...days], timeZone);
    await saveOddDays(db, [...open.odds, ...odds], timeZone);
    await saveAccs(db, accs);
    await saveGaps(db, gaps);
    await saveDrifts(db, drifts);
    await saveVisits(db, [...open.visits, ...visits]);
    const dayOf = (vehicleId: number, at: number) => ({ vehicleId, ...businessDay(at, timeZone) });
    await countTrips(
      db,
      segments.trips.map(({ vehicleId, trip }) => dayOf(vehicleId, trip.startAt)),
      timeZone,
    );
  };

  const saveNow = async (all: boolean) => {
    let dirtyDays = states.dirtyDays.take(all);
    const vehicleIds = states.dirtyStates.take(all, all ? undefined : MAX_SAVED_STATES);
    for (let at = 0; at === 0 || at < vehicleIds.length; at += SAVE_ROWS) {
      // One snapshot: the ended segments, and the states without them.
      const segments = states.takeEnded();
      const rows = latestRows(states, vehicleIds.slice(at, at + SAVE_ROWS));
      const told = alarms.flush();
      try {
        // Alarms, segments and days first: they are idempotent, but a saved state without them would lose them in a crash.
        await told;
        await saveEnded(segments, dirtyDays);
        dirtyDays = [];
        await saveLatest(db, rows);
      } catch (error) {
        states.dirtyStates.requeue(vehicleIds.slice(at));
        states.requeueEnded(segments);
        states.dirtyDays.requeue(dirtyDays);
        log.warn({ err: error, vehicles: vehicleIds.length - at }, 'newest states not saved, trying again');
        return;
      }
    }
  };

  const save = (all = false): Promise<void> => {
    saving ??= saveNow(all).finally(() => {
      saving = undefined;
    });
    return saving;
  };
  const saveDaysOf = async (vehicleIds: readonly number[]): Promise<void> => {
    // an older snapshot must not overwrite a newer one
    while (saving !== undefined) await saving;
    const dirty = states.dirtyDays.takeOf(vehicleIds);
    if (dirty.length === 0) return;
    saving = (async () => {
      try {
        const { days, odds, visits } = states.collectOpenDays(dirty);
        await saveDays(db, days, timeZone);
        await saveOddDays(db, odds, timeZone);
        await saveVisits(db, visits);
      } catch (error) {
        states.dirtyDays.requeue(dirty);
        log.warn({ err: error, vehicles: dirty.length }, 'days not saved, trying again');
      } finally {
        saving = undefined;
      }
    })();
    await saving;
  };
  return { save, saveDaysOf };
}
