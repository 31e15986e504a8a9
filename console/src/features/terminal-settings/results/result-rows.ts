import { findParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import type { i18n as I18n } from 'i18next';
import {
  cancel,
  maySendAgain,
  resend,
  type SentCommand,
  type SentCommands,
  toOutcome,
} from '../../../shared/commands/sent-commands.ts';
import type { PickedVehicle } from '../../../shared/vehicle-candidates.ts';
import { formatParameter, parameterName } from '../fields/parameter-text.ts';
import { describeParams, describeValues } from './describe-params.ts';
import type { VehicleSet } from './use-sets.ts';

/** A line of the results: what one vehicle did with what was sent. */
export type ResultRow = {
  readonly key: string;
  readonly plate: string;
  readonly colour: number;
  /** Number of the terminal; '' if it is not known. */
  readonly terminal: string;
  /** Its version of JT/T 808; null if it is not known. */
  readonly version: number | null;
  readonly what: string;
  /** What was sent, as one line. */
  readonly params: string;
  readonly sentAt: number;
  readonly changedAt: number;
  /** Decides the colour. */
  readonly outcome: string;
  readonly state: string;
  /** Why, or what differs. */
  readonly note: string;
  readonly vehicle?: PickedVehicle | undefined;
  /** What the terminal answered, besides the outcome. */
  readonly command?: SentCommand & { readonly cmdCode: string };
  readonly again?: () => Promise<unknown>;
  readonly cancel?: () => Promise<unknown>;
};

/** The plates of the vehicles that were chosen on this page, by targId. */
export type KnownVehicles = ReadonlyMap<string, PickedVehicle>;

const FAILED = 3;

export function commandRows(i18n: I18n, sent: SentCommands, vehicles: KnownVehicles): readonly ResultRow[] {
  const { t } = i18n;
  return sent.sends.flatMap((send) =>
    [...send.commands.values()].map((command) => {
      const vehicle = vehicles.get(command.targId);
      const { carNo = '', color = 0 } = vehicle ?? {};
      const { seqId, outcome } = command;
      return {
        key: seqId,
        vehicle,
        plate: carNo,
        colour: color,
        terminal: command.terminal,
        version: command.version,
        params: describeParams(i18n, send.cmdCode, send.params),
        what: t(`command.name_${send.cmdCode}` as 'command.name_8201'),
        sentAt: send.at,
        changedAt: command.at,
        outcome,
        state: t(`commandTray.${outcome}`),
        note: '',
        ...(command.resultData === null ? {} : { command: { ...command, cmdCode: send.cmdCode } }),
        ...(maySendAgain(outcome) ? { again: () => resend(send, sent, [seqId]) } : {}),
        ...(outcome === 'queued' ? { cancel: () => cancel({ commands: new Map([[seqId, command]]) }) } : {}),
      };
    }),
  );
}

export function setRows(i18n: I18n, sets: readonly VehicleSet[], vehicles: KnownVehicles): readonly ResultRow[] {
  const { t } = i18n;
  return sets.map((set) => ({
    key: `${set.setId}-${set.targId}`,
    plate: set.carNo,
    colour: vehicles.get(set.targId)?.color ?? 0,
    terminal: set.terminal,
    version: set.version,
    params: describeValues(i18n, set.values),
    what: t('terminalSetup.setParameters'),
    sentAt: set.sentAt,
    changedAt: set.changedAt,
    outcome: set.state,
    state: t(`terminalSetup.set_${set.state}`),
    note: setNote(i18n, set),
  }));
}

function setNote(i18n: I18n, { state, resultCode, notApplicable, differing }: VehicleSet): string {
  const { t } = i18n;
  const nameOf = (id: string) => {
    const parameter = findParameter(id);
    return parameter ? parameterName(t, parameter.key) : id;
  };
  if (state === 'differs')
    return Object.entries(differing)
      .map(([id, value]) => {
        const parameter = findParameter(id);
        return `${nameOf(id)} ${parameter ? formatParameter(i18n, parameter.field, value, parameter.shown) : String(value)}`;
      })
      .join(' · ');
  if (notApplicable.length > 0) return t('terminalSetup.notApplicable', { names: notApplicable.map(nameOf).join(' · ') });
  const reason = toOutcome(FAILED, resultCode);
  return (state === 'failed' || state === 'refused') && reason !== 'failed' ? t(`commandTray.${reason}`) : '';
}
