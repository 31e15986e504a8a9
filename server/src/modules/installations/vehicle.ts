import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import type { Values } from '../../platform/resources/model.ts';
import type { Stored } from '../../platform/resources/read.ts';
import { refused } from '../../platform/resources/refusals.ts';
import type { Actor, ResourceStore } from '../../platform/resources/resource.ts';
import type { WriteRequest } from '../../platform/resources/write-request.ts';

/** INSTALL_KIND: removal of the terminal. */
const REMOVAL = 3;
/** Defaults of a new vehicle: other type, other industry, operating. */
const BEGINNING: Values = { vehicleType: 90, industryType: 99, runState: 1 };

/**
 * Applies an accepted installation to the records: adds an unknown vehicle, or sets or removes the terminal of a known one.
 * Resolves to the changes, to publish after the commit; throws CallError
 * if the records refuse it, for example because the number belongs to another vehicle or company.
 */
export async function keepVehicle(tx: Queryable, vehicles: ResourceStore, install: Stored, actor: Actor): Promise<Change[]> {
  const { carNo, plateColor, deptId } = install;
  const known = await tx.first<{ id: number }>(sql`
    select id from vehicle where plate = ${carNo} and plate_colour = ${plateColor} and deleted_at is null`);
  if (!known && install['kind'] === REMOVAL) return [];
  const values = install['kind'] === REMOVAL ? NO_TERMINAL : terminalOf(install);
  const wish: WriteRequest = known
    ? { kind: 'edit', id: known.id, values }
    : { kind: 'add', values: { ...BEGINNING, carNo, plateColor, deptId, ...values } };
  const { changes, refusals } = await vehicles.try(tx, [wish], actor);
  if (refusals.length > 0) throw refused(vehicles.resource, [wish], refusals);
  return changes;
}

const terminalOf = (install: Stored): Values => ({
  phone: install['phone'],
  terminalNo: install['terminalNo'],
  terminalModel: install['terminalModel'],
  manufacturerId: install['maker'],
  iccid: install['iccid'],
  features: install['features'],
});
const NO_TERMINAL: Values = { phone: null, terminalNo: null, terminalModel: null, manufacturerId: null, iccid: null };
