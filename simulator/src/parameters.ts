import { type BodyOf, parameterItems } from '@fleetwarden/protocol/jt808';
import type { Member } from './identity.ts';

/** The parameters stored in a terminal, by name, as in 0x8103 and 0x0104. */
export type ParameterItems = BodyOf<0x0104>['parameters'];

/** Factory settings of a terminal. */
export function factoryParameters(member: Member): ParameterItems {
  return {
    heartbeatS: 30,
    tcpReplyTimeoutS: 10,
    tcpRetries: 3,
    apn: 'CMIOT',
    reportStrategy: 0,
    reportPlan: 0,
    sleepIntervalS: 300,
    emergencyIntervalS: 5,
    maxSpeedKmh: 92,
    overspeedS: 10,
    continuousDrivingS: 4 * 3600,
    dailyDrivingS: 10 * 3600,
    minRestS: 20 * 60,
    province: 0,
    city: 0,
    plate: member.plate,
    plateColour: member.plateColour,
  };
}

/** The parameters with these ids, in the order of the table. */
export function selectParameters(all: ParameterItems, ids: readonly number[]): ParameterItems {
  const asked = new Set<string>();
  for (const [id, row] of Object.entries(parameterItems)) if (ids.includes(Number(id))) asked.add(row[0]);
  // parameters without a row are stored under their id in hex
  for (const id of ids) asked.add(`0x${id.toString(16).padStart(4, '0')}`);
  const chosen = { ...all };
  for (const name of Object.keys(chosen)) if (!asked.has(name)) Reflect.deleteProperty(chosen, name);
  return chosen;
}
