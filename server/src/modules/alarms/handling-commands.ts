import { classOfType, listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import { CallError } from '@fleetwarden/contract/errors';
import { findConfirmMask } from '@fleetwarden/domain/alarm-types';
import type { Outbox } from '../../platform/bus/outbox.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type CommandService, type EnteredCommand, saveTextTemplate, type TextMessage, textCommand } from '../commands/index.ts';
import { noteAnswers } from './answers.ts';
import type { CaseTransitions } from './case-transitions.ts';
import type { StoredAlarm } from './store.ts';

const CONFIRM = '8203';
const WAITING = 0;

type Alarms = readonly StoredAlarm[];
type Target = Awaited<ReturnType<CommandService['targets']>>[number];

/** The commands of a handling, entered in its transaction: the text to the drivers and the confirmation to the terminals. */
export function createHandlingCommands(deps: {
  readonly caseTransitions: Pick<CaseTransitions, 'noteAll'>;
  readonly service: Pick<CommandService, 'enter' | 'targets'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly now: () => number;
}) {
  const { caseTransitions, service, outbox, now } = deps;

  const findTargets = (user: Principal, alarms: Alarms): Promise<Target[]> =>
    service.targets(
      user,
      alarms.map(({ vehicle_id }) => String(vehicle_id)),
    );

  /** Vehicles of held alarms; none where one of them was removed: handling does not depend on the confirmation. */
  const findHeldTargets = async (user: Principal, alarms: Alarms): Promise<Target[]> => {
    try {
      return await findTargets(user, alarms.filter(isHeld));
    } catch (error) {
      if (error instanceof CallError) return [];
      throw error;
    }
  };

  const enterText = async (tx: Queryable, user: Principal, message: TextMessage, alarms: Alarms, targets: readonly Target[]) => {
    const { text, channels } = message;
    const entered = await service.enter(tx, user, textCommand(message), targetsOf(alarms, targets));
    await noteCommands(tx, 'message', user, alarms, entered, { text, channels });
    await saveTextTemplate(tx, message, user.accountId, now());
    return entered;
  };

  /** Enters confirmations of held alarms. A terminal that cannot be reached is passed over: the case is handled all the same. */
  const enterConfirmations = async (tx: Queryable, user: Principal, alarms: Alarms, targets: readonly Target[]) => {
    const classes = listAlarmClasses(user.rights, 'handle');
    const held = alarms.filter((alarm) => isHeld(alarm) && classes.includes(classOfType(alarm.type_id)));
    const entered: EnteredCommand[] = [];
    for (const [alarmBits, vehicleIds] of groupByBits(held)) {
      const group = held.filter(({ vehicle_id }) => vehicleIds.includes(vehicle_id));
      try {
        const commands = await service.enter(tx, user, confirmCommand(alarmBits), targetsOf(group, targets));
        await noteCommands(tx, 'confirmed', user, group, commands, {});
        entered.push(...commands);
      } catch (error) {
        // thrown before anything was written
        if (!(error instanceof CallError)) throw error;
      }
    }
    return entered;
  };

  const noteCommands = async (
    tx: Queryable,
    action: 'message' | 'confirmed',
    { accountId }: Principal,
    alarms: Alarms,
    entered: readonly EnteredCommand[],
    detail: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const ids = new Map(entered.map(({ vehicleId, id }) => [vehicleId, id]));
    const notes = alarms.map(({ gid, vehicle_id }) => ({ gid, detail: { ...detail, commandId: String(ids.get(vehicle_id)) } }));
    await caseTransitions.noteAll(tx, action, accountId, notes);
  };

  /** Stores events to publish after the commit, and the results of commands that failed at once. */
  const addToOutbox = async (tx: Queryable, gids: readonly string[], entered: readonly EnteredCommand[]): Promise<void> => {
    await outbox.add(tx, 'cases.changed', { gids });
    const waiting = entered.filter(({ state }) => state === WAITING).map(({ vehicleId }) => vehicleId);
    if (waiting.length > 0) await outbox.add(tx, 'command.queued', { vehicleIds: [...new Set(waiting)] });
    const failed = entered.filter(({ state }) => state !== WAITING).map(({ id }) => id);
    if (failed.length > 0) await noteAnswers(tx, failed, now());
  };

  return { findTargets, findHeldTargets, enterText, enterConfirmations, addToOutbox };
}

/** Whether its terminal raises it again until it is confirmed. */
export const isHeld = ({ type_id }: StoredAlarm): boolean => findConfirmMask(type_id) > 0;

export const confirmCommand = (alarmBits: number) =>
  ({ cmdCode: CONFIRM, params: { serial: 0, alarmBits }, queueOffline: false }) as const;

/** Vehicles by the alarm bits to confirm: equal confirmations go out as one send. */
export function groupByBits(held: Alarms): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [vehicleId, rows] of Map.groupBy(held, ({ vehicle_id }) => vehicle_id)) {
    const bits = rows.reduce((sum, { type_id }) => sum | findConfirmMask(type_id), 0) >>> 0;
    groups.set(bits, [...(groups.get(bits) ?? []), vehicleId]);
  }
  return groups;
}

function targetsOf(alarms: Alarms, targets: readonly Target[]): Target[] {
  const ids = new Set(alarms.map(({ vehicle_id }) => vehicle_id));
  return targets.filter(({ id }) => ids.has(id));
}
