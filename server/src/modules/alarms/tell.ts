import { classOfType, mayReadAlarm } from '@fleetwarden/contract/alarms/alarm-rights';
import type { CaseNews } from '@fleetwarden/contract/alarms/alarm-row';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './store.ts';

/** Pushes case changes to the consoles that may see the vehicle and the alarm class. */
export function tellCases({ db, bus, hub, scopes }: { db: Db; bus: ServerBus; hub: Hub; scopes: Scopes }): () => Promise<void> {
  const tell = async (gids: readonly string[]): Promise<void> => {
    const found = await store.cases(db, gids);
    const alike = Map.groupBy(found, ({ departmentId, typeId }) => `${departmentId} ${classOfType(typeId)}`);
    for (const rows of alike.values()) {
      const { departmentId, typeId } = rows[0]!;
      const data: CaseNews = {
        list: rows.map((row) => ({
          alarmGid: row.gid,
          targId: String(row.vehicleId),
          warnId: row.typeId,
          state: row.state,
          version: row.version,
          username: row.username,
        })),
      };
      const who = async (user: { readonly rights: ReadonlySet<string>; readonly departmentId: number }) =>
        mayReadAlarm({ rights: user.rights, scope: await scopes.of(user.departmentId) }, { typeId, departmentId });
      await hub.publish({ who }, { type: 'cases', data });
    }
  };
  // an older state never follows a newer one
  const telling = createSerialQueue();
  const unsubscribe = bus.subscribe('cases.changed', ({ gids }) => telling.run(() => tell(gids)));
  return async () => {
    unsubscribe();
    await telling.idle();
  };
}
