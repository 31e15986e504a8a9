import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { type Department, type FleetVehicle, subtree, upwards } from './fleet-registry.ts';

/** Follow settings of an account: id -> followed or not. The nearest applies: the vehicle's own, else that of the closest ancestor. */
export type FollowRules = {
  readonly vehicles: ReadonlyMap<number, boolean>;
  readonly departments: ReadonlyMap<number, boolean>;
};

/** Whether a department is followed, with what joins it later. */
export function departmentFollowed(rules: FollowRules, department: Department | null): boolean {
  for (const { id } of upwards(department)) {
    const choice = rules.departments.get(id);
    if (choice !== undefined) return choice;
  }
  return false;
}

export function vehicleFollowed(rules: FollowRules, { facts, department }: FleetVehicle): boolean {
  return rules.vehicles.get(facts.id) ?? departmentFollowed(rules, department);
}

export type FollowStore = {
  rulesOf(accountId: number): Promise<FollowRules>;
  /** Follows a vehicle or not; stored as an exception only if its department differs. */
  setVehicle(accountId: number, vehicle: FleetVehicle, followed: boolean): Promise<void>;
  /** Follows a department or not; forgets every choice beneath it. */
  setDepartment(accountId: number, department: Department, followed: boolean): Promise<void>;
  /** Follows the own vehicles of a department or not, with later additions; descendants remain unchanged. */
  setOwn(accountId: number, department: Department, followed: boolean): Promise<void>;
  /** Invalidates the cache after a change. */
  changed(accountId: number): void;
};

/** Stores choices in the database; calls `onChange` with an account whose choices changed. */
export function createFollowStore(db: Db, onChange: (accountId: number) => void): FollowStore {
  const cached = new Map<number, Promise<FollowRules>>();

  /** Changes an account's choices one at a time: two clicks at once must not both see the state before. */
  const change = async (accountId: number, work: (tx: Queryable, rules: FollowRules) => Promise<void>) => {
    await db.transaction(async (tx) => {
      await tx.query(sql`select 1 from account where id = ${accountId} for update`);
      await work(tx, await readRules(tx, accountId));
    });
    cached.delete(accountId);
    onChange(accountId);
  };

  return {
    rulesOf: (accountId) => {
      const known = cached.get(accountId);
      if (known) return known;
      const rules = readRules(db, accountId);
      cached.set(accountId, rules);
      rules.catch(() => cached.get(accountId) === rules && cached.delete(accountId));
      return rules;
    },
    setVehicle: (accountId, vehicle, followed) =>
      change(accountId, async (tx, rules) => {
        const { id } = vehicle.facts;
        await tx.run(sql`delete from follow where account_id = ${accountId} and kind = 'vehicle' and object_id = ${id}`);
        if (departmentFollowed(rules, vehicle.department) !== followed) await insert(tx, accountId, 'vehicle', id, followed);
      }),
    setDepartment: (accountId, department, followed) =>
      change(accountId, async (tx, rules) => {
        const ids = [...subtree(department)].map(({ id }) => id);
        await tx.run(sql`
          delete from follow where account_id = ${accountId} and (
            kind = 'department' and object_id = any(${ids}) or
            kind = 'vehicle' and object_id in (select id from vehicle where department_id = any(${ids})))`);
        if (departmentFollowed(rules, department.parent) !== followed)
          await insert(tx, accountId, 'department', department.id, followed);
      }),
    setOwn: (accountId, department, followed) =>
      change(accountId, async (tx, rules) => {
        const { id } = department;
        await tx.run(sql`
          delete from follow where account_id = ${accountId} and (
            kind = 'department' and object_id = ${id} or
            kind = 'vehicle' and object_id in (select id from vehicle where department_id = ${id}))`);
        if (departmentFollowed(rules, department.parent) !== followed) await insert(tx, accountId, 'department', id, followed);
        // children get the inherited value as their own
        for (const child of department.children) {
          const before = departmentFollowed(rules, child);
          if (!rules.departments.has(child.id) && before !== followed)
            await insert(tx, accountId, 'department', child.id, before);
        }
      }),
    changed: (accountId) => void cached.delete(accountId),
  };
}

const insert = (tx: Queryable, accountId: number, kind: 'vehicle' | 'department', id: number, followed: boolean) =>
  tx.run(sql`insert into follow (account_id, kind, object_id, followed) values (${accountId}, ${kind}, ${id}, ${followed})`);

async function readRules(db: Queryable, accountId: number): Promise<FollowRules> {
  const rows = await db.query<{ kind: 'vehicle' | 'department'; object_id: number; followed: boolean }>(
    sql`select kind, object_id, followed from follow where account_id = ${accountId}`,
  );
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map((row) => [row.object_id, row.followed]));
  return { vehicles: of('vehicle'), departments: of('department') };
}
