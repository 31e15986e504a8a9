import type { CallReply } from '@fleetwarden/contract/call';
import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { Confirmation } from '@fleetwarden/contract/commands/schemas';
import type { CommandCode } from '@fleetwarden/contract/commands/terminal-commands';
import { terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import type { FieldError } from '@fleetwarden/contract/errors';
import type { ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { findParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import type { terminalSettingsCalls as table } from '@fleetwarden/contract/terminal-settings/routes';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { encryptPasswords, KeyError } from '../../shared/encrypt.ts';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { findConnectServer, findNewServers } from './new-servers.ts';
import type { Values } from './parameters/parameter-rows.ts';
import { commandRows, type KnownVehicles, type ResultRow, setRows } from './results/result-rows.ts';
import { useSent } from './results/use-sent.ts';
import { useSets } from './results/use-sets.ts';
import { type SendQuestion, useConfirmSend } from './use-confirm-send.tsx';

type SendRequest = { readonly cmdCode: CommandCode; readonly params: Values; readonly queueOffline: boolean };
/** Sends a command to the chosen vehicles, or to others; resolves with what the server refused, by field. */
export type SendCommand = (request: SendRequest, vehicles?: readonly PickedVehicle[]) => Promise<readonly FieldError[]>;

type WantedParameters = { readonly groups?: readonly ParameterGroup[]; readonly ids?: readonly string[] };
/** A call that sets parameters; `confirmed` belongs to its data. */
type SendSet = (confirmed: { readonly confirmation?: Confirmation }) => Promise<CallReply<typeof table.setParams>>;

export type Setup = {
  readonly chosen: readonly PickedVehicle[];
  readonly send: SendCommand;
  /** Reads parameters from the chosen vehicles, or from others: of groups, by ids, or all. */
  readonly read: (wanted: WantedParameters, vehicles?: readonly PickedVehicle[]) => Promise<void>;
  /** Sets parameters; resolves with true if they were sent. */
  readonly set: (values: Values, queueOffline: boolean) => Promise<boolean>;
  /**
   * Makes a call that sets parameters of vehicles, after the user confirmed dangerous ones. `values`: the parameters; null: those of a copy,
   * which takes nothing dangerous. Resolves with true if they were sent.
   */
  readonly apply: (
    values: Values | null,
    vehicles: readonly PickedVehicle[],
    send: SendSet,
    more?: Pick<SendQuestion, 'warning' | 'count'>,
  ) => Promise<boolean>;
  /** Shows why something cannot be done. */
  readonly refuse: (reason: string) => void;
  readonly rows: readonly ResultRow[];
  readonly dialog: ReactNode;
};

const ALARM_MASK = '80';

const idsOf = (vehicles: readonly PickedVehicle[]): string[] => vehicles.map(({ carId }) => carId);
const titleOf = (vehicles: readonly PickedVehicle[]): string => vehicles[0]?.carNo ?? '';

/** What the user confirmed, as calls carry it: the plate of a single vehicle, and the encrypted password. */
export async function confirmationOf(
  cmdCode: CommandCode,
  vehicles: readonly Pick<PickedVehicle, 'carNo'>[],
  count: number,
  given: { readonly password?: string },
): Promise<Confirmation> {
  const [password] = given.password === undefined ? [] : await encryptPasswords([given.password]);
  const [only] = count === 1 ? vehicles : [];
  return { cmdCode, vehicles: count, ...(only ? { plate: only.carNo } : {}), ...(password ? { password } : {}) };
}

/** What a page of settings does with the chosen vehicles, and what became of it. */
export function useSetup(chosen: readonly PickedVehicle[]): Setup {
  const { t, i18n } = useTranslation();
  const sent = useSent();
  const sets = useSets();
  const [confirm, dialog] = useConfirmSend();
  const known = useRef<Map<string, PickedVehicle>>(new Map());
  const all: KnownVehicles = known.current;

  function anyOf(targets: readonly PickedVehicle[]): boolean {
    for (const vehicle of targets) known.current.set(vehicle.carId, vehicle);
    if (targets.length === 0) notify('warning', t('terminalSetup.chooseFirst'));
    return targets.length > 0;
  }

  const send: SendCommand = async ({ cmdCode, params, queueOffline }, vehicles = chosen) => {
    if (!anyOf(vehicles)) return [];
    const { danger, nameKey } = terminalCommands[cmdCode];
    const servers = findConnectServer(cmdCode, params);
    const given = await confirm({ command: t(nameKey as 'common.close'), danger, vehicles, servers });
    if (!given) return [];
    try {
      const confirmation =
        danger === 'none' ? {} : { confirmation: await confirmationOf(cmdCode, vehicles, vehicles.length, given) };
      const sendOnce = async () => {
        const reply = await call(commandsCalls.sendCommand, {
          cmdCode,
          targIds: idsOf(vehicles),
          params: { ...params },
          queueOffline,
          ...confirmation,
        });
        if (reply.batchId !== undefined) notify('success', t('terminalSetup.needsApproval'));
        return reply;
      };
      await sent.track(cmdCode, titleOf(vehicles), sendOnce, params);
      return [];
    } catch (failure) {
      if (failure instanceof KeyError) notify('error', t('common.requestFailed'));
      if (!(failure instanceof Refusal)) return [];
      const refused = failure.fields.map(({ path, message }) => ({ path: path.replace(/^params\./, ''), message }));
      if (refused.length > 0) notify('error', refused.map(({ message }) => message).join('\n'));
      return refused;
    }
  };

  async function read(wanted: WantedParameters, vehicles: readonly PickedVehicle[] = chosen) {
    if (!anyOf(vehicles)) return;
    const data = {
      targIds: idsOf(vehicles),
      ...(wanted.groups ? { groups: [...wanted.groups] } : {}),
      ...(wanted.ids ? { ids: [...wanted.ids] } : {}),
    };
    const code = wanted.groups || wanted.ids ? '8106' : '8104';
    // shown by the client
    await sent
      .track(code, titleOf(vehicles), () => call(terminalSettingsCalls.readParams, data), { ...wanted })
      .catch(() => undefined);
  }

  const apply: Setup['apply'] = async (values, vehicles, sendSet, more = {}) => {
    if (!anyOf(vehicles)) return false;
    const dangerous = Object.keys(values ?? {}).some((id) => findParameter(id)?.danger);
    const count = more.count ?? vehicles.length;
    const given = await confirm({
      command: t('terminalSetup.setParameters'),
      danger: dangerous ? 'dangerous' : more.warning === undefined ? 'none' : 'confirm',
      vehicles,
      ...more,
      ...(dangerous ? { warning: t('terminalSetup.losesTerminal'), acknowledge: t('terminalSetup.addressChecked') } : {}),
      servers: findNewServers(values ?? {}),
    });
    if (!given) return false;
    try {
      const reply = await sendSet(dangerous ? { confirmation: await confirmationOf('8103server', vehicles, count, given) } : {});
      sets.add(reply, values ?? {});
      if (reply.batchIds.length > 0) notify('success', t('terminalSetup.needsApproval'));
      return true;
    } catch (failure) {
      if (failure instanceof KeyError) notify('error', t('common.requestFailed'));
      if (failure instanceof Refusal && failure.fields.length > 0)
        notify('error', failure.fields.map(({ message }) => message).join('\n'));
      return false;
    }
  };

  const set: Setup['set'] = (values, queueOffline) => {
    // bit 0 of the mask silences the emergency button
    const silences = Number(values[ALARM_MASK] ?? 0) % 2 === 1;
    const data = { targIds: idsOf(chosen), values: { ...values }, queueOffline };
    const send = (confirmed: object) => call(terminalSettingsCalls.setParams, { ...data, ...confirmed });
    return apply(values, chosen, send, silences ? { warning: t('terminalSetup.silencesEmergency') } : {});
  };

  const rows = [...setRows(i18n, sets.list, all), ...commandRows(i18n, sent, all)].sort((a, b) => b.sentAt - a.sentAt);
  return { chosen, send, read, set, apply, refuse: (reason) => notify('warning', reason), rows, dialog };
}
