import type { QuotaLimits, QuotaLogRow } from '@fleetwarden/contract/quotas/schemas';
import { at, json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import { type Limits, type QuotaTree, quotaTree } from './quota-tree.ts';

type Window = { readonly limit: number; readonly offset: number };
type Scope = ReadonlySet<number>;

/** Columns of `quota q` as the contract names them. */
const LIMITS = sql`q.vehicles, q.users, q.video_streams as "videoStreams", q.video_traffic_gb as "videoTrafficGB",
  q.sms_count as "smsCount", q.storage_gb as "storageGB", q.forwards`;

export type Usage = {
  readonly id: number;
  readonly name: string;
  /** Nothing stands above it. */
  readonly top: boolean;
  readonly usedVehicles: number;
  readonly usedUsers: number;
};
export type StoredQuota = QuotaLimits & { readonly id: number; readonly version: number; readonly updatedAt: number };

const STATES = {
  limited: sql`and q.department_id is not null`,
  unlimited: sql`and q.department_id is null`,
  full: sql`and (used.vehicles >= q.vehicles or used.users >= q.users)`,
} as const;

/** Departments of a scope with what is used below each, in the order of the tree. */
export function listUsage(
  db: Queryable,
  filter: { readonly deptName?: string | undefined; readonly state?: keyof typeof STATES | undefined },
  scope: Scope,
  page: Window,
): Promise<{ rows: Usage[]; total: number }> {
  const ids = [...scope];
  const place = sql`lpad(d.sort::text, 10, '0') || lpad(d.id::text, 10, '0')`;
  return pageOf<Usage>(
    db,
    {
      columns: sql`q.*`,
      from: sql`from (
        with recursive own as (
          select id, (select count(*) from vehicle v where v.department_id = d.id and v.deleted_at is null) as vehicles,
            (select count(*) from account a where a.department_id = d.id) as users
          from department d where d.id = any(${ids})
        ), tree as (
          select d.id, d.name, d.parent_id is null as top, array[${place}] as place from department d
          where d.id = any(${ids}) and (d.parent_id is null or d.parent_id <> all(${ids}))
          union all
          select d.id, d.name, false, t.place || (${place}) from department d join tree t on d.parent_id = t.id
        ), pair as (
          select id as top, id from own union all
          select p.top, d.id from department d join pair p on d.parent_id = p.id
        ), used as (
          select p.top as id, sum(o.vehicles)::bigint as vehicles, sum(o.users)::bigint as users
          from pair p join own o on o.id = p.id group by p.top
        )
        select tree.id, tree.name, tree.top, tree.place, used.vehicles as "usedVehicles", used.users as "usedUsers"
        from tree join used on used.id = tree.id left join quota q on q.department_id = tree.id
        where true ${filter.state ? STATES[filter.state] : sql``} ${contains(sql`tree.name`, filter.deptName)}
      ) q`,
      order: sql`order by q.place`,
    },
    page,
  );
}

export async function quotasOf(db: Queryable, ids: readonly number[]): Promise<Map<number, StoredQuota>> {
  const rows = await db.query<StoredQuota>(sql`
    select q.department_id as id, ${LIMITS}, q.valid_to as "validTo", q.over_policy as "overPolicy", q.version,
      q.updated_at as "updatedAt"
    from quota q where q.department_id = any(${[...ids]})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The whole tree of quotas: some thousands of departments at most. */
export async function readQuotaTree(db: Queryable): Promise<QuotaTree> {
  const departments = await db.query<{ id: number; parent_id: number | null }>(sql`select id, parent_id from department`);
  const quotas = await db.query<Limits & { readonly id: number }>(sql`select q.department_id as id, ${LIMITS} from quota q`);
  return quotaTree(
    new Map(departments.map(({ id, parent_id }) => [id, parent_id])),
    new Map(quotas.map((quota) => [quota.id, quota])),
  );
}

/** One change of quotas at a time: sums are over many rows. */
export const lockQuotas = (tx: Queryable) => tx.query(sql`select pg_advisory_xact_lock(hashtext('quota'))`);

export async function writeQuota(tx: Queryable, departmentId: number, limits: QuotaLimits, now: number): Promise<number> {
  const row = await tx.first<{ version: number }>(sql`
    insert into quota as q (department_id, vehicles, users, video_streams, video_traffic_gb, sms_count, storage_gb, forwards,
      valid_to, over_policy, updated_at)
    values (${departmentId}, ${limits.vehicles}, ${limits.users}, ${limits.videoStreams}, ${limits.videoTrafficGB},
      ${limits.smsCount}, ${limits.storageGB}, ${limits.forwards}, ${limits.validTo}, ${limits.overPolicy}, ${at(now)})
    on conflict (department_id) do update set vehicles = excluded.vehicles, users = excluded.users,
      video_streams = excluded.video_streams, video_traffic_gb = excluded.video_traffic_gb, sms_count = excluded.sms_count,
      storage_gb = excluded.storage_gb, forwards = excluded.forwards, valid_to = excluded.valid_to,
      over_policy = excluded.over_policy, updated_at = excluded.updated_at, version = q.version + 1
    returning version`);
  return row!.version;
}

/** Vehicles and users of a department and everything below it. */
export async function usedBelow(tx: Queryable, scope: Scope): Promise<{ vehicles: number; users: number }> {
  const ids = [...scope];
  const row = await tx.first<{ vehicles: number; users: number }>(sql`
    select (select count(*) from vehicle where deleted_at is null and department_id = any(${ids})) as vehicles,
      (select count(*) from account where department_id = any(${ids})) as users`);
  return row!;
}

export async function namesOf(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; name: string }>(sql`select id, name from department where id = any(${[...ids]})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type LogEntry = {
  readonly accountId: number | null;
  readonly kind: QuotaLogRow['kind'];
  readonly department: { readonly id: number; readonly name: string };
  readonly to?: { readonly id: number; readonly name: string };
  readonly note?: string;
  readonly changes: QuotaLogRow['changes'];
};

export const logQuota = (tx: Queryable, { accountId, kind, department, to, note = '', changes }: LogEntry, now: number) =>
  tx.run(sql`
    insert into quota_log (at, account_id, kind, department_id, department_name, to_department_id, to_department_name, note, changes)
    values (${at(now)}, ${accountId}, ${kind}, ${department.id}, ${department.name}, ${to?.id ?? null}, ${to?.name ?? null}, ${note},
      ${json(changes)}::jsonb)`);

/** Entries that name a department of the scope, newest first. */
export async function listLog(
  db: Queryable,
  { scope, departmentId }: { readonly scope: Scope; readonly departmentId: number | undefined },
  page: Window,
): Promise<{ rows: QuotaLogRow[]; total: number }> {
  const naming = (ids: readonly number[]): Sql =>
    sql`(l.department_id = any(${[...ids]}) or l.to_department_id = any(${[...ids]}))`;
  return pageOf<QuotaLogRow>(
    db,
    {
      // a department elsewhere is nobody's business here
      columns: sql`l.id::text as id, l.at, coalesce(a.login_name, '') as account, l.kind, l.note, l.changes,
        case when l.department_id = any(${[...scope]}) then l.department_name else '' end as "deptName",
        case when l.to_department_id = any(${[...scope]}) then l.to_department_name end as "toDeptName"`,
      from: sql`from quota_log l left join account a on a.id = l.account_id
        where ${naming([...scope])} ${departmentId === undefined ? sql`` : sql`and ${naming([departmentId])}`}`,
      order: sql`order by l.id desc`,
    },
    page,
  );
}
