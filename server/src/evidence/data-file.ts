import { decodeVehicleStates, type VehicleStateRecord } from '@fleetwarden/protocol/jsatl12';
import { timeOfDigits } from '@fleetwarden/protocol/jt808';

/**
 * The states of a data file with their times: UTC epoch ms. Records of one second are spread over it; those without a time are left
 * out.
 */
export function readDataFile(file: Uint8Array): (VehicleStateRecord & { readonly at: number })[] {
  const states = decodeVehicleStates(file).flatMap((state) => {
    const at = timeOfDigits(state.time);
    return at === null ? [] : [{ ...state, at }];
  });
  for (const second of Map.groupBy(states, ({ at }) => at).values())
    for (const [i, state] of second.entries()) state.at += Math.floor((i * 1000) / second.length);
  return states;
}
