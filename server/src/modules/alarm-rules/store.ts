import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { EffectRow, LogRow, Scheme, TargetRow } from '@fleetwarden/contract/alarm-rules/schemas';
import { json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../../platform/resources/read.ts';

/** Values of a scheme that are stored unchanged. */
export type SchemeValues = Pick<
  Scheme,
  | 'schemeName'
  | 'enabled'
  | 'validFrom'
  | 'validTo'
  | 'weekdays'
  | 'segments'
  | 'params'
  | 'level'
  | 'actions'
  | 'priority'
  | 'remark'
> & { readonly departmentId: number };

const COLUMNS: Sql = sql`
  t.id::text as id, t.version, t.kind as "schemeType", t.name as "schemeName", t.department_id::text as "deptId", d.name as "deptName",
  t.enabled, t.valid_from as "validFrom", t.valid_to as "validTo", t.weekdays, t.segments, t.params, t.level, t.actions, t.priority,
  t.remark, t.updated_at as "updatedAt", coalesce(a.user_name, '') as "updatedBy",
  (select count(*)::integer from (
    with recursive below as (
      select g.department_id as id from warn_scheme_target g where g.scheme_id = t.id and g.department_id is not null
      union select d.id from department d join below b on d.parent_id = b.id
    )
    select v.id from below b join vehicle v on v.department_id = b.id where v.deleted_at is null
    union select v.id from warn_scheme_target g join vehicle v on v.id = g.vehicle_id where g.scheme_id = t.id and v.deleted_at is null
  ) covered) as vehicles,
  (select count(*)::integer from warn_scheme_target g where g.scheme_id = t.id and g.department_id is not null) as departments`;
const FROM: Sql = sql`from warn_scheme t join department d on d.id = t.department_id left join account a on a.id = t.updated_by`;
const within = (kind: RuleCode, scope: Scope): Sql => sql`where t.kind = ${kind} and t.department_id = any(${[...scope]})`;

export type SchemeFilter = {
  readonly ids?: readonly number[] | undefined;
  readonly schemeName?: string | undefined;
  readonly departmentIds?: readonly number[] | undefined;
  readonly enabled?: boolean | undefined;
};

/** Schemes of a kind in a scope, newest first. */
export async function list(
  db: Queryable,
  kind: RuleCode,
  scope: Scope,
  { ids, schemeName, departmentIds, enabled }: SchemeFilter,
  page: PageWindow,
): Promise<{ list: Scheme[]; total: number }> {
  const { rows, total } = await pageOf<Scheme>(
    db,
    {
      columns: COLUMNS,
      from: sql`${FROM} ${within(kind, scope)} ${contains(sql`t.name`, schemeName)}
        ${departmentIds === undefined ? sql`` : sql`and t.department_id = any(${[...departmentIds]})`}
        ${ids === undefined ? sql`` : sql`and t.id = any(${[...ids]})`}
        ${enabled === undefined ? sql`` : sql`and t.enabled = ${enabled}`}`,
      order: sql`order by t.updated_at desc, t.id desc`,
    },
    page,
  );
  return { list: rows, total };
}

/** The schemes of the kind in the scope among these ids. */
export const byIds = (db: Queryable, kind: RuleCode, scope: Scope, ids: readonly number[]) =>
  db.query<Scheme>(sql`select ${COLUMNS} ${FROM} ${within(kind, scope)} and t.id = any(${[...ids]}) order by t.id`);

export async function countName(
  db: Queryable,
  kind: RuleCode,
  departmentId: number,
  name: string,
  but: number | undefined,
): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*) as count from warn_scheme
    where kind = ${kind} and department_id = ${departmentId} and name = ${name} and id <> ${but ?? 0}`);
  return row!.count;
}

type By = { readonly accountId: number; readonly timeZone: string };

/** Throws the database's error where another has the name. */
export async function insert(tx: Queryable, kind: RuleCode, v: SchemeValues, { accountId, timeZone }: By) {
  const row = await tx.first<{ id: number }>(sql`
    insert into warn_scheme (department_id, kind, name, enabled, valid_from, valid_to, time_zone, weekdays, segments, params, level,
      actions, priority, remark, updated_by)
    values (${v.departmentId}, ${kind}, ${v.schemeName}, ${v.enabled}, ${v.validFrom}, ${v.validTo}, ${timeZone}, ${[...v.weekdays]},
      ${json(v.segments)}::jsonb, ${json(v.params)}::jsonb, ${v.level}, ${json(v.actions)}::jsonb, ${v.priority}, ${v.remark}, ${accountId})
    returning id`);
  return { id: row!.id, version: 1 };
}

/** The new version; undefined where the record is another than was seen. */
export async function update(
  tx: Queryable,
  { id, version }: { readonly id: number; readonly version: number },
  v: SchemeValues,
  { accountId, timeZone }: By,
): Promise<number | undefined> {
  const row = await tx.first<{ version: number }>(sql`
    update warn_scheme set department_id = ${v.departmentId}, name = ${v.schemeName}, enabled = ${v.enabled},
      valid_from = ${v.validFrom}, valid_to = ${v.validTo}, time_zone = ${timeZone}, weekdays = ${[...v.weekdays]},
      segments = ${json(v.segments)}::jsonb, params = ${json(v.params)}::jsonb, level = ${v.level},
      actions = ${json(v.actions)}::jsonb, priority = ${v.priority}, remark = ${v.remark}, updated_by = ${accountId},
      updated_at = now(), version = version + 1
    where id = ${id} and version = ${version} returning version`);
  return row?.version;
}

export const remove = (tx: Queryable, ids: readonly number[]): Promise<number> =>
  tx.run(sql`delete from warn_scheme where id = any(${[...ids]})`);

/** The ids of those that were not so before. */
export async function enable(tx: Queryable, ids: readonly number[], enabled: boolean, accountId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    update warn_scheme set enabled = ${enabled}, updated_by = ${accountId}, updated_at = now(), version = version + 1
    where id = any(${[...ids]}) and enabled <> ${enabled} returning id`);
  return rows.map(({ id }) => id);
}

