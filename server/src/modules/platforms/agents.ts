import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import { refuseStateChange } from './refuse-state-change.ts';

const [FIRST, SECOND] = [1, 2];

/** The departments of an agent's companies and everything below them. */
const below = sql`
  with recursive below as (
    select c.department_id as id from agent_company c where c.agent_id = t.id
    union select d.id from department d join below b on d.parent_id = b.id
  )`;

/** Agents have two levels, and companies they look after. */
export const agentHooks: Hooks = {
  computed: {
    companies: sql`(select count(*) from agent_company c where c.agent_id = t.id)`,
    vehicles: sql`(${below} select count(*) from vehicle v
      where v.deleted_at is null and v.department_id in (select id from below))`,
    online: sql`(${below} select count(*) from vehicle v join vehicle_latest l on l.vehicle_id = v.id
      where v.deleted_at is null and l.status <> 0 and v.department_id in (select id from below))`,
  },
  uses: [
    { table: 'agent', column: 'parent_id', key: 'use.agent' },
    { table: 'agent_company', column: 'agent_id', key: 'use.company' },
  ],
  check: async (tx, changes, actor) => {
    refuseStateChange(changes, actor, 'state', '60307');
    return refuseLevels(tx, changes);
  },
};

/** An agent of level 2 has a parent of level 1; an agent of level 1 has no parent. */
async function refuseLevels(tx: Queryable, changes: readonly Change[]): Promise<Refusal[]> {
  const saved = changes.flatMap(({ after, id }, at) => (after ? [{ at, id, after }] : []));
  const parentIds = saved.flatMap(({ after }) => (after['parentId'] == null ? [] : [Number(after['parentId'])]));
  // the lock keeps the parent on level 1 until the transaction ends
  const first = await tx.query<{ id: number }>(sql`
    select id from agent where id = any(${parentIds}) and level = ${FIRST} order by id for share`);
  const firstLevel = new Set(first.map(({ id }) => id));
  const secondLevel = saved.filter(({ after }) => after['level'] === SECOND).map(({ id }) => id);
  const children = await tx.query<{ parent_id: number }>(
    sql`select distinct parent_id from agent where parent_id = any(${secondLevel})`,
  );
  const parents = new Set(children.map(({ parent_id }) => parent_id));
  return saved.flatMap(({ at, id, after }): Refusal[] => {
    const refuse = (path: string, key: string) => [{ at, faults: [{ path, key }] }];
    const parent = after['parentId'] == null ? null : Number(after['parentId']);
    if (after['level'] === FIRST) return parent === null ? [] : refuse('parentId', 'agent.firstHasNone');
    if (parent === null || parent === id || !firstLevel.has(parent)) return refuse('parentId', 'agent.needsFirst');
    return parents.has(id) ? refuse('level', 'agent.hasAgents') : [];
  });
}
