import { CallError } from '@fleetwarden/contract/errors';
import { COUNTED_ITEMS, type CountedItem } from '@fleetwarden/contract/quotas/quota-items';
import type { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import type { QuotaLimits, QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { dayKey } from '@fleetwarden/domain/business-day';
import { textOf } from '@fleetwarden/locale/languages';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Scope } from '../../platform/resources/read.ts';
import { writeQuotas } from './quota-export.ts';
import * as store from './quota-store.ts';
import { refuseOverCommitment } from './quota-sums.ts';
import type { QuotaTree } from './quota-tree.ts';

type Deps = {
  readonly db: Db;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  /** Where exported files go. */
  readonly files: Pick<SignedFiles, 'create'>;
  /** BUSINESS_TZ: the days by which quotas end. */
  readonly timeZone: string;
  readonly now?: (() => number) | undefined;
};
type Filter = {
  readonly deptName?: string | undefined;
  readonly inDept?: string | undefined;
  readonly state?: 'limited' | 'unlimited' | 'full' | undefined;
};
/** Departments of one file: more than a tree has. */
const MAX_EXPORTED = 100_000;
type Setter = { readonly accountId: number | null; readonly departmentId: number };

export type Quotas = {
  readonly handlers: Handlers<typeof quotasCalls>;
  /** Sets a department's quota as it was at `version` (0: none yet); throws as the call does. */
  save(tx: Queryable, quota: Wanted, by: Setter): Promise<{ version: number; name: string }>;
};
type Wanted = { readonly departmentId: number; readonly version: number; readonly limits: QuotaLimits };

/** How much departments may have: each within what the one above has. */
export function createQuotas({ db, below, files, timeZone, now = Date.now }: Deps): Quotas {
  const save: Quotas['save'] = async (tx, { departmentId, version, limits }, by) => {
    const department = await departmentOf(tx, departmentId, await below(by.departmentId));
    // nobody helps themselves to more, but for the one that nobody is above of
    if (departmentId === by.departmentId && department.parentId !== null) throw new CallError('forbidden', 'own quota');
    await store.lockQuotas(tx);
    const before = (await store.quotasOf(tx, [departmentId])).get(departmentId);
    if ((before?.version ?? 0) !== version) throw new CallError('staleVersion', `quota of ${departmentId}`);
    const written = await store.writeQuota(tx, departmentId, limits, now());
    await refuseOverCommitment(tx, [departmentId], (item) => `limits.${item}`);
    const changes = changesOf(before, limits);
    await store.logQuota(tx, { accountId: by.accountId, kind: 'save', department, changes }, now());
    return { version: written, name: department.name };
  };

  const list = async ({ inDept, ...filter }: Filter, departmentId: number, page: { limit: number; offset: number }) => {
    const scope = await below(departmentId);
    if (inDept !== undefined && !scope.has(Number(inDept))) throw new CallError('notFound', `department ${inDept}`);
    const looked = inDept === undefined ? scope : await below(Number(inDept));
    const { rows, total } = await store.listUsage(db, filter, looked, page);
    const ids = rows.map(({ id }) => id);
    const [quotas, tree] = await Promise.all([store.quotasOf(db, ids), store.readQuotaTree(db)]);
    const today = dayKey(now(), timeZone);
    return { list: rows.map((row) => rowOf(row, quotas.get(row.id), { tree, today, own: departmentId })), total };
  };

  return {
    save,
    handlers: {
      listQuota: (filter, { user, page }) => list(filter, user.departmentId, page),
      exportQuota: async ({ ids, format, ...filter }, { user, language, note }) => {
        const found = await list(filter, user.departmentId, { limit: MAX_EXPORTED, offset: 0 });
        const rows = ids ? found.list.filter(({ deptId }) => ids.includes(deptId)) : found.list;
        const name = textOf(language, 'page.quotaManagement');
        note({ object: name, after: { ...filter, rows: rows.length } });
        const { url } = await files.create(`${name}.${format}`, async (stream) => {
          await writeQuotas(stream, rows, { language, format, timeZone });
        });
        return { url };
      },
      saveQuota: async ({ deptId, version, limits }, { user, note }) => {
        note({ object: `department ${deptId}` });
        const { version: written, name } = await db.transaction((tx) =>
          save(tx, { departmentId: Number(deptId), version, limits }, user),
        );
        note({ object: name, after: limits });
        return { version: written };
      },
      transferQuota: async ({ fromDeptId, toDeptId, note: reason, ...amounts }, { user, note }) => {
        note({ object: `department ${fromDeptId}, ${toDeptId}` });
        const scope = await below(user.departmentId);
        const { from, to } = await db.transaction((tx) =>
          transfer(tx, { fromId: Number(fromDeptId), toId: Number(toDeptId), amounts, reason }, scope, user.accountId),
        );
        note({ object: `${from.name} → ${to.name}`, after: { ...amounts, note: reason } });
        return {};
      },
      listQuotaLog: async ({ deptId }, { user, page }) => {
        const scope = await below(user.departmentId);
        if (deptId !== undefined && !scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
        const departmentId = deptId === undefined ? undefined : Number(deptId);
        const { rows, total } = await store.listLog(db, { scope, departmentId }, page);
        return { list: rows, total };
      },
    },
  };

  async function transfer(
    tx: Queryable,
    { fromId, toId, amounts, reason }: Transfer,
    scope: Scope,
    accountId: number,
  ): Promise<{ from: Department; to: Department }> {
    const [from, to] = [await departmentOf(tx, fromId, scope), await departmentOf(tx, toId, scope)];
    const moved = COUNTED_ITEMS.filter((item) => amounts[item] > 0);
    if (moved.length === 0) throw fault('vehicles', 'quota.nothing');
    if (fromId === toId) throw fault('toDeptId', 'quota.sameDepartment');
    await store.lockQuotas(tx);
    const quotas = await store.quotasOf(tx, [fromId, toId]);
    const giver = quotas.get(fromId);
    if (!giver) throw fault('fromDeptId', 'quota.none', { name: from.name });
    const [belowFrom, belowTo] = [await below(fromId), await below(toId)];
    // what stands above includes what is below it: only the lower one changes
    if (!belowFrom.has(toId)) {
      const used = await store.usedBelow(tx, belowFrom);
      for (const item of moved) {
        const left = giver[item] - amounts[item];
        if (left < used[item]) throw fault(item, 'quota.belowUsed', { name: from.name, used: used[item] });
      }
      await store.writeQuota(tx, fromId, shifted(giver, amounts, -1), now());
    }
    if (!belowTo.has(fromId)) {
      const taker = quotas.get(toId) ?? { ...NOTHING, overPolicy: giver.overPolicy, validTo: giver.validTo };
      await store.writeQuota(tx, toId, shifted(taker, amounts, 1), now());
    } else if (!quotas.has(toId)) throw fault('toDeptId', 'quota.none', { name: to.name });
    await refuseOverCommitment(tx, [fromId, toId], (item) => item);
    const changes = moved.map((item) => ({ item, before: null, after: String(amounts[item]) }));
    await store.logQuota(tx, { accountId, kind: 'transfer', department: from, to, note: reason, changes }, now());
    return { from, to };
  }
}

type Department = { readonly id: number; readonly name: string; readonly parentId: number | null };
type Amounts = Readonly<Record<CountedItem, number>>;
type Transfer = { readonly fromId: number; readonly toId: number; readonly amounts: Amounts; readonly reason: string };

const NOTHING = {
  vehicles: 0,
  users: 0,
  videoStreams: null,
  videoTrafficGB: null,
  smsCount: null,
  storageGB: null,
  forwards: null,
} as const;

const shifted = (limits: QuotaLimits, amounts: Amounts, by: 1 | -1): QuotaLimits => ({
  ...limits,
  vehicles: limits.vehicles + by * amounts.vehicles,
  users: limits.users + by * amounts.users,
});

const fault = (path: string, key: string, params: Readonly<Record<string, string | number>> = {}) =>
  new CallError('validation', key, [{ path, key, params }]);

async function departmentOf(tx: Queryable, id: number, scope: Scope): Promise<Department> {
  const row = scope.has(id)
    ? await tx.first<Department>(sql`select id, name, parent_id as "parentId" from department where id = ${id}`)
    : undefined;
  if (!row) throw new CallError('notFound', `department ${id}`);
  return row;
}

type Beside = { readonly tree: QuotaTree; readonly today: string; readonly own: number };

function rowOf(usage: store.Usage, quota: store.StoredQuota | undefined, { tree, today, own }: Beside): QuotaRow {
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

function changesOf(before: QuotaLimits | undefined, after: QuotaLimits) {
  const text = (value: string | number | null | undefined) => (value == null ? null : String(value));
  return (Object.keys(after) as (keyof QuotaLimits)[]).flatMap((item) => {
    const [old, fresh] = [text(before?.[item]), text(after[item])];
    return old === fresh ? [] : [{ item, before: old, after: fresh }];
  });
}
