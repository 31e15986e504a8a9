import { ROLLOUT_STATES, UPGRADE_STATES } from '@fleetwarden/contract/firmware/firmware-limits';
import type { Queryable } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';

export type NewFirmware = {
  readonly departmentId: number;
  readonly accountId: number;
  readonly name: string;
  readonly file: string;
  readonly kind: number;
  readonly maker: string;
  readonly version: string;
  readonly models: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  readonly md5: string;
  readonly note: string;
};

export type FirmwareRow = Omit<NewFirmware, 'departmentId' | 'accountId' | 'kind'> & {
  readonly id: number;
  readonly kind: 0 | 12 | 52;
  readonly department_id: number;
  readonly dept_name: string;
  readonly user_name: string | null;
  readonly created_at: number;
  readonly rollouts: number;
};

export async function insertFirmware(db: Queryable, firmware: NewFirmware): Promise<number> {
  const row = await db.first<{ id: number }>(sql`
    insert into firmware (department_id, account_id, name, file, kind, maker, version, models, bytes, sha256, md5, note)
    values (${firmware.departmentId}, ${firmware.accountId}, ${firmware.name}, ${firmware.file}, ${firmware.kind},
      ${firmware.maker}, ${firmware.version}, ${[...firmware.models]}::text[], ${firmware.bytes}, ${firmware.sha256},
      ${firmware.md5}, ${firmware.note})
    returning id`);
  return row!.id;
}

/** Firmware files of a scope, and of the departments above `departmentId`, which provide them. */
const visible = (scope: Scope, departmentId: number) => sql`
  f.deleted_at is null and (f.department_id = any(${[...scope]}) or f.department_id in (
    with recursive above as (
      select id, parent_id from department where id = ${departmentId}
      union
      select d.id, d.parent_id from department d join above on d.id = above.parent_id
    )
    select id from above))`;

const columns = sql`
  f.id, f.department_id, f.name, f.file, f.kind, f.maker, f.version, f.models, f.bytes, f.sha256, f.md5, f.note, f.created_at,
  d.name as dept_name, a.user_name,
  (select count(*)::integer from firmware_rollout r where r.firmware_id = f.id) as rollouts`;
const joined = sql`firmware f join department d on d.id = f.department_id left join account a on a.id = f.account_id`;

export const listFirmware = (
  db: Queryable,
  { scope, departmentId }: { readonly scope: Scope; readonly departmentId: number },
  { text, kind }: { readonly text?: string | undefined; readonly kind?: number | undefined },
  page: PageWindow,
) =>
  pageOf<FirmwareRow>(
    db,
    {
      columns,
      from: sql`
        from ${joined} where ${visible(scope, departmentId)}
          ${contains(sql`(f.name || ' ' || f.version || ' ' || array_to_string(f.models, ' '))`, text)}
          ${kind === undefined ? sql`` : sql`and f.kind = ${kind}`}`,
      order: sql`order by f.id desc`,
    },
    page,
  );

export const findFirmware = (db: Queryable, scope: Scope, departmentId: number, id: number) =>
  db.first<FirmwareRow>(sql`select ${columns} from ${joined} where f.id = ${id} and ${visible(scope, departmentId)}`);

/** Marks a file as deleted, unless a roll-out that is not over needs it; its name on disk, or undefined. */
export const deleteFirmware = (db: Queryable, id: number) =>
  db.first<{ file: string }>(sql`
    update firmware f set deleted_at = now()
    where f.id = ${id} and f.deleted_at is null
      and not exists (select from firmware_rollout r where r.firmware_id = f.id and (r.state < ${ROLLOUT_STATES.finished} or r.state = ${ROLLOUT_STATES.awaiting}))
    returning f.file`);

/** A vehicle that a roll-out may have. */
export type Candidate = {
  readonly id: number;
  readonly plate: string;
  /** Why not; null: it fits. */
  readonly reason: 'model' | 'terminal' | 'busy' | null;
  readonly online: boolean;
};

/** Vehicles with what makes them unfit, those online first, then in an order that follows no pattern. */
export const candidates = (db: Queryable, vehicleIds: readonly number[], models: readonly string[]) =>
  db.query<Candidate>(sql`
    select v.id, v.plate,
      case when t.id is null then 'terminal'
           when not coalesce(t.model, '') = any(${[...models]}::text[]) then 'model'
           when exists (select from firmware_target o where o.vehicle_id = v.id and o.state < ${UPGRADE_STATES.succeeded}) then 'busy'
      end as reason,
      exists (select from online_session s where s.vehicle_id = v.id and s.logout_at is null) as online
    from vehicle v left join terminal t on t.vehicle_id = v.id
    where v.id = any(${[...vehicleIds]})
    order by online desc, md5(v.id::text)`);
