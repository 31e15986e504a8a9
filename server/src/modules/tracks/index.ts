import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import { daysOfMonth, startOfDay } from '@fleetwarden/domain/business-day';
import type { Db } from '../../platform/db/database.ts';
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { Scopes } from '../identity/index.ts';
import type { Multimedia } from '../media/index.ts';
import { exportTask } from './export.ts';
import { MAX_STORED_POINTS, TRACKS_AT_ONCE, TRACKS_OF_ACCOUNT, TRACKS_WAITING } from './limits.ts';
import { loadRaisedAlarms } from './raised-alarms.ts';
import * as store from './store.ts';
import { trackOf } from './track.ts';

export type TracksOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly tasks: Tasks;
  readonly media: Pick<Multimedia, 'of'>;
  /** Writes the figures of today of these vehicles. */
  readonly saveDaysOf: (vehicleIds: readonly number[]) => Promise<void>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now?: () => number;
};

/** Past positions of vehicles. */
export function createTracks(options: TracksOptions): { readonly handlers: Handlers<typeof tracksCalls> } {
  const { db, scopes, tasks, media, saveDaysOf, getText, timeZone, now = Date.now } = options;
  const vehicleFor = async (departmentId: number, targId: string): Promise<store.Vehicle> => {
    const vehicle = await store.vehicleOf(db, Number(targId), await scopes.of(departmentId));
    if (!vehicle) throw new CallError('notFound', `vehicle ${targId}`);
    return vehicle;
  };
  const read = async (vehicleId: number, start: number, end: number) => {
    const stored = await store.readTrack(db, vehicleId, start, end);
    if (stored.rows > MAX_STORED_POINTS)
      throw new CallError('validation', 'too many points', [
        { path: 'end', key: 'track.tooMany', params: { max: MAX_STORED_POINTS } },
      ]);
    return stored;
  };
  const inTurn = createConcurrencyLimit({ atOnce: TRACKS_AT_ONCE, waiting: TRACKS_WAITING, ofAccount: TRACKS_OF_ACCOUNT });
  const exporting = exportTask({ vehicleFor, read, getText, timeZone });
  tasks.register(exporting);
  return {
    handlers: {
      listTrack: async ({ targId, start, end, ...wish }, { user }) => {
        const vehicle = await vehicleFor(user.departmentId, targId);
        const scope = await scopes.of(user.departmentId);
        return inTurn(user.accountId, async () => {
          const ofDays = (at: number) => (at <= now() && startOfDay(at, timeZone) === at ? at : null);
          const [stored, runIn, areas, taken, raised] = await Promise.all([
            read(vehicle.id, start, end),
            store.readRunIn(db, vehicle.id, ofDays(start), ofDays(end)),
            store.judgedAreas(db, vehicle.id, scope),
            media.of(vehicle.id, start, end),
            loadRaisedAlarms(db, vehicle.id, [start, end], user.rights),
          ]);
          return trackOf(vehicle, stored, wish, { areas, media: taken, raised, around: { start, end, ...runIn }, timeZone });
        });
      },
      listTrackDay: async ({ targId, month, timeZone: zone = timeZone }, { user }) => {
        const vehicle = await vehicleFor(user.departmentId, targId);
        await saveDaysOf([vehicle.id]);
        const rows = await store.daysWithTrack(db, vehicle.id, daysOfMonth(month, zone, now()), zone === timeZone);
        return { list: rows.map(({ day, km }) => ({ day, km: Math.round(km * 10) / 10 })) };
      },
      exportTrack: async (wish, { user, language, note }) => {
        const vehicle = await vehicleFor(user.departmentId, wish.targId);
        note({ object: vehicle.plate, after: wish });
        const title = { key: 'track.exportOf', params: { plate: vehicle.plate } };
        return { taskId: await tasks.start(exporting, wish, { user, permission: permission.trackPlayback, language, title }) };
      },
    },
  };
}
