import { CallError } from '@fleetwarden/contract/errors';
import type { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { getText } from '@fleetwarden/locale/languages';
import { sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';

export type VehicleCallsOptions = {
  readonly vehicles: ResourceStore;
  /** The recycle bin. */
  readonly deleted: ResourceStore;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
};

type Found = 'restoreCar' | 'purgeCar' | 'checkUnique' | 'getCarTypes' | 'getCarInfosByDeptId';

/** Most vehicles one call lists. */
const MAX_CARS = 5_000;

type CarRow = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly department_id: number;
  readonly phone: string | null;
};

export function createVehicleCalls({ vehicles, deleted, below }: VehicleCallsOptions): Pick<Handlers<typeof fleetCalls>, Found> {
  const { db } = vehicles;
  return {
    restoreCar: async ({ ids }, { user, note }) => {
      note({ object: `vehicle ${ids.join(', ')}` });
      const changes = await vehicles.change(
        ids.map((id) => ({ kind: 'restore' as const, id: Number(id) })),
        user,
      );
      note({ object: changes.map(({ after }) => String(after?.['carNo'])).join(', ') });
      return { restored: changes.length };
    },
    purgeCar: async ({ id, carNo }, { user, note }) => {
      const [record] = await deleted.reader.byIds(db, [Number(id)], await below(user.departmentId));
      if (!record) throw new CallError('notFound', `removed vehicle ${id}`);
      note({ object: String(record['carNo']) });
      if (record['carNo'] !== carNo.toUpperCase())
        throw new CallError('validation', 'another plate', [{ path: 'carNo', key: 'vehicle.otherPlate' }]);
      const kept = await db.first(sql`select from vehicle where id = ${Number(id)} and vehicle_is_kept(id)`);
      if (kept) throw new CallError('evidenceLocked', `vehicle ${id}`, [], { count: 1 });
      await vehicles.change([{ kind: 'purge', id: Number(id) }], user);
      return { id };
    },
    checkUnique: async ({ id = '0', ...values }) => {
      const phone = values.phone?.replace(/^0+(?=.)/, '');
      const row = await db.first<{ plate: boolean; vin: boolean; phone: boolean; terminal: boolean }>(sql`
        select
          exists (select from vehicle where plate = ${values.carNo?.toUpperCase() ?? null} and plate_colour = ${values.plateColor ?? null}
            and deleted_at is null and id <> ${Number(id)}) as plate,
          exists (select from vehicle where vin = ${values.vin?.toUpperCase() ?? null} and deleted_at is null and id <> ${Number(id)}) as vin,
          exists (select from terminal where phone = ${phone ?? null} and vehicle_id is distinct from ${Number(id)}) as phone,
          exists (select from terminal where terminal_no = ${values.terminalNo ?? null}
            and vehicle_id is distinct from ${Number(id)}) as terminal`);
      const taken = { carNo: row!.plate, vin: row!.vin, phone: row!.phone, terminalNo: row!.terminal };
      return { taken: Object.entries(taken).flatMap(([key, is]) => (is ? [key] : [])) };
    },
    getCarTypes: (_data, { language }) => ({
      list: ENUMERATIONS.VEHICLE_TYPE.map(({ value, key }) => ({
        value: Number(value),
        label: key ? getText(language, key) : '',
      })),
    }),
    getCarInfosByDeptId: async ({ deptId }, { user }) => {
      if (!(await below(user.departmentId)).has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
      const rows = await db.query<CarRow>(sql`
        select v.id, v.plate, v.plate_colour, v.department_id, t.phone
        from vehicle v left join terminal t on t.vehicle_id = v.id
        where v.deleted_at is null and v.department_id = any(${[...(await below(Number(deptId)))]})
        order by v.plate, v.id limit ${MAX_CARS}`);
      const list = rows.map(({ id, plate, plate_colour, department_id, phone }) => ({
        carId: String(id),
        carNo: plate,
        color: plate_colour,
        deptId: String(department_id),
        phone,
      }));
      return { list };
    },
  };
}
