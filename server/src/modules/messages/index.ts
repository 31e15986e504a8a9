import { type MessageKind, SEND_FLAG_BASE } from '@fleetwarden/contract/messages/message-limits';
import type { messagesCalls } from '@fleetwarden/contract/messages/routes';
import type { DriverMessageNews, Message } from '@fleetwarden/contract/messages/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { CommandService } from '../commands/index.ts';
import { listWindow } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './store.ts';
import { type Named, readMenus, type TerminalMenus } from './terminal-menus.ts';

export type MessageCentre = {
  readonly handlers: Pick<Handlers<typeof messagesCalls>, 'listMessage' | 'listMenu' | 'listSubscription'>;
  stop(): void;
};

const KIND_OF_CODE = invert(store.SENT_KINDS);
const KIND_OF_REPORT = invert(store.REPORT_KINDS);
const READERS = [permission.sendMessage, permission.viewMessageSettings];
const SUBSCRIBED = 1;

/** Messages between users and drivers in both directions, and what terminals offer to drivers. */
export function createMessageCentre(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'viewer'>;
  readonly now: () => number;
}): MessageCentre {
  const { db, bus, hub, scopes, service, now } = deps;

  const stop = bus.subscribe('terminal.reported', async ({ vehicleId }) => {
    const departmentId = await store.departmentOf(db, vehicleId);
    if (departmentId === undefined) return;
    const data: DriverMessageNews = { targId: String(vehicleId) };
    await hub.publish(
      {
        who: async (user) =>
          READERS.some((code) => user.rights.has(code)) && (await scopes.of(user.departmentId)).has(departmentId),
      },
      { type: 'driverMessage', data },
    );
  });

  /** The commands of vehicles, by vehicle. */
  const loadCommands = async (vehicleIds: readonly number[]) =>
    Map.groupBy(await store.menuCommands(db, [...new Set(vehicleIds)]), ({ vehicle_id }) => vehicle_id);

  return {
    handlers: {
      listMessage: async ({ kinds, targId, carNo, text, state, ...time }, { user, page }) => {
        const filter = {
          codes: kinds.flatMap((kind) => store.SENT_KINDS[kind] ?? []),
          reports: kinds.flatMap((kind) => store.REPORT_KINDS[kind] ?? []),
          vehicleId: targId === undefined ? undefined : Number(targId),
          plate: carNo,
          text,
          state,
          ...listWindow(time, now()),
        };
        const { rows, total } = await store.listMessages(db, await service.viewer(user), filter, page);
        const reports = rows.filter(({ report_kind }) => report_kind !== null);
        const commands = reports.length === 0 ? new Map() : await loadCommands(reports.map(({ vehicle_id }) => vehicle_id));
        return { list: rows.map((row) => toMessage(row, commands.get(row.vehicle_id) ?? [])), total };
      },
      listMenu: async ({ targId, carNo }, { user, page }) => {
        const filter = { vehicleId: targId === undefined ? undefined : Number(targId), plate: carNo };
        const { rows, total } = await store.listMenuVehicles(db, await scopes.of(user.departmentId), filter, page);
        const commands = await loadCommands(rows.map(({ vehicle_id }) => vehicle_id));
        return { list: rows.map((row) => toMenu(row, readMenus(commands.get(row.vehicle_id) ?? []))), total };
      },
      listSubscription: async ({ targId, carNo, infoType }, { user, page }) => {
        const filter = { vehicleId: targId === undefined ? undefined : Number(targId), plate: carNo, infoType };
        const { rows, total } = await store.listSubscriptions(db, await scopes.of(user.departmentId), filter, page);
        const commands = await loadCommands(rows.map(({ vehicle_id }) => vehicle_id));
        return {
          list: rows.map((row) => ({
            ...vehicleOf(row),
            infoType: row.number,
            name: nameOf(readMenus(commands.get(row.vehicle_id) ?? []).infos, row.number),
            since: row.since,
          })),
          total,
        };
      },
    },
    stop,
  };
}

type OfVehicle = Pick<store.MessageRow, 'vehicle_id' | 'plate' | 'plate_colour' | 'dept_name'>;
const vehicleOf = ({ vehicle_id, plate, plate_colour, dept_name }: OfVehicle) => ({
  targId: String(vehicle_id),
  carNo: plate,
  color: plate_colour,
  deptName: dept_name,
});
const nameOf = (names: readonly Named[], number: number): string => names.find((each) => each.number === number)?.name ?? '';

const toMenu = (row: OfVehicle, { events, infos, contacts, answers, ...menus }: TerminalMenus) => ({
  ...vehicleOf(row),
  ...menus,
  events: [...events],
  infos: [...infos],
  contacts: [...contacts],
  answers: [...answers],
});

type VehicleCommand = Awaited<ReturnType<typeof store.menuCommands>>[number];

/** A row as a message. The names of a driver's message are those that the terminal had at that time. */
function toMessage(row: store.MessageRow, commands: readonly VehicleCommand[]): Message {
  const { id, cmd_code, params, number, at } = row;
  const common = {
    ...vehicleOf(row),
    id,
    number,
    state: row.state,
    resultCode: row.result_code,
    username: row.user_name ?? '',
    createdAt: at,
    answeredAt: row.answered_at,
  };
  if (cmd_code !== null && params !== null) {
    const channels = (params['channels'] ?? params['questionChannels'] ?? []) as readonly (number | string)[];
    return {
      ...common,
      kind: KIND_OF_CODE.get(cmd_code)!,
      seqId: String(row.command_id),
      message: String(params['text'] ?? params['question'] ?? ''),
      number: params['infoType'] === undefined ? null : Number(params['infoType']),
      question: '',
      subscribed: null,
      sendFlag: channels.reduce<number>((sum, channel) => sum + Number(channel), SEND_FLAG_BASE),
    };
  }
  const kind = KIND_OF_REPORT.get(row.report_kind!)!;
  const { names, question } = namesFor(kind, row, commands);
  const subscribed = kind === 'demand' ? row.value === SUBSCRIBED : null;
  return { ...common, kind, seqId: '', message: nameOf(names, number!), question, subscribed, sendFlag: 0 };
}

function namesFor(
  kind: MessageKind,
  { at, command_id }: store.MessageRow,
  commands: readonly VehicleCommand[],
): { readonly names: readonly Named[]; readonly question: string } {
  if (kind === 'answer' && command_id !== null) {
    const { answers, question } = readMenus(commands.filter(({ id }) => id === command_id));
    return { names: answers, question };
  }
  const menus = readMenus(commands.filter(({ answered_at }) => answered_at <= at));
  if (kind === 'answer') return { names: menus.answers, question: menus.question };
  return { names: kind === 'event' ? menus.events : menus.infos, question: '' };
}

function invert<K extends string, V>(table: Readonly<Partial<Record<K, V>>>): ReadonlyMap<V, K> {
  return new Map((Object.entries(table) as [K, V][]).map(([key, value]) => [value, key]));
}
