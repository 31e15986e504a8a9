import { commandParams } from '@fleetwarden/contract/commands/command-params';
import { CallError } from '@fleetwarden/contract/errors';
import { eraseCommand, type SentArea, setCommand } from '@fleetwarden/contract/geofences/area-commands';
import { SHAPE } from '@fleetwarden/domain/area-geometry';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { CommandService, Sent } from '../commands/index.ts';
import * as store from './store.ts';

type AreaRow = Stored & SentArea;
type Targets = Awaited<ReturnType<CommandService['targets']>>;
type Order = { readonly targIds: readonly string[] | undefined; readonly queueOffline: boolean };

export type Sending = {
  /** Throws like a command, and CallError validation if the geofence does not fit terminals or has no vehicles. */
  send(user: Principal, area: Stored, scope: Scope, order: Order): Promise<{ list: Sent[]; targets: Targets }>;
  /** The same; without terminals that store the geofence there is nothing to erase. */
  erase(user: Principal, area: Stored, scope: Scope, order: Order): Promise<{ list: Sent[]; targets: Targets }>;
};

/** Stores geofences in terminals and erases them by commands, and records the version that each terminal has. */
export function createSending(deps: { readonly db: Db; readonly service: CommandService; readonly now: () => number }): Sending {
  const { db, service, now } = deps;

  type Asking = {
    readonly targets: Targets;
    readonly command: ReturnType<typeof setCommand>;
    readonly told: Omit<store.Told, 'askedAt'>;
  };
  const sendAll = (user: Principal, askings: readonly Asking[], queueOffline: boolean): Promise<Sent[]> => {
    const lots = askings.map(({ targets, command, told }) => {
      const cmdCode = service.allowed(user, command.cmdCode);
      const params = parseInput(commandParams(cmdCode), command.params);
      return { wish: { cmdCode, params, queueOffline }, targets, told };
    });
    return service.sendLots(user, lots, async ({ told }, sent) => {
      const asked = sent.map(({ targId, seqId, ...rest }) => ({ vehicleId: Number(targId), commandId: Number(seqId), ...rest }));
      await store.keepAsked(db, { ...told, askedAt: now() }, asked);
      // they may have been answered meanwhile
      await store.settle(
        db,
        asked.map(({ commandId }) => commandId),
      );
    });
  };

  return {
    send: async (user, stored, scope, { targIds, queueOffline }) => {
      const area = stored as AreaRow;
      const ids = targIds ?? (await store.boundIds(db, area.id, scope));
      if (ids.length === 0) throw new CallError('validation', 'no vehicle', [{ path: 'targIds', key: 'geofences.noVehicles' }]);
      const targets = await service.targets(user, ids);
      const { shape } = area.geo;
      const holding = new Set(
        (await store.sentOf(db, area.id, scope))
          .filter((row) => row.may_hold && row.shape === shape && row.area_no === area.areaNo)
          .map(({ vehicle_id }) => vehicle_id),
      );
      const told = { shape, areaNo: area.areaNo, areaId: area.id, name: area.areaName, version: area.version, action: store.SET };
      const hasVersions = shape === SHAPE.circle || shape === SHAPE.rectangle;
      // a polygon or route replaces the one with its number
      const lots = hasVersions
        ? [true, false].map((held) => ({ held, targets: targets.filter(({ id }) => holding.has(id) === held) }))
        : [{ held: false, targets }];
      const list = await sendAll(
        user,
        lots
          .filter((lot) => lot.targets.length > 0)
          .map((lot) => ({ targets: lot.targets, command: setCommand(area, lot.held), told })),
        queueOffline,
      );
      return { list, targets };
    },

    erase: async (user, stored, scope, { targIds, queueOffline }) => {
      const area = stored as AreaRow;
      const told = await store.sentOf(db, area.id, scope);
      const wanted = targIds ? new Set(targIds.map(Number)) : null;
      const rows = told.filter(({ vehicle_id, may_hold }) => (wanted ? wanted.has(vehicle_id) : may_hold));
      // vehicles without a known command are addressed by the geofence number
      const unknown = [...(wanted ?? [])].filter((id) => !rows.some(({ vehicle_id }) => vehicle_id === id));
      const own = { shape: area.geo.shape, area_no: area.areaNo };
      const all = [...rows, ...unknown.map((vehicle_id) => ({ vehicle_id, ...own }))];
      if (all.length === 0) return { list: [], targets: [] };
      const targets = await service.targets(user, [...new Set(all.map(({ vehicle_id }) => String(vehicle_id)))]);
      const lots = [...Map.groupBy(all, ({ shape, area_no }) => `${shape} ${area_no}`).values()].map((same) => {
        const { shape, area_no: areaNo } = same[0]!;
        const ids = new Set(same.map(({ vehicle_id }) => vehicle_id));
        return {
          targets: targets.filter(({ id }) => ids.has(id)),
          command: eraseCommand(shape, [areaNo]),
          told: { shape, areaNo, areaId: area.id, name: area.areaName, version: area.version, action: store.ERASE },
        };
      });
      return { list: await sendAll(user, lots, queueOffline), targets };
    },
  };
}
