import { CallError } from '@fleetwarden/contract/errors';
import { MESSAGE_PAGES } from '@fleetwarden/contract/fleet/message-pages';
import type { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { VehicleChannel } from '@fleetwarden/contract/fleet/schemas';
import { resources } from '@fleetwarden/contract/resources';
import { dayKey } from '@fleetwarden/domain/business-day';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { listChanges, logEntries, nameChanges } from '../../platform/resources/change-log.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { addMonths } from './add-months.ts';
import { listChannels, repeated, setChannels } from './channels.ts';
import { listRefused, openRegistration } from './registrations.ts';
import { getTerminalConnection, type TerminalAccess } from './terminal-connection.ts';
import { isReplaced, listTerminals, nameReplacement } from './terminal-history.ts';
import { listTerminalMessages } from './terminal-messages.ts';
import { listUnknown } from './unknown-terminals.ts';

export type VehicleCareOptions = {
  readonly vehicles: ResourceStore;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly terminalAccess: TerminalAccess;
  readonly timeZone: string;
  readonly now?: (() => number) | undefined;
};

type Care =
  | 'enableCar'
  | 'renewService'
  | 'replaceTerminal'
  | 'allowRegistration'
  | 'listRefusedRegistration'
  | 'getTerminalConnection'
  | 'listTerminalHistory'
  | 'listChangeLog'
  | 'listChannel'
  | 'saveChannel'
  | 'listUnknownTerminal'
  | 'listMessage';

/** ENABLE_STATE */
const [DISABLED, ENABLED] = [0, 1];

/** Actions on vehicles besides adding and editing. */
export function createCareCalls({
  vehicles,
  bus,
  below,
  terminalAccess,
  timeZone,
  now = Date.now,
}: VehicleCareOptions): Pick<Handlers<typeof fleetCalls>, Care> {
  const { db, reader, resource } = vehicles;

  /** The vehicle as it is; throws notFound outside the caller's scope. */
  const one = async (id: string, user: Principal): Promise<Stored> => {
    const [record] = await reader.byIds(db, [Number(id)], await below(user.departmentId));
    if (!record) throw new CallError('notFound', `vehicle ${id}`);
    return record;
  };
  /** The same, locked until the transaction ends; throws notFound if one is missing. */
  const locked = async (tx: Queryable, ids: readonly number[], user: Principal): Promise<Stored[]> => {
    const records = await reader.lock(tx, ids, await below(user.departmentId));
    if (records.length < ids.length) throw new CallError('notFound', `vehicles ${ids.join(', ')}`);
    return records;
  };
  const titles = (records: readonly Stored[]) => records.map((record) => String(record[resource.title])).join(', ');

  return {
    enableCar: async ({ ids, enabled }, { user, note }) => {
      note({ object: `vehicle ${ids.join(', ')}` });
      const wanted = [...new Set(ids.map(Number))];
      const state = enabled ? ENABLED : DISABLED;
      const { records, changed } = await db.transaction(async (tx) => {
        const records = await locked(tx, wanted, user);
        const changed = records.filter((record) => record['state'] !== state).map(({ id }) => id);
        await tx.run(sql`
          update vehicle set state = ${state}, version = version + 1, updated_at = now() where id = any(${changed})`);
        const told = { kind: enabled ? 'enable' : 'disable', before: { state: 1 - state }, after: { state } };
        await logEntries(
          tx,
          resource.table,
          changed.map((id) => ({ id, ...told })),
          user,
        );
        return { records, changed };
      });
      bus.publish('fleet.changed', { vehicleIds: changed });
      note({ object: titles(records), after: { state } });
      return { changed: changed.length };
    },
    renewService: async ({ ids, months, from }, { user, note }) => {
      note({ object: `vehicle ${ids.join(', ')}` });
      const wanted = [...new Set(ids.map(Number))];
      const records = await reader.byIds(db, wanted, await below(user.departmentId));
      if (records.length < wanted.length) throw new CallError('notFound', `vehicles ${ids.join(', ')}`);
      const today = dayKey(now(), timeZone);
      // by version, so a concurrent edit is not overwritten
      const wishes = records.map(({ id, version, ...record }) => {
        const until = record['serviceTo'] as string | null;
        const serviceTo = addMonths(from === 'end' ? (until ?? today) : today, months);
        return { kind: 'edit' as const, id, version, values: { serviceTo, serviceFrom: record['serviceFrom'] ?? today } };
      });
      const renewal = { kind: 'renew', note: String(months) };
      await vehicles.change(wishes, user, (tx) => nameChanges(tx, resource.table, wanted, renewal));
      note({ object: titles(records), after: { months, from } });
      return { renewed: wishes.length };
    },
    replaceTerminal: async ({ id, version, values, reason }, { user, note }) => {
      const record = await one(id, user);
      note({ object: titles([record]) });
      const phone = (values['phone'] as string | null | undefined)?.replace(/^0+(?=.)/, '');
      if (values['phone'] === null || (phone === undefined && record['phone'] === null))
        throw new CallError('validation', 'no phone', [{ path: 'values.phone', key: 'field.required' }]);
      const after = { ...record, ...values, ...(phone === undefined ? {} : { phone }) };
      if (record['phone'] !== null && !isReplaced(record, after))
        throw new CallError('validation', 'the same terminal', [{ path: 'values.terminalNo', key: 'vehicle.sameTerminal' }]);
      await vehicles.change([{ kind: 'edit', id: record.id, version, values }], user, async (tx) => {
        await nameReplacement(tx, record.id, reason);
        await nameChanges(tx, resource.table, [record.id], { kind: 'replaceTerminal', note: reason });
      });
      const told = ({ phone, terminalNo }: Readonly<Record<string, unknown>>) => ({ phone, terminalNo });
      note({ before: told(record), after: { ...told(after), reason } });
      return { id };
    },
    allowRegistration: async ({ id }, { user, note }) => {
      note({ object: `vehicle ${id}` });
      const until = await db.transaction(async (tx) => {
        const [record] = await locked(tx, [Number(id)], user);
        note({ object: titles([record!]) });
        const until = await openRegistration(tx, record!.id, now());
        if (until === null) throw new CallError('validation', 'no terminal', [{ path: 'id', key: 'vehicle.noTerminal' }]);
        await logEntries(tx, resource.table, [{ id: record!.id, kind: 'allowRegistration' }], user);
        return until;
      });
      bus.publish('fleet.changed', { vehicleIds: [Number(id)] });
      return { id, until };
    },
    listRefusedRegistration: async ({ phone }, { user, page }) =>
      listRefused(db, { phone, scope: await below(user.departmentId) }, page),
    getTerminalConnection: async ({ id }, { user }) => {
      const vehicle = await one(id, user);
      const { departmentId } = user;
      return getTerminalConnection(db, vehicle.id, {
        access: terminalAccess,
        scope: await below(departmentId),
        departmentId,
        now: now(),
      });
    },
    listTerminalHistory: async ({ id }, { user }) => ({ list: await listTerminals(db, (await one(id, user)).id) }),
    listChangeLog: async ({ id }, { user, page }) =>
      listChanges(db, { resource, all: resources, id: (await one(id, user)).id }, page),
    listChannel: async ({ id }, { user }) => {
      const { version } = await one(id, user);
      return { list: await listChannels(db, Number(id)), version };
    },
    saveChannel: async ({ id, version, list }, { user, note }) => {
      const twice = repeated(list);
      if (twice)
        throw new CallError('validation', 'a number twice', [
          { path: `list.${twice.at}.${twice.key}`, key: 'vehicle.channelTwice' },
        ]);
      await db.transaction(async (tx) => {
        const [record] = await locked(tx, [Number(id)], user);
        note({ object: titles([record!]) });
        if (record!.version !== version) throw new CallError('staleVersion', `vehicle ${id}`);
        const before = await listChannels(tx, Number(id));
        await setChannels(tx, Number(id), list);
        await tx.run(sql`update vehicle set version = version + 1, updated_at = now() where id = ${Number(id)}`);
        const told = { before: { channels: said(before) }, after: { channels: said(list) } };
        await logEntries(tx, resource.table, [{ id: Number(id), kind: 'edit', ...told }], user);
        note({ object: titles([record!]), ...told });
      });
      return { id };
    },
    listUnknownTerminal: async ({ phone }, { user, page }) =>
      listUnknown(db, { phone, scope: await below(user.departmentId), departmentId: user.departmentId }, page),
    listMessage: async (filters, { user, page }) =>
      listTerminalMessages(db, { ...filters, scope: await below(user.departmentId), messageIds: shownMessages(user) }, page),
  };
}

/** The messages that a user may see: all on the page of terminals, else those of other pages. */
const shownMessages = ({ rights }: Principal): readonly number[] | undefined =>
  rights.has('61201') ? undefined : MESSAGE_PAGES.flatMap(({ code, messageId }) => (rights.has(code) ? [messageId] : []));

/** Channels in a line: their numbers and names. */
const said = (list: readonly VehicleChannel[]): string =>
  list
    .toSorted((a, b) => a.logical - b.logical)
    .map(({ logical, name }) => `${logical} ${name}`)
    .join(', ');
