import { at, type Queryable, sql } from '../../platform/db/database.ts';

export type InspectedVehicle = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly department_id: number;
  readonly department_name: string;
  /** null: no inspection password has been made. */
  readonly password_hash: string | null;
};

const vehicle = sql`
  select v.id, v.plate, v.plate_colour, v.department_id, d.name as department_name, i.password_hash
  from vehicle v join department d on d.id = v.department_id left join vehicle_inspection i on i.vehicle_id = v.id
  where v.deleted_at is null`;

export const vehicleByPlate = (db: Queryable, plate: string, colour: number) =>
  db.first<InspectedVehicle>(sql`${vehicle} and v.plate = ${plate} and v.plate_colour = ${colour}`);

export const vehicleById = (db: Queryable, id: number) => db.first<InspectedVehicle>(sql`${vehicle} and v.id = ${id}`);

/** `madeBy`: the account; null where it was made with the demo. */
export const saveInspectionPassword = (
  db: Queryable,
  { vehicleId, hash, madeBy, now }: { vehicleId: number; hash: string; madeBy: number | null; now: number },
) =>
  db.run(sql`
    insert into vehicle_inspection (vehicle_id, password_hash, made_at, made_by)
    values (${vehicleId}, ${hash}, ${at(now)}, ${madeBy})
    on conflict (vehicle_id) do update set
      password_hash = excluded.password_hash, made_at = excluded.made_at, made_by = excluded.made_by`);
