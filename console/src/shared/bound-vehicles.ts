import type { ClientRoute } from '@fleetwarden/contract/call';
import type { BoundCar, platformsSchemas } from '@fleetwarden/contract/platforms/schemas';
import { call } from '../api/call.ts';
import { callPaged } from '../api/call-paged.ts';
import type { PickedVehicle } from './vehicle-candidates.ts';

export type BindingCalls = {
  readonly list: ClientRoute<(typeof platformsSchemas)['listSuperiorCar']>;
  readonly bind: ClientRoute<(typeof platformsSchemas)['bindSuperiorCar']>;
};

/** Vehicles per call: the server's limits. */
const [LISTED, BOUND] = [500, 10_000];

/** A bound vehicle as a picked one. */
const picked = ({ carId, carNo, color }: BoundCar): PickedVehicle => ({ ltId: `v${carId}`, carId, carNo, color });

/** All vehicles of a record that the caller may see. */
export async function boundCars({ list }: BindingCalls, id: string, signal: AbortSignal): Promise<readonly PickedVehicle[]> {
  const vehicles: PickedVehicle[] = [];
  for (let page = 1; ; page++) {
    const { list: rows, total } = await callPaged(list, { id }, { signal, pageModel: { page, limit: LISTED } });
    vehicles.push(...rows.map(picked));
    if (rows.length === 0 || vehicles.length >= total) return vehicles;
  }
}

/** Changes the bound vehicles to the wanted ones; resolves with the numbers of added and removed ones. */
export async function bindCars(
  { bind }: BindingCalls,
  id: string,
  before: readonly PickedVehicle[],
  after: readonly PickedVehicle[],
): Promise<{ added: number; removed: number }> {
  const without = (all: readonly PickedVehicle[], others: readonly PickedVehicle[]) => {
    const known = new Set(others.map(({ ltId }) => ltId));
    return all.filter(({ ltId }) => !known.has(ltId)).map(({ carId }) => carId);
  };
  const [add, remove] = [without(after, before), without(before, after)];
  const done = { added: 0, removed: 0 };
  for (let from = 0; from < Math.max(add.length, remove.length); from += BOUND) {
    const lot = (ids: readonly string[]) => ids.slice(from, from + BOUND);
    const { added, removed } = await call(bind, { id, addCars: lot(add), removeCars: lot(remove) });
    done.added += added;
    done.removed += removed;
  }
  return done;
}
