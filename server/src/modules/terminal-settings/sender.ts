import { CallError, type ErrorName, errors } from '@fleetwarden/contract/errors';
import type { SetResult } from '@fleetwarden/contract/terminal-settings/schemas';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { CommandService, EnteredCommand } from '../commands/index.ts';
import { isDangerous } from './check-values.ts';
import { applicable, pick, type Values } from './compare-values.ts';
import { insertSet, type SetSource, type SetVehicle } from './set-store.ts';

type Target = Awaited<ReturnType<CommandService['targets']>>[number];

/** Values for a vehicle, and the ones that its terminal lacks. */
type Planned = { readonly target: Target; readonly values: Values; readonly notApplicable: readonly string[] };

/** Plans a set of these values; `strict`: a terminal that lacks one of them gets none. */
export function plan(target: Target, values: Values, { strict }: { readonly strict: boolean }): Planned {
  const ids = Object.keys(values);
  const fitting = applicable(ids, target.protocol_version);
  const notApplicable = ids.filter((id) => !fitting.includes(id));
  const refused = fitting.length === 0 || (strict && notApplicable.length > 0);
  return { target, values: refused ? {} : pick(values, fitting), notApplicable };
}

/** Errors of a command that reaches none of its terminals. */
const UNREACHED: ReadonlySet<ErrorName> = new Set(['terminalOffline', 'terminalUnsupported', 'vehicleBusy']);
const UNSUPPORTED = Number(errors.terminalUnsupported.code);
const FAILED = 3;

export type SetRequest = {
  readonly source: SetSource;
  readonly templateName?: string;
  readonly planned: readonly Planned[];
  readonly queueOffline: boolean;
};

export type SetSender = {
  /** Sends a set; terminals that it does not reach fail. `accountId` null: the platform. */
  send(user: { readonly accountId: number | null }, request: SetRequest): Promise<{ setId: string; list: SetResult[] }>;
};

/** Sends sets of parameters. Set and commands are entered in one transaction, so that no answer comes before its set. */
export function createSetSender(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly service: CommandService;
  readonly now: () => number;
}): SetSender {
  const { db, bus, service, now } = deps;

  /** Enters the commands of vehicles that get equal values; unreached ones fail. */
  const enterLot = async (
    tx: Queryable,
    user: { readonly accountId: number | null },
    lot: readonly Planned[],
    queueOffline: boolean,
  ): Promise<SetVehicle[]> => {
    const { values } = lot[0]!;
    const cmdCode = isDangerous(values) ? '8103server' : '8103';
    const wish = { cmdCode, params: { values }, queueOffline } as const;
    const targets = lot.map(({ target }) => target);
    const { entered, unreached } = await enterReached(service, tx, user, wish, targets);
    const commands = new Map(entered.map((command) => [command.vehicleId, command]));
    return lot.map(({ target, notApplicable }) => {
      const command = commands.get(target.id);
      return {
        vehicleId: target.id,
        values,
        notApplicable,
        commandId: command?.id ?? null,
        state: command === undefined || command.state === FAILED ? 'failed' : 'sent',
        resultCode: command ? command.resultCode : unreached,
      };
    });
  };

  return {
    send: async (user, { source, templateName, planned, queueOffline }) => {
      const [refused, sent] = [planned.filter(isRefused), planned.filter((each) => !isRefused(each))];
      const { setId, vehicles } = await db.transaction(async (tx) => {
        const vehicles: SetVehicle[] = refused.map(({ target, notApplicable }) => ({
          vehicleId: target.id,
          values: {},
          notApplicable,
          commandId: null,
          state: 'refused',
          resultCode: UNSUPPORTED,
        }));
        for (const lot of Map.groupBy(sent, ({ values }) => JSON.stringify(values)).values())
          vehicles.push(...(await enterLot(tx, user, lot, queueOffline)));
        const set = { accountId: user.accountId, source, templateName: templateName ?? null, at: now() };
        return { setId: await insertSet(tx, set, vehicles), vehicles };
      });
      const waiting = vehicles.flatMap(({ state, vehicleId }) => (state === 'sent' ? [vehicleId] : []));
      if (waiting.length > 0) bus.publish('command.queued', { vehicleIds: waiting });
      const byVehicle = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
      return {
        setId: String(setId),
        list: planned.map(({ target }) => {
          const { commandId, state, resultCode, notApplicable } = byVehicle.get(target.id)!;
          return {
            targId: String(target.id),
            carNo: target.plate,
            seqId: commandId === null ? null : String(commandId),
            state,
            resultCode,
            notApplicable: [...notApplicable],
          };
        }),
      };
    },
  };
}

/** Enters commands in a transaction. Where all fail, there are none, and the code says why. */
export async function enterReached(
  service: CommandService,
  ...[tx, user, wish, targets]: Parameters<CommandService['enter']>
): Promise<{ readonly entered: readonly EnteredCommand[]; readonly unreached: number | null }> {
  try {
    return { entered: await service.enter(tx, user, wish, targets), unreached: null };
  } catch (error) {
    if (!(error instanceof CallError) || !UNREACHED.has(error.kind)) throw error;
    return { entered: [], unreached: Number(errors[error.kind].code) };
  }
}

const isRefused = ({ values }: Planned): boolean => Object.keys(values).length === 0;
