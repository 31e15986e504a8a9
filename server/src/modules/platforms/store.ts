import { CallError } from '@fleetwarden/contract/errors';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Probe } from './connectivity-probe.ts';

/** Companies of an agent within a scope, by name. */
export const listCompanies = (db: Db, agentId: number, scope: Scope) =>
  db.query<{ deptId: string; deptName: string }>(sql`
    select d.id::text as "deptId", d.name as "deptName" from agent_company c join department d on d.id = c.department_id
    where c.agent_id = ${agentId} and d.id = any(${[...scope]}) order by d.name, d.id`);

/** Replaces the companies of an agent within a scope. Throws CallError validation with the names of other agents' companies. */
export async function bindCompanies(tx: Queryable, agentId: number, wanted: readonly number[], scope: Scope): Promise<void> {
  await tx.run(sql`
    delete from agent_company where agent_id = ${agentId} and department_id = any(${[...scope]})
    and department_id <> all(${[...wanted]})`);
  await tx.run(sql`
    insert into agent_company (department_id, agent_id) select id, ${agentId}::integer from unnest(${[...wanted]}::integer[]) w (id)
    on conflict do nothing`);
  const others = await tx.query<{ name: string }>(sql`
    select d.name from agent_company c join department d on d.id = c.department_id
    where c.department_id = any(${[...wanted]}) and c.agent_id <> ${agentId} order by d.name`);
  if (others.length > 0)
    throw new CallError('validation', 'companies of another agent', [
      { path: 'deptIds', key: 'agent.companyTaken', params: { name: others.map(({ name }) => name).join(', ') } },
    ]);
}

/** Stores the last probe of a superior platform's address. */
export const saveProbe = (db: Db, superiorId: number, address: string, { result, ms }: Probe, now: number) =>
  db.run(sql`
    insert into superior_probe (superior_id, result, took_ms, address, at)
    select id, ${result}, ${ms}, ${address}, ${at(now)} from superior_platform where id = ${superiorId}
    on conflict (superior_id) do update
    set result = excluded.result, took_ms = excluded.took_ms, address = excluded.address, at = excluded.at`);
