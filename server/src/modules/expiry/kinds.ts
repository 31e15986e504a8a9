import { type Sql, sql } from '../../platform/db/database.ts';
import { name } from '../../platform/db/sql.ts';

/** What something that is due belongs to: `id, object, department_id, due_date` of its records, by the column of the date. */
const OBJECTS = {
  department: (due: Sql) => sql`select id, name as object, id as department_id, ${due} as due_date from department`,
  driver: (due: Sql) => sql`select id, name as object, department_id, ${due} as due_date from driver where state <> ${LEFT}`,
  vehicle: (due: Sql) => sql`select id, plate as object, department_id, ${due} as due_date from vehicle where deleted_at is null`,
  terminal: (due: Sql) => sql`
    select v.id, v.plate as object, v.department_id, e.${due} as due_date
    from terminal e join vehicle v on v.id = e.vehicle_id where v.deleted_at is null`,
} as const;
/** DRIVER_STATE */
const LEFT = 2;

/** A kind of EXPIRY_KIND: of what, and the column of its date. A row here is all that a further kind takes. */
type ExpiryKind = { readonly kind: number; readonly of: keyof typeof OBJECTS; readonly due: string };

export const expiryKinds: readonly ExpiryKind[] = [
  { kind: 1, of: 'vehicle', due: 'service_to' },
  { kind: 2, of: 'terminal', due: 'sim_due' },
  { kind: 3, of: 'vehicle', due: 'inspect_due' },
  { kind: 4, of: 'vehicle', due: 'compulsory_due' },
  { kind: 5, of: 'vehicle', due: 'commercial_due' },
  { kind: 6, of: 'vehicle', due: 'carrier_due' },
  { kind: 7, of: 'vehicle', due: 'trans_cert_to' },
  { kind: 8, of: 'vehicle', due: 'second_maint_due' },
  { kind: 9, of: 'vehicle', due: 'tank_inspect_due' },
  { kind: 10, of: 'vehicle', due: 'scrap_date' },
  { kind: 11, of: 'driver', due: 'licence_to' },
  { kind: 12, of: 'driver', due: 'qual_to' },
  { kind: 13, of: 'driver', due: 'edu_due' },
  { kind: 14, of: 'driver', due: 'contract_to' },
  { kind: 15, of: 'department', due: 'license_to' },
];

/** Days ahead of its date from which something is listed: the longest lead a rule may have. */
const AHEAD_DAYS = 365;
/** The id of something that is due is its kind and its object's id. */
const KIND_STEP = 100_000_000;

/**
 * What is due within a year, or was, with what was done about it: columns of the resource, and `object_id`. `today`: a date.
 */
export function dueOnes(today: Sql): Sql {
  const kinds = expiryKinds.map(
    ({ kind, of, due }) => sql`select ${kind}::smallint as kind, o.* from (${OBJECTS[of](name(due))}) o`,
  );
  const all = kinds.reduce((union, each) => sql`${union} union all ${each}`);
  return sql`
    select o.kind * ${KIND_STEP}::integer + o.id as id, 1 as version, o.due_date::timestamptz as created_at, o.due_date::timestamptz as updated_at,
      o.kind, o.id as object_id, o.object, o.department_id, o.due_date, o.due_date - ${today} as days_left,
      coalesce(h.state, 1::smallint) as state, h.note, a.user_name as handled_by, h.handled_at,
      (select max(r.reminded_at) from expiry_reminder r
       where r.kind = o.kind and r.object_id = o.id and r.due_date = o.due_date) as reminded_at
    from (${all}) o
    left join expiry_handling h on h.kind = o.kind and h.object_id = o.id and h.due_date = o.due_date
    left join account a on a.id = h.handled_by
    where o.due_date <= ${today} + ${AHEAD_DAYS}::integer`;
}
