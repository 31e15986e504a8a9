import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import i18next from 'i18next';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { sendCommand, type Target } from './windows/sent-commands.ts';

/** Sends a command that has no form; what comes of it is in the tray, and why it was refused is said. */
async function send(cmdCode: string, vehicle: Target, params?: object): Promise<void> {
  try {
    await sendCommand(cmdCode, vehicle, params);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    notify('error', failure.fields.map(({ message }) => message).join('\n'));
  }
}

/** 0x8201: the terminal says where it is, and the map hears of it. */
export const rollCall = (vehicle: Target): Promise<void> => send('8201', vehicle);

/** The alarms that last until a person has seen them (JT/T 808, 0x8203). */
const CONFIRMABLE = ALARM_BITS.reduce((bits, { bit, event }) => (event ? bits + 2 ** bit : bits), 0);

/** 0x8203 for those of the alarm bits that a person may clear; says so where there are none. */
export async function clearAlarm(vehicle: Target, alarmBits: number): Promise<void> {
  const bits = (alarmBits & CONFIRMABLE) >>> 0;
  if (bits === 0) notify('warning', i18next.t('vehicleAction.noAlarmToClear'));
  else await send('8203', vehicle, { alarmBits: bits });
}
