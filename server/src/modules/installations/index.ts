import { CallError } from '@fleetwarden/contract/errors';
import { install } from '@fleetwarden/contract/installations/install-resource';
import type { installationsCalls } from '@fleetwarden/contract/installations/routes';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Stored } from '../../platform/resources/read.ts';
import type { Hooks, ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { Scopes } from '../identity/index.ts';
import { checked } from './checks.ts';
import { keepVehicle } from './vehicle.ts';

/** INSTALL_STATE */
const [CHECKING, ACCEPTED, REJECTED] = [3, 4, 5];

export type Installs = { readonly handlers: Handlers<typeof installationsCalls>; readonly store: ResourceStore };

/** Terminals that are fitted to vehicles: planned, looked at, accepted or sent back. */
export function createInstalls(deps: {
  readonly db: Db;
  readonly resources: Resources;
  /** Stores accepted installations. */
  readonly vehicles: ResourceStore;
  readonly scopes: Scopes;
  readonly now?: () => number;
}): Installs {
  const { db, resources, vehicles, scopes, now = Date.now } = deps;
  const store = resources.keep(install, hooks);
  const { reader } = store;
  /** The locked record, if it is in the caller's scope, has this version and is not accepted yet. */
  const open = async (tx: Queryable, id: string, departmentId: number, version?: number): Promise<Stored> => {
    const [row] = await reader.lock(tx, [Number(id)], await scopes.of(departmentId));
    if (!row) throw new CallError('notFound', `install ${id}`);
    if (version !== undefined && version !== row.version) throw new CallError('staleVersion', `install ${id}`);
    if (row['state'] === ACCEPTED)
      throw new CallError('validation', `install ${id}`, [{ path: 'id', key: 'install.isAccepted' }]);
    return row;
  };
  /** Only what was looked at is accepted or sent back. */
  const lookedAt = (row: Stored) => {
    if (row['state'] !== CHECKING)
      throw new CallError('validation', `install ${row.id}`, [{ path: 'id', key: 'install.notChecked' }]);
  };
  const decide = (tx: Queryable, row: Stored, state: number, reason: string | null, accountId: number) =>
    tx.run(sql`
      update install set state = ${state}, reject_reason = ${reason}, decided_by = ${accountId}, decided_at = ${at(now())},
        version = version + 1, updated_at = ${at(now())} where id = ${row.id}`);

  return {
    store,
    handlers: {
      runCheck: ({ id }, { user, note }) =>
        db.transaction(async (tx) => {
          const row = await open(tx, id, user.departmentId);
          const found = await checked(tx, String(row['phone']), await scopes.of(user.departmentId), now());
          note({ object: String(row['installNo']), after: found });
          await tx.run(sql`
            update install set registered = ${found.registered}, online = ${found.online}, fixed = ${found.fixed},
              checked_at = ${at(now())}, state = ${CHECKING}, version = version + 1, updated_at = ${at(now())}
            where id = ${row.id}`);
          return found;
        }),
      acceptInstall: async ({ id, version }, { user, note }) => {
        const changes = await db.transaction(async (tx) => {
          const row = await open(tx, id, user.departmentId, version);
          note({ object: String(row['installNo']), before: { state: row['state'] }, after: { state: ACCEPTED } });
          lookedAt(row);
          await decide(tx, row, ACCEPTED, null, user.accountId);
          return keepVehicle(tx, vehicles, row, user);
        });
        await vehicles.committed(changes, user);
        return { state: ACCEPTED };
      },
      rejectInstall: ({ id, version, reason }, { user, note }) =>
        db.transaction(async (tx) => {
          const row = await open(tx, id, user.departmentId, version);
          note({ object: String(row['installNo']), before: { state: row['state'] }, after: { state: REJECTED, reason } });
          lookedAt(row);
          await decide(tx, row, REJECTED, reason, user.accountId);
          return { state: REJECTED };
        }),
    },
  };
}

const hooks: Hooks = {
  computed: {
    installNo: sql`t.install_no`,
    state: sql`t.state`,
    registered: sql`coalesce(t.registered, false)`,
    online: sql`coalesce(t.online, false)`,
    fixed: sql`coalesce(t.fixed, false)`,
    checkedAt: sql`t.checked_at`,
    rejectReason: sql`t.reject_reason`,
    decidedAt: sql`t.decided_at`,
  },
  // an accepted order is part of a vehicle's record
  check: async (_tx, changes) =>
    changes.flatMap(({ kind, before }, index) =>
      kind === 'edit' && before['state'] === ACCEPTED
        ? [{ at: index, faults: [{ path: 'carNo', key: 'install.isAccepted' }] }]
        : [],
    ),
};
