import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import i18next from 'i18next';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { sendCommand, type Target } from '../../shared/commands/sent-commands.ts';

/** Sends a command without a form; the tray shows the outcome, and errors are shown. */
async function send(cmdCode: string, vehicle: Target, params?: object): Promise<void> {
  try {
    await sendCommand(cmdCode, vehicle, params);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    notify('error', failure.fields.map(({ message }) => message).join('\n'));
  }
}

/** 0x8201: requests a position, which also reaches the map. */
export const rollCall = (vehicle: Target): Promise<void> => send('8201', vehicle);

/** Alarms that stay until a person acknowledges them (JT/T 808, 0x8203). */
const CONFIRMABLE = ALARM_BITS.reduce((bits, { bit, event }) => (event ? bits + 2 ** bit : bits), 0);

/** 0x8203 for those alarm bits that can be acknowledged; a notice if there are none. */
export async function clearAlarm(vehicle: Target, alarmBits: number): Promise<void> {
  const bits = (alarmBits & CONFIRMABLE) >>> 0;
  if (bits === 0) notify('warning', i18next.t('vehicleAction.noAlarmToClear'));
  else await send('8203', vehicle, { alarmBits: bits });
}