export const note = (
  tx: Queryable,
  schemeId: number,
  { accountId, action, before, after }: { accountId: number; action: string; before?: unknown; after?: unknown },
): Promise<number> =>
  tx.run(sql`
    insert into warn_scheme_log (scheme_id, account_id, action, before, after)
    values (${schemeId}, ${accountId}, ${action}, ${before === undefined ? null : json(before)}::jsonb,
      ${after === undefined ? null : json(after)}::jsonb)`);

/** Targets: vehicles, and departments with their descendants. */
export type Targets = { readonly vehicleIds: readonly number[]; readonly departmentIds: readonly number[] };

/** Returns the number of new ones. */
export async function addTargets(tx: Queryable, schemeId: number, { vehicleIds, departmentIds }: Targets): Promise<number> {
  const cars = await tx.run(sql`
    insert into warn_scheme_target (scheme_id, vehicle_id) select ${schemeId}::integer, unnest(${[...vehicleIds]}::integer[])
    on conflict do nothing`);
  return (
    cars +
    (await tx.run(sql`
      insert into warn_scheme_target (scheme_id, department_id) select ${schemeId}::integer, unnest(${[...departmentIds]}::integer[])
      on conflict do nothing`))
  );
}

/** Returns the number of removed ones. */
export const removeTargets = (tx: Queryable, schemeId: number, { vehicleIds, departmentIds }: Targets): Promise<number> =>
  tx.run(sql`
    delete from warn_scheme_target
    where scheme_id = ${schemeId} and (vehicle_id = any(${[...vehicleIds]}) or department_id = any(${[...departmentIds]}))`);

/** The number of these vehicles in a scope. */
export async function countVehicles(tx: Queryable, ids: readonly number[], scope: Scope): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from vehicle where id = any(${[...ids]}) and deleted_at is null and department_id = any(${[...scope]})`);
  return row!.count;
}

/** Targets of a scheme that lie in a scope: departments before vehicles, by name. */
export async function listTargets(
  db: Queryable,
  schemeId: number,
  scope: Scope,
  page: PageWindow,
): Promise<{ list: TargetRow[]; total: number }> {
  const inScope = [...scope];
  const { rows, total } = await pageOf<TargetRow>(
    db,
    {
      columns: sql`t.*`,
      from: sql`from (
        select 1 as kind, d.id::text as "targetId", d.name, coalesce(p.name, '') as "deptName", 0 as color
        from warn_scheme_target g join department d on d.id = g.department_id left join department p on p.id = d.parent_id
        where g.scheme_id = ${schemeId} and d.id = any(${inScope})
        union all
        select 2, v.id::text, v.plate, d.name, v.plate_colour from warn_scheme_target g join vehicle v on v.id = g.vehicle_id
        join department d on d.id = v.department_id
        where g.scheme_id = ${schemeId} and v.deleted_at is null and v.department_id = any(${inScope})) t`,
      order: sql`order by t.kind, t.name, t."targetId"`,
    },
    page,
  );
  return { list: rows, total };
}

/** Texts sent by a scheme to vehicles of a scope, with their results, newest first. */
export async function listEffects(
  db: Queryable,
  schemeId: number,
  scope: Scope,
  page: PageWindow,
): Promise<{ list: EffectRow[]; total: number }> {
  const { rows, total } = await pageOf<EffectRow>(
    db,
    {
      columns: sql`e.at, v.id::text as "targId", v.plate as "carNo", v.plate_colour as color, e.subject,
        coalesce(k.params ->> 'text', '') as text, k.state, k.result_code as "resultCode"`,
      from: sql`from warn_effect e join vehicle v on v.id = e.vehicle_id left join command k on k.id = e.command_id
        where e.scheme_id = ${schemeId} and v.department_id = any(${[...scope]})`,
      order: sql`order by e.at desc, v.id, e.subject`,
    },
    page,
  );
  return { list: rows, total };
}

/** Changes of a scheme with their authors, newest first. */
export async function listLog(db: Queryable, schemeId: number, page: PageWindow): Promise<{ list: LogRow[]; total: number }> {
  const { rows, total } = await pageOf<LogRow>(
    db,
    {
      columns: sql`t.at, coalesce(a.user_name, '') as username, t.action, t.before, t.after`,
      from: sql`from warn_scheme_log t left join account a on a.id = t.account_id where t.scheme_id = ${schemeId}`,
      order: sql`order by t.id desc`,
    },
    page,
  );
  return { list: rows, total };
}
