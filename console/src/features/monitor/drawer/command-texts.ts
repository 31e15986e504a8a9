import { enumerationRow } from '@fleetwarden/domain/enumerations';
import type { i18n as I18n } from 'i18next';
import { enumerationName } from '../../../shared/enumeration.ts';

/** The name of a command; its code if this release does not know it. */
export function commandName(i18n: I18n, cmdCode: string): string {
  const key = `command.name_${cmdCode}`;
  return i18n.exists(key) ? i18n.t(key as 'command.name_8201') : cmdCode;
}

/** Why it was not sent, by error code. */
const REFUSALS = {
  4003: 'error.forbidden',
  4004: 'error.notFound',
  4020: 'error.terminalOffline',
  4023: 'error.terminalUnsupported',
  4024: 'error.vehicleMoving',
  4025: 'error.speedUnknown',
  4029: 'error.vehicleBusy',
  5000: 'error.internal',
} as const;

const isRefusal = (code: number): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code);

export function resultText(i18n: I18n, code: number | null): string {
  if (code === null) return '';
  if (isRefusal(code)) return i18n.t(REFUSALS[code]);
  return enumerationRow('ANSWER_RESULT', code) ? enumerationName(i18n, 'ANSWER_RESULT', code) : String(code);
}
