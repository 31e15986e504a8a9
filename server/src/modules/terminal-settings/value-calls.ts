import { CallError } from '@fleetwarden/contract/errors';
import { mayReadAll, mayReadGroup, type ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { findParameter, terminalParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';
import type { Principal } from '../../platform/http/principal.ts';
import { platesOf } from '../commands/index.ts';
import { type CallsDeps, type Handler, narrow } from './call-context.ts';
import { carOf } from './car-list.ts';
import { audited, maySet, mayView, requireSettable, requireValid, visible } from './check-values.ts';
import { applicable, matches, pick } from './compare-values.ts';
import { RECENT_SETS_MS } from './limits.ts';
import { plan } from './sender.ts';
import * as sets from './set-store.ts';
import { type StoredValues, storedValues } from './value-store.ts';

/** Ids of the parameters of groups. */
const idsOfGroups = (groups: readonly ParameterGroup[]): string[] =>
  terminalParameters.filter(({ group }) => groups.includes(group)).map(({ id }) => String(id));

/** The ids that a call names by itself or by groups; undefined: all. */
const wantedIds = ({ ids, groups }: { ids?: readonly string[] | undefined; groups?: readonly ParameterGroup[] | undefined }) =>
  ids === undefined && groups === undefined ? undefined : [...new Set([...(ids ?? []), ...idsOfGroups(groups ?? [])])];

/** Values of vehicles: read, set, copied, and what was set. */
export function createValueCalls({ db, service, sender, scopes, now }: CallsDeps) {
  const loadStored = async (user: Principal, id: string): Promise<StoredValues> => {
    const [target] = await service.targets(user, [id]);
    const [stored] = await storedValues(db, [target!.id]);
    return stored!;
  };

  const getParams: Handler<'getParams'> = async ({ targId, ...filter }, { user }) => {
    const stored = await loadStored(user, targId);
    const pending = new Map(
      (await sets.pendingValues(db, stored.vehicle_id, now() - RECENT_SETS_MS)).map((row) => [row.id, row]),
    );
    const known = [...Object.keys(stored.parameters ?? {}), ...Object.keys(stored.raw ?? {}), ...pending.keys()];
    const wanted = wantedIds(filter);
    const ids = [...new Set(known)].filter((id) => (wanted?.includes(id) ?? true) && mayView(user.rights, id));
    return {
      ...carOf(stored),
      version: stored.protocol_version,
      readAt: stored.read_at,
      list: ids
        .sort((a, b) => Number(a) - Number(b))
        .map((id) => {
          const sent = pending.get(id);
          return {
            id,
            value: stored.parameters?.[id] ?? null,
            raw: stored.raw?.[id] ?? null,
            readAt: stored.read_times?.[id] ?? null,
            previous: stored.previous?.[id] ?? null,
            pending: sent ? { value: sent.value, setId: String(sent.set_id), state: sent.state, at: sent.changed_at } : null,
          };
        }),
    };
  };

  const readParams: Handler<'readParams'> = async ({ targIds, queueOffline, ...filter }, { user, note }) => {
    const ids = wantedIds(filter);
    requireReadable(user, ids);
    const targets = await service.targets(user, targIds);
    note({ object: platesOf(targets), after: { ids: ids?.join(' ') ?? 'all', vehicles: targets.length } });
    // terminals of 2011 cannot read single parameters, and none reads what its version lacks
    const lots = Map.groupBy(targets, ({ protocol_version: version }) => {
      if (ids === undefined || version === 2011) return '';
      const own = applicable(ids, version);
      return (own.length > 0 ? own : ids).join();
    });
    const list = await service.sendLots(
      user,
      [...lots].map(([key, vehicles]) => ({
        wish:
          key === ''
            ? { cmdCode: '8104', params: {}, queueOffline }
            : { cmdCode: '8106', params: { ids: key.split(',').map(Number) }, queueOffline },
        targets: vehicles,
      })),
    );
    return { list };
  };

  const setParams: Handler<'setParams'> = async ({ targIds, values, queueOffline, confirmation }, { user, peerIp, note }) => {
    requireValid(values);
    requireSettable(user.rights, Object.keys(values));
    const targets = await service.targets(user, targIds);
    note({ object: platesOf(targets), after: { values: audited(values), vehicles: targets.length } });
    const planned = targets.map((target) => plan(target, values, { strict: true }));
    return sender.send(user, { source: 'manual', planned, queueOffline, confirming: { confirmation, peerIp } });
  };

  const copyParams: Handler<'copyParams'> = async (
    { fromId, targIds, ids, queueOffline, confirmation },
    { user, peerIp, note },
  ) => {
    const stored = await loadStored(user, fromId);
    const values = pick(visible(user.rights, stored.parameters ?? {}), ids ?? copied(user, stored));
    if (Object.keys(values).some((id) => findParameter(id)?.ofVehicle) || Object.keys(values).length === 0)
      throw new CallError('validation', 'ids', [{ path: 'ids', key: 'terminalSettings.nothingStored' }]);
    requireSettable(user.rights, Object.keys(values));
    const targets = (await service.targets(user, targIds)).filter(({ id }) => id !== stored.vehicle_id);
    note({ object: `${stored.plate} → ${platesOf(targets)}`, after: { values: audited(values), vehicles: targets.length } });
    const planned = targets.map((target) => plan(target, values, { strict: false }));
    return sender.send(user, { source: 'copy', planned, queueOffline, confirming: { confirmation, peerIp } });
  };

  const listParamSet: Handler<'listParamSet'> = async ({ setId, targIds, deptId, ...filter }, { user, page }) => {
    const scope = await narrow(scopes, user, deptId);
    const { rows, total } = await sets.listSets(
      db,
      scope,
      { ...filter, setId: setId === undefined ? undefined : Number(setId), vehicleIds: targIds?.map(Number) },
      page,
    );
    return {
      list: rows.map((row) => ({
        setId: String(row.set_id),
        ...carOf(row),
        seqId: row.command_id === null ? null : String(row.command_id),
        source: row.source,
        templateName: row.template_name,
        values: visible(user.rights, row.parameters),
        differing: visible(user.rights, row.differing),
        notApplicable: [...row.not_applicable],
        state: row.state,
        cmdState: row.cmd_state,
        resultCode: row.result_code,
        username: row.user_name ?? '',
        createdAt: row.created_at,
        changedAt: row.changed_at,
      })),
      total,
    };
  };

  const compareCars: Handler<'compareCars'> = async ({ targId, otherId }, { user }) => {
    const [one, other] = [await loadStored(user, targId), await loadStored(user, otherId)];
    const values = visible(user.rights, { ...one.raw, ...one.parameters });
    const others = visible(user.rights, { ...other.raw, ...other.parameters });
    const ids = [...new Set([...Object.keys(values), ...Object.keys(others)])].sort((a, b) => Number(a) - Number(b));
    return {
      readAt: one.read_at,
      otherReadAt: other.read_at,
      list: ids.map((id) => ({
        id,
        value: values[id] ?? null,
        other: others[id] ?? null,
        same: matches(values[id], others[id]) && matches(others[id], values[id]),
      })),
    };
  };

  return { getParams, readParams, setParams, copyParams, listParamSet, compareCars };
}

/** What a copy of all values takes: not what belongs to a vehicle, and nothing that could lose a terminal. */
const copied = (user: Principal, { parameters }: StoredValues): string[] =>
  Object.keys(parameters ?? {}).filter((id) => {
    const row = findParameter(id);
    return row && !row.ofVehicle && !row.danger && maySet(user.rights, id);
  });

/** Throws CallError forbidden where the user may not read one of these parameters; undefined: all. */
function requireReadable({ rights }: Principal, ids: readonly string[] | undefined): void {
  if (mayReadAll(rights)) return;
  const refused = ids?.find((id) => !mayReadGroup(rights, findParameter(id)?.group ?? 'vehicle'));
  if (ids === undefined || refused !== undefined)
    throw new CallError('forbidden', 'parameters', [{ path: 'ids', key: 'terminalSettings.noReadRight' }]);
}
