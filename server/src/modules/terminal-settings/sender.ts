import type { CallReply } from '@fleetwarden/contract/call';
import { CallError, type ErrorName, errors } from '@fleetwarden/contract/errors';
import type { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { SetState } from '@fleetwarden/contract/terminal-settings/schemas';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type BatchService, type CommandService, type Confirming, type EnteredCommand, terminalOf } from '../commands/index.ts';
import { isDangerous } from './check-values.ts';
import { applicable, pick, type Values } from './compare-values.ts';
import { insertSet, noteBatch, type SetSource, type SetVehicle } from './set-store.ts';

type SetReply = CallReply<typeof terminalSettingsCalls.setParams>;
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
/** The command for values that could lose a terminal. */
const DANGEROUS = '8103server';

/** Who sends a set; accountId null: the platform, which confirms nothing. */
type SetUser = Principal | { readonly accountId: null };

export type SetRequest = {
  readonly source: SetSource;
  readonly templateName?: string;
  readonly planned: readonly Planned[];
  readonly queueOffline: boolean;
  /** What the user confirmed; checked where a value could lose a terminal. */
  readonly confirming?: Confirming;
};

export type SetSender = {
  /**
   * Sends a set; terminals that it does not reach fail. Throws CallError as the guard of dangerous commands does. Where a second user must
   * approve, a batch waits for that.
   */
  send(user: SetUser, request: SetRequest): Promise<SetReply>;
};

export type SetSenderDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly service: CommandService;
  readonly batches: Pick<BatchService, 'confirm' | 'awaitApproval'>;
  readonly now: () => number;
};

/** Sends sets of parameters. Set and commands are entered in one transaction, so that no answer comes before its set. */
export function createSetSender(deps: SetSenderDeps): SetSender {
  const { db, bus, service, batches, now } = deps;

  /** Enters the commands of vehicles that get equal values; unreached ones fail. */
  const enterLot = async (
    tx: Queryable,
    user: SetUser,
    lot: readonly Planned[],
    queueOffline: boolean,
  ): Promise<SetVehicle[]> => {
    const { values } = lot[0]!;
    const wish = { ...toWish(values, queueOffline), confirmed: true } as const;
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

  /** Whether a second user must approve the dangerous values among these. */
  const needsApproval = async (user: SetUser, { planned, confirming }: SetRequest): Promise<boolean> => {
    if (user.accountId === null || !planned.some(({ values }) => isDangerous(values))) return false;
    const targets = planned.map(({ target }) => target);
    return batches.confirm(user as Principal, {
      cmdCode: DANGEROUS,
      targets,
      confirmation: undefined,
      peerIp: '',
      ...confirming,
    });
  };

  return {
    send: async (user, request) => {
      const { source, templateName, planned, queueOffline } = request;
      const approval = await needsApproval(user, request);
      const lots = [
        ...Map.groupBy(
          planned.filter((each) => !isRefused(each)),
          ({ values }) => JSON.stringify(values),
        ).values(),
      ];
      const awaits = (lot: readonly Planned[]) => approval && isDangerous(lot[0]!.values);
      const { setId, vehicles } = await db.transaction(async (tx) => {
        const vehicles: SetVehicle[] = planned.filter(isRefused).map((each) => unsent(each, 'refused', UNSUPPORTED));
        for (const lot of lots)
          vehicles.push(
            ...(awaits(lot) ? lot.map((each) => unsent(each, 'awaiting', null)) : await enterLot(tx, user, lot, queueOffline)),
          );
        const set = { accountId: user.accountId, source, templateName: templateName ?? null, at: now() };
        return { setId: await insertSet(tx, set, vehicles), vehicles };
      });
      const batchIds: string[] = [];
      for (const lot of lots.filter(awaits)) {
        const targets = lot.map(({ target }) => target);
        const { batchId } = await batches.awaitApproval(user as Principal, toWish(lot[0]!.values, queueOffline), targets);
        await noteBatch(
          db,
          setId,
          targets.map(({ id }) => id),
          Number(batchId),
        );
        batchIds.push(batchId);
      }
      const waiting = vehicles.flatMap(({ state, vehicleId }) => (state === 'sent' ? [vehicleId] : []));
      if (waiting.length > 0) bus.publish('command.queued', { vehicleIds: waiting });
      const byVehicle = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
      return {
        setId: String(setId),
        batchIds,
        list: planned.map(({ target }) => {
          const { commandId, state, resultCode, notApplicable } = byVehicle.get(target.id)!;
          return {
            targId: String(target.id),
            carNo: target.plate,
            seqId: commandId === null ? null : String(commandId),
            ...terminalOf(target),
            state,
            resultCode,
            notApplicable: [...notApplicable],
          };
        }),
      };
    },
  };
}

const toWish = (values: Values, queueOffline: boolean) =>
  ({ cmdCode: isDangerous(values) ? DANGEROUS : '8103', params: { values }, queueOffline }) as const;

const unsent = ({ target, values, notApplicable }: Planned, state: SetState, resultCode: number | null): SetVehicle => ({
  vehicleId: target.id,
  values,
  notApplicable,
  commandId: null,
  state,
  resultCode,
});

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
