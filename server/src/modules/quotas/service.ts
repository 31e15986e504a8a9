import { CallError } from '@fleetwarden/contract/errors';
import { COUNTED_ITEMS, type CountedItem } from '@fleetwarden/contract/quotas/quota-items';
import type { QuotaLimits, QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { dayKey } from '@fleetwarden/domain/business-day';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { QuotaTree } from './quota-tree.ts';
import { refuseOverCommitment } from './refuse-over-commitment.ts';
import * as store from './store.ts';

export type QuotaServiceOptions = {
  readonly db: Db;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  /** BUSINESS_TZ: quotas end with a day of it. */
  readonly timeZone: string;
  readonly now?: (() => number) | undefined;
};

export type QuotaFilter = {
  readonly deptName?: string | undefined;
  readonly inDept?: string | undefined;
  readonly state?: 'limited' | 'unlimited' | 'full' | undefined;
};
type Page = { readonly limit: number; readonly offset: number };
type User = { readonly accountId: number | null; readonly departmentId: number };
type Wanted = { readonly departmentId: number; readonly version: number; readonly limits: QuotaLimits };
type Amounts = Readonly<Record<CountedItem, number>>;
type Transfer = { readonly fromId: number; readonly toId: number; readonly amounts: Amounts; readonly reason: string };

export type QuotaService = {
  /** Sets a department's quota if it is still at `version` (0: no quota yet). */
  save(tx: Queryable, quota: Wanted, by: User): Promise<{ version: number; name: string }>;
  /** Moves vehicles and users from one department's quota to another's. */
  transfer(tx: Queryable, transfer: Transfer, by: User): Promise<{ from: store.Department; to: store.Department }>;
  list(filter: QuotaFilter, departmentId: number, page: Page): Promise<{ list: QuotaRow[]; total: number }>;
};

/** The rules of quotas: each stays within the quota above it. Methods throw CallError. */
export function createQuotaService({ db, below, timeZone, now = Date.now }: QuotaServiceOptions): QuotaService {
  const save: QuotaService['save'] = async (tx, { departmentId, version, limits }, by) => {
    const department = await loadDepartment(tx, departmentId, await below(by.departmentId));
    // only the top of the tree may set its own quota
    if (departmentId === by.departmentId && department.parentId !== null) throw new CallError('forbidden', 'own quota');
    await store.lockQuotas(tx);
    const before = (await store.loadQuotas(tx, [departmentId])).get(departmentId);
    if ((before?.version ?? 0) !== version) throw new CallError('staleVersion', `quota of ${departmentId}`);
    const written = await store.writeQuota(tx, departmentId, limits, now());
    await refuseOverCommitment(tx, [departmentId], (item) => `limits.${item}`);
    const changes = compareLimits(before, limits);
    await store.logQuota(tx, { accountId: by.accountId, kind: 'save', department, changes }, now());
    return { version: written, name: department.name };
  };

  const list: QuotaService['list'] = async ({ inDept, ...filter }, departmentId, page) => {
    const scope = await below(departmentId);
    if (inDept !== undefined && !scope.has(Number(inDept))) throw new CallError('notFound', `department ${inDept}`);
    const searched = inDept === undefined ? scope : await below(Number(inDept));
    const { rows, total } = await store.listUsage(db, filter, searched, page);
    const ids = rows.map(({ id }) => id);
    const [quotas, tree] = await Promise.all([store.loadQuotas(db, ids), store.readQuotaTree(db)]);
    const today = dayKey(now(), timeZone);
    return { list: rows.map((row) => formatRow(row, quotas.get(row.id), { tree, today, own: departmentId })), total };
  };

  const transfer: QuotaService['transfer'] = async (tx, { fromId, toId, amounts, reason }, by) => {
    const scope = await below(by.departmentId);
    const [from, to] = [await loadDepartment(tx, fromId, scope), await loadDepartment(tx, toId, scope)];
    const moved = COUNTED_ITEMS.filter((item) => amounts[item] > 0);
    if (moved.length === 0) throw createFault('vehicles', 'quotas.nothing');
    if (fromId === toId) throw createFault('toDeptId', 'quotas.sameDepartment');
    await store.lockQuotas(tx);
    const quotas = await store.loadQuotas(tx, [fromId, toId]);
    const giver = quotas.get(fromId);
    if (!giver) throw createFault('fromDeptId', 'quotas.none', { name: from.name });
    const [belowFrom, belowTo] = [await below(fromId), await below(toId)];
    // a department's quota includes those below it: within one branch only the lower quota changes
    if (!belowFrom.has(toId)) {
      const used = await store.countUsage(tx, belowFrom);
      for (const item of moved) {
        const left = giver[item] - amounts[item];
        if (left < used[item]) throw createFault(item, 'quotas.belowUsed', { name: from.name, used: used[item] });
      }
      await store.writeQuota(tx, fromId, addAmounts(giver, amounts, -1), now());
    }
    if (!belowTo.has(fromId)) {
      const taker = quotas.get(toId) ?? { ...NOTHING, overPolicy: giver.overPolicy, validTo: giver.validTo };
      await store.writeQuota(tx, toId, addAmounts(taker, amounts, 1), now());
    } else if (!quotas.has(toId)) throw createFault('toDeptId', 'quotas.none', { name: to.name });
    await refuseOverCommitment(tx, [fromId, toId], (item) => item);
    const changes = moved.map((item) => ({ item, before: null, after: String(amounts[item]) }));
    await store.logQuota(tx, { accountId: by.accountId, kind: 'transfer', department: from, to, note: reason, changes }, now());
    return { from, to };
  };

  return { save, transfer, list };
}

const NOTHING = {
  vehicles: 0,
  users: 0,
  videoStreams: null,
  videoTrafficGB: null,
  smsCount: null,
  storageGB: null,
  forwards: null,
} as const;

const addAmounts = (limits: QuotaLimits, amounts: Amounts, by: 1 | -1): QuotaLimits => ({
  ...limits,
  vehicles: limits.vehicles + by * amounts.vehicles,
  users: limits.users + by * amounts.users,
});

const createFault = (path: string, key: string, params: Readonly<Record<string, string | number>> = {}) =>
  new CallError('validation', key, [{ path, key, params }]);

async function loadDepartment(tx: Queryable, id: number, scope: Scope): Promise<store.Department> {
  const department = scope.has(id) ? await store.findDepartment(tx, id) : undefined;
  if (!department) throw new CallError('notFound', `department ${id}`);
  return department;
}

type RowContext = { readonly tree: QuotaTree; readonly today: string; readonly own: number };

function formatRow(usage: store.Usage, quota: store.StoredQuota | undefined, { tree, today, own }: RowContext): QuotaRow {
  const { id, name, top, usedVehicles, usedUsers } = usage;
  const handed = (item: CountedItem) => (quota ? tree.handedOut(id, item) : 0);
  const { id: _, version = 0, updatedAt = null, ...limits } = quota ?? { id };
  return {
    deptId: String(id),
    deptName: name,
    settable: id !== own || top,
    limits: quota ? (limits as QuotaLimits) : null,
    version,
    updatedAt,
    expired: quota?.validTo != null && quota.validTo < today,
    used: { vehicles: usedVehicles, users: usedUsers },
    handedOut: { vehicles: handed('vehicles'), users: handed('users') },
  };
}

function compareLimits(before: QuotaLimits | undefined, after: QuotaLimits) {
  const text = (value: string | number | null | undefined) => (value == null ? null : String(value));
  return (Object.keys(after) as (keyof QuotaLimits)[]).flatMap((item) => {
    const [old, fresh] = [text(before?.[item]), text(after[item])];
    return old === fresh ? [] : [{ item, before: old, after: fresh }];
  });
}
