import { CallError } from '@fleetwarden/contract/errors';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import { refuseStateChange } from './refuse-state-change.ts';
import { type Pairs, vehicleCount } from './vehicle-pairs.ts';

export const OPERATOR_VEHICLES: Pairs = { table: 'operator_vehicle', own: 'operator_id' };
export const SUPERIOR_VEHICLES: Pairs = { table: 'superior_vehicle', own: 'superior_id' };
export const FORWARD_VEHICLES: Pairs = { table: 'forward_vehicle', own: 'forward_id' };

const ENCRYPTED = 1;
const LINKED = 1;

export const operatorHooks: Hooks = {
  computed: { vehicles: vehicleCount(OPERATOR_VEHICLES) },
  uses: [
    {
      table: 'operator_vehicle',
      column: 'operator_id',
      key: 'use.vehicle',
      where: sql`exists (
    select from vehicle v where v.id = u.vehicle_id and v.deleted_at is null)`,
    },
  ],
  check: async (_tx, changes, actor) => {
    refuseStateChange(changes, actor, 'state', '61507');
    return [];
  },
};

export const superiorHooks = (bus: ServerBus): Hooks => ({
  computed: { vehicles: vehicleCount(SUPERIOR_VEHICLES) },
  check: async (_tx, changes, actor) => {
    refuseStateChange(changes, actor, 'linkState', '60807');
    refuseLinked(changes);
    return refuseMissingKey(changes);
  },
  committed: () => bus.publish('superiors.changed', {}),
});

export const forwardHooks: Hooks = {
  computed: { vehicles: vehicleCount(FORWARD_VEHICLES) },
  check: async (_tx, changes, actor) => {
    refuseStateChange(changes, actor, 'state', '60707');
    return [];
  },
};

export const lowerHooks = (bus: ServerBus): Hooks => ({
  computed: {
    mainState: sql`t.main_state`,
    subState: sql`t.sub_state`,
    linkSince: sql`t.link_since`,
    linkReason: sql`t.link_reason`,
    lastAt: sql`t.last_at`,
  },
  check: async (_tx, changes, actor) => {
    refuseStateChange(changes, actor, 'state', '60707');
    return [];
  },
  committed: () => bus.publish('lowers.changed', {}),
});

/** A linked platform must be unlinked before it is removed: removing a record never cuts a connection. */
function refuseLinked(changes: readonly Change[]): void {
  const linked = changes.filter(({ kind, before }) => kind === 'remove' && before.linkState === LINKED);
  if (linked.length > 0)
    throw new CallError('inUse', 'superior platforms', [
      {
        path: 'ids',
        key: 'superior.linked',
        params: { name: linked.map(({ before }) => String(before!['platName'])).join(', ') },
      },
    ]);
}

/** Encryption needs a key; an edit without one keeps the stored key. */
const refuseMissingKey = (changes: readonly Change[]): Refusal[] =>
  changes.flatMap(({ before, after }, at): Refusal[] =>
    after?.['encrypt'] === ENCRYPTED && !after['encryptKey'] && !before?.['encryptKey']
      ? [{ at, faults: [{ path: 'encryptKey', key: 'rule.empty' }] }]
      : [],
  );
