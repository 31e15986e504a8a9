import type { detailsCalls } from '@fleetwarden/contract/details/routes';
import { ADDRESS_FOUND, ADDRESS_UNKNOWN } from '@fleetwarden/contract/details/schemas';
import { CallError } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Language } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { toRecord } from '../../platform/resources/handlers.ts';
import { masked } from '../../platform/resources/mask.ts';
import type { Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { Scopes } from '../identity/index.ts';
import { type AddressesOptions, createAddresses } from './address/addresses.ts';
import { TYRE_REPORTS, TYRES_WITHIN_MS } from './limits.ts';
import * as store from './store.ts';
import { tyresOf } from './tyres.ts';

/** The owner of the vehicle. */
const OWNER = 'owner';

type DetailsOptions = AddressesOptions & {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly vehicles: ResourceStore;
  readonly drivers: ResourceStore;
};

/** Read-only data of the vehicle dialog: address, tyres, and the records of vehicle, owner and driver. */
export function createDetails(options: DetailsOptions): {
  readonly handlers: Handlers<typeof detailsCalls>;
  /** The address of a place, WGS-84 degrees; null where none is known. */
  readonly addressOf: (lng: number, lat: number, language: Language) => Promise<string | null>;
} {
  const { db, scopes, vehicles, drivers, now = Date.now } = options;
  const addresses = createAddresses(options);

  const vehicleOf = async (user: Principal, id: string) => {
    const vehicle = await store.vehicleOf(db, Number(id), await scopes.of(user.departmentId));
    if (!vehicle) throw new CallError('notFound', `vehicle ${id}`);
    return vehicle;
  };
  /** One record as this user may see it. */
  const shown = async ({ resource, reader }: ResourceStore, id: number, user: Principal) => {
    // the vehicle is in the scope; its driver may belong to a department above
    const [row] = await reader.byIds(db, [id], null);
    return row ? toRecord(resource, seenBy(resource, row, user)) : null;
  };

  return {
    addressOf: addresses.of,
    handlers: {
      getAddress: async ({ lng, lat }, { language }) => {
        const addressInfo = await addresses.of(lng, lat, language);
        return addressInfo === null ? { code: ADDRESS_UNKNOWN, data: null } : { code: ADDRESS_FOUND, data: { addressInfo } };
      },
      getCarInfo: async ({ targId }, { user }) => {
        const { id, driver_id } = await vehicleOf(user, targId);
        const vehicle = await shown(vehicles, id, user);
        if (!vehicle) throw new CallError('notFound', `vehicle ${targId}`);
        return {
          vehicle: part(vehicles.resource, vehicle, (tab) => tab !== OWNER),
          driver: driver_id === null ? null : await shown(drivers, driver_id, user),
        };
      },
      getOwnerInfo: async ({ targId }, { user, note }) => {
        const { id } = await vehicleOf(user, targId);
        const vehicle = await shown(vehicles, id, user);
        if (!vehicle) throw new CallError('notFound', `vehicle ${targId}`);
        note({ object: String(vehicle[vehicles.resource.title]) });
        return { vehicle: part(vehicles.resource, vehicle, (tab) => tab === OWNER) };
      },
      queryTirePressure: async ({ carId }, { user }) => {
        const { id } = await vehicleOf(user, carId);
        for (const { gnss_at, extra } of await store.newestExtras(db, id, now() - TYRES_WITHIN_MS, TYRE_REPORTS)) {
          const list = tyresOf(extra);
          if (list) return { time: gnss_at, list };
        }
        return { time: null, list: [] };
      },
    },
  };
}

/** Masked for users without the permission to see it in full. */
const seenBy = (resource: Resource, row: Stored, { rights }: Principal): Stored =>
  resource.unmaskCode !== undefined && rights.has(resource.unmaskCode) ? row : masked(resource, row);

/** A record with the fields of some groups of its form only. */
function part({ fields }: Resource, record: Readonly<Record<string, unknown>>, wanted: (tab: string | undefined) => boolean) {
  const left = Object.entries(fields).filter(([, { tab }]) => !wanted(tab));
  return Object.fromEntries(Object.entries(record).filter(([key]) => !left.some(([name]) => name === key)));
}
