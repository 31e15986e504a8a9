import type { CallReply } from '@fleetwarden/contract/call';
import type { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { PickedVehicle } from '../../../shared/vehicle-candidates.ts';

/** A vehicle with the state of its parameters. */
export type ParamCar = CallReply<typeof terminalSettingsCalls.listParamCar>['list'][number];

/** The vehicle as a target of commands. */
export const asTarget = ({ targId, carNo, color }: Pick<ParamCar, 'targId' | 'carNo' | 'color'>): PickedVehicle => ({
  ltId: `v${targId}`,
  carId: targId,
  carNo,
  color,
});
