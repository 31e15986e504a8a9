import { type BodyOf, parameterNames } from '@fleetwarden/protocol/jt808';
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

/** The parameters with these ids. */
export function selectParameters(all: ParameterItems, ids: readonly number[]): ParameterItems {
  const names = new Set(ids.flatMap(parameterNames));
  const chosen = { ...all };
  for (const name of Object.keys(chosen)) if (!names.has(name)) Reflect.deleteProperty(chosen, name);
  return chosen;
}
