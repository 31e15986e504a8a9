import type { TaskNews } from '@fleetwarden/contract/tasks/schemas';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { Bus } from './bus.ts';

/** Subjects and payloads of the bus. Gateways and ingest publish, modules subscribe. */
export type ServerEvents = {
  /** After the commit: the new live state of each changed vehicle, at most one per vehicle. */
  'vehicles.updated': readonly VehicleLive[];
  /** After the commit: alarms that were raised, continued or ended, in order of `seq`. */
  'alarms.changed': readonly AlarmNews[];
  /**
   * An alarm reported by a user or another platform (row of ALARM_TYPES), without duration. `at` epoch ms, 0: now. The same type,
   * source and time is the same alarm. Ingest stores it.
   */
  'alarm.reported': {
    readonly vehicleId: number;
    readonly typeId: number;
    readonly source: number;
    readonly at: number;
    readonly text?: string;
  };
  /** After the commit: vehicles that entered risk areas for the first time of the day; `at` epoch ms. */
  'risks.entered': readonly { readonly vehicleId: number; readonly at: number; readonly areaName: string }[];
  /** After the commit: alarm cases were claimed, released or handled. */
  'cases.changed': { readonly gids: readonly string[] };
  /** A terminal authenticated (or sent a message, where it need not authenticate). */
  'terminal.online': { readonly vehicleId: number; readonly at: number };
  /** The session of a terminal ended: closed, idle too long, or replaced. */
  'terminal.offline': { readonly vehicleId: number; readonly at: number; readonly reason: string };
  /** Commands are queued for these vehicles: the node with the session sends them. */
  'command.queued': { readonly vehicleIds: readonly number[] };
  /** After the commit: the state of these commands changed. */
  'command.changed': { readonly ids: readonly number[] };
  /** How the live stream of a channel arrives: lost packets in percent, every ten seconds. The node with the session tells the terminal. */
  'stream.received': { readonly vehicleId: number; readonly channel: number; readonly lossPercent: number };
  /** After the commit: a report of a driver was stored (row of `terminal_report`). */
  'terminal.reported': {
    readonly id: number;
    readonly vehicleId: number;
    readonly at: number;
    /** 1 event, 2 answer to a question, 3 information menu. */
    readonly kind: 1 | 2 | 3;
    readonly number: number;
    readonly value: number | null;
    readonly commandId: number | null;
  };
  /** After the commit: a media file of a terminal was stored. */
  'media.stored': { readonly vehicleId: number; readonly mediaId: number };
  /** After the commit: a terminal reported the result of an upload by FTP. */
  'video.uploadReported': Readonly<Record<string, never>>;
  /** A firmware roll-out has vehicles to send to. */
  'firmware.queued': Readonly<Record<string, never>>;
  /** After the commit: these roll-outs, or vehicles of them, changed. */
  'firmware.changed': { readonly rolloutIds: readonly number[] };
  /** Vehicles, terminals or departments changed: registries reload them. */
  'fleet.changed': { readonly vehicleIds: readonly number[] };
  /** Superior platforms or their vehicles changed: links reload them. */
  'superiors.changed': Record<string, never>;
  /** Subordinate platforms changed: links reload them. */
  'lowers.changed': Record<string, never>;
  /** After the commit: a superior platform sent a request to the users. */
  'superior.requested': {
    readonly superiorId: number;
    readonly kind: 'postCheck' | 'supervision' | 'platformMessage';
    readonly id: number;
  };
  /** After the commit: a user answered a superior platform, or requested that positions are sent again. */
  'superior.answered': { readonly superiorId: number };
  /** After the commit: the state of a link to a superior platform changed. */
  'superior.link': { readonly superiorId: number };
  /** A console session ended (logout, login elsewhere, expiry): its sockets close. */
  'session.ended': { readonly prefix: string; readonly reason: 'logout' | 'elsewhere' | 'expired' };
  /** The followed vehicles of an account changed. */
  'follow.changed': { readonly accountId: number };
  /** Settings or the logo of a department, or (null) of the platform, were saved. */
  'settings.changed': { readonly departmentId: number | null };
  /** Schemes, geofences or roads changed: rules reload them. */
  'rules.changed': Readonly<Record<string, never>>;
  /** A task of an account was queued, started, progressed or ended. */
  'task.changed': { readonly accountId: number; readonly news: TaskNews };
};

export type ServerBus = Bus<ServerEvents>;
