import type { TaskNews } from '@fleetwarden/contract/tasks/schemas';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { Bus } from './bus.ts';

/** What travels on the bus: subject -> payload. Edges and ingest publish, areas subscribe. */
export type ServerEvents = {
  /** After the commit: the new live picture of each vehicle that changed, at most one row a vehicle. */
  'vehicles.updated': readonly VehicleLive[];
  /** After the commit: alarms that were raised, went on or ended, in the order of their `seq`. */
  'alarms.changed': readonly AlarmNews[];
  /**
   * Neither a terminal nor a rule found it: somebody tells of an alarm of a vehicle (row of ALARM_TYPES), a moment. `at` epoch ms, 0:
   * now. The same kind, source and time once more is the same alarm. Ingest stores it.
   */
  'alarm.said': {
    readonly vehicleId: number;
    readonly typeId: number;
    readonly source: number;
    readonly at: number;
    readonly text?: string;
  };
  /** After the commit: vehicles came into risk areas, each for the first time of the day; `at` epoch ms. */
  'risks.entered': readonly { readonly vehicleId: number; readonly at: number; readonly areaName: string }[];
  /** After the commit: cases of alarms were claimed, given back or decided. */
  'cases.changed': { readonly gids: readonly string[] };
  /** A terminal authenticated (or spoke, where it need not authenticate). */
  'terminal.online': { readonly vehicleId: number; readonly at: number };
  /** Its session ended: closed, idle too long, taken over. */
  'terminal.offline': { readonly vehicleId: number; readonly at: number; readonly reason: string };
  /** Commands wait for these vehicles: the node that holds a session sends them. */
  'command.queued': { readonly vehicleIds: readonly number[] };
  /** After the commit: these commands have another state. */
  'command.changed': { readonly ids: readonly number[] };
  /** After the commit: something a vehicle's terminal took is kept. */
  'media.kept': { readonly vehicleId: number; readonly mediaId: number };
  /** Vehicles, terminals or departments were added, changed, moved or removed: registries reload them. */
  'fleet.changed': { readonly vehicleIds: readonly number[] };
  /** Superior platforms were entered, changed, switched or removed, or vehicles bound to them: their links follow. */
  'superiors.changed': Record<string, never>;
  /** Platforms below ours were entered, changed, switched or removed: their links follow. */
  'lowers.changed': Record<string, never>;
  /** After the commit: a superior platform asks something of people here. */
  'superior.asked': {
    readonly superiorId: number;
    readonly kind: 'postCheck' | 'supervision' | 'platformMessage';
    readonly id: number;
  };
  /** After the commit: somebody answered a superior platform, or wants positions told to it again. */
  'superior.answered': { readonly superiorId: number };
  /** A link to a superior platform has another state, which is written down. */
  'superior.link': { readonly superiorId: number };
  /** A console session ended (logout, login elsewhere, expiry): its sockets close. */
  'session.ended': { readonly prefix: string; readonly reason: 'logout' | 'elsewhere' | 'expired' };
  /** What an account follows changed. */
  'follow.changed': { readonly accountId: number };
  /** Settings or the logo of a department, or (null) of the platform, were saved. */
  'settings.changed': { readonly departmentId: number | null };
  /** Schemes, areas or roads were changed: rules are read again. */
  'rules.changed': Readonly<Record<string, never>>;
  /** A task of an account is queued, runs, went on or ended. */
  'task.changed': { readonly accountId: number; readonly news: TaskNews };
};

/** The bus with the server's subjects. */
export type ServerBus = Bus<ServerEvents>;
