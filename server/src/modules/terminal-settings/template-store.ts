import { CallError } from '@fleetwarden/contract/errors';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import type { Scope } from '../identity/index.ts';
import type { Values } from './compare-values.ts';
import { MAX_TEMPLATES } from './limits.ts';

export type TemplateRow = {
  readonly id: number;
  readonly department_id: number;
  readonly dept_name: string;
  readonly name: string;
  readonly maker: string;
  readonly model: string;
  readonly parameters: Values;
  readonly for_new_since: number | null;
  readonly user_name: string | null;
  readonly version: number;
  readonly updated_at: number;
};

const SELECT = sql`
  select p.id, p.department_id, d.name as dept_name, p.name, p.maker, p.model, p.parameters, p.for_new_since, a.user_name, p.version,
    p.updated_at
  from parameter_template p join department d on d.id = p.department_id left join account a on a.id = p.account_id`;

/** The templates of departments, by name. */
export const listTemplates = (db: Queryable, scope: Scope) =>
  db.query<TemplateRow>(sql`${SELECT} where p.department_id = any(${[...scope]}) order by p.name, p.id limit ${MAX_TEMPLATES}`);

/** A template of the scope. Throws CallError notFound. */
export async function getTemplate(db: Queryable, id: number, scope: Scope): Promise<TemplateRow> {
  const row = await db.first<TemplateRow>(sql`${SELECT} where p.id = ${id} and p.department_id = any(${[...scope]})`);
  if (!row) throw new CallError('notFound', `parameter template ${id}`);
  return row;
}

export type TemplateInput = {
  readonly id: number | undefined;
  readonly version: number;
  readonly departmentId: number;
  readonly name: string;
  readonly maker: string;
  readonly model: string;
  readonly values: Values;
  readonly forNew: boolean;
  readonly accountId: number;
};

/** Adds or changes a template. Throws CallError staleVersion, or validation for a name that the department has already. */
export async function saveTemplate(tx: Queryable, input: TemplateInput, now: number): Promise<{ id: number; version: number }> {
  const { id, version, departmentId, name, maker, model, values, forNew, accountId } = input;
  const taken = await tx.first(sql`
    select from parameter_template where department_id = ${departmentId} and name = ${name} and id is distinct from ${id ?? null}::integer`);
  if (taken) throw new CallError('validation', name, [{ path: 'name', key: 'terminalSettings.nameTaken' }]);
  if (id === undefined) {
    const row = await tx.first<{ id: number; version: number }>(sql`
      insert into parameter_template (department_id, name, maker, model, parameters, for_new_since, account_id, created_at, updated_at)
      values (${departmentId}, ${name}, ${maker}, ${model}, ${json(values)}::jsonb, ${forNew ? at(now) : null}, ${accountId}, ${at(now)},
        ${at(now)})
      on conflict (department_id, name) do nothing returning id, version`);
    if (!row) throw new CallError('validation', name, [{ path: 'name', key: 'terminalSettings.nameTaken' }]);
    return row;
  }
  const row = await tx.first<{ id: number; version: number }>(sql`
    update parameter_template set department_id = ${departmentId}, name = ${name}, maker = ${maker}, model = ${model},
      parameters = ${json(values)}::jsonb, for_new_since = ${forNew ? sql`coalesce(for_new_since, ${at(now)})` : sql`null`},
      account_id = ${accountId}, version = version + 1, updated_at = ${at(now)}
    where id = ${id} and version = ${version} returning id, version`);
  if (!row) throw new CallError('staleVersion', `parameter template ${id}`);
  return row;
}

/** Removes templates of the scope: all of them, or none if one is not there (CallError notFound). Returns their names. */
export async function removeTemplates(tx: Queryable, ids: readonly number[], scope: Scope): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    delete from parameter_template where id = any(${[...ids]}) and department_id = any(${[...scope]}) returning name`);
  if (rows.length !== new Set(ids).size) throw new CallError('notFound', `parameter templates ${ids.join()}`);
  return rows.map(({ name }) => name);
}

export type NewVehicle = {
  readonly vehicle_id: number;
  readonly plate: string;
  readonly protocol_version: number | null;
  readonly name: string;
  readonly parameters: Values;
};

/**
 * The templates for new vehicles among these: those added after the template was made for new ones, that got none yet. The nearest
 * department wins, then the template of the terminal's model.
 */
export const templatesForNew = (db: Queryable, vehicleIds: readonly number[]) =>
  db.query<NewVehicle>(sql`
    select v.id as vehicle_id, v.plate, t.protocol_version, x.name, x.parameters
    from vehicle v join terminal t on t.vehicle_id = v.id cross join lateral (
      with recursive up as (
        select v.department_id as id, 0 as far
        union all select d.parent_id, up.far + 1 from up join department d on d.id = up.id where d.parent_id is not null
      )
      select p.name, p.parameters from parameter_template p join up on up.id = p.department_id
      where p.for_new_since <= v.created_at and p.maker in ('', t.maker) and p.model in ('', t.model)
      order by up.far, p.model = '', p.maker = '', p.id limit 1
    ) x
    where v.id = any(${[...vehicleIds]}) and v.deleted_at is null
      and exists (select from parameter_template where for_new_since is not null)
      and not exists (
        select from parameter_set_vehicle sv join parameter_set s on s.id = sv.set_id
        where sv.vehicle_id = v.id and s.source = 'default'
      )`);
