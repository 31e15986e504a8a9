import { commandsCalls } from 'virtual:calls/commands';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import i18next from 'i18next';
import { call } from '../../ui/api/call.ts';
import { notify } from '../../ui/feedback.ts';

/** Sends a command that is worth something only now; what the server refuses is shown by the call. */
async function send(cmdCode: string, tid: string, params: Readonly<Record<string, unknown>>, sent: string): Promise<void> {
  try {
    await call(commandsCalls.sendCommand, { cmdCode, targIds: [tid], params });
    notify('success', sent);
  } catch {
    // has been shown
  }
}

/** 0x8201: the terminal says where it is, and the map hears of it. */
export const rollCall = (tid: string): Promise<void> => send('8201', tid, {}, i18next.t('vehicleAction.rollCallSent'));

/** The alarms that last until a person has seen them (JT/T 808, 0x8203). */
const CONFIRMABLE = ALARM_BITS.reduce((bits, { bit, event }) => (event ? bits + 2 ** bit : bits), 0);

/** 0x8203 for those of the alarm bits that a person may clear; says so where there are none. */
export async function clearAlarm(tid: string, alarmBits: number): Promise<void> {
  const bits = (alarmBits & CONFIRMABLE) >>> 0;
  if (bits === 0) notify('warning', i18next.t('vehicleAction.noAlarmToClear'));
  else await send('8203', tid, { alarmBits: bits }, i18next.t('vehicleAction.clearAlarmSent'));
}
