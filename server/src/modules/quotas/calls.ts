import { CallError } from '@fleetwarden/contract/errors';
import type { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import { getText } from '@fleetwarden/locale/languages';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { writeQuotas } from './export.ts';
import type { QuotaService, QuotaServiceOptions } from './service.ts';
import * as store from './store.ts';

/** More departments than a tree has. */
const MAX_EXPORTED = 100_000;

export function createQuotaCalls(
  service: QuotaService,
  { db, below, files, timeZone }: QuotaServiceOptions & { readonly files: Pick<SignedFiles, 'create'> },
): Handlers<typeof quotasCalls> {
  return {
    listQuota: (filter, { user, page }) => service.list(filter, user.departmentId, page),
    exportQuota: async ({ ids, format, ...filter }, { user, language, note }) => {
      const found = await service.list(filter, user.departmentId, { limit: MAX_EXPORTED, offset: 0 });
      const rows = ids ? found.list.filter(({ deptId }) => ids.includes(deptId)) : found.list;
      const name = getText(language, 'page.quotaManagement');
      note({ object: name, after: { ...filter, rows: rows.length } });
      const { url } = await files.create(`${name}.${format}`, async (stream) => {
        await writeQuotas(stream, rows, { language, format, timeZone });
      });
      return { url };
    },
    saveQuota: async ({ deptId, version, limits }, { user, note }) => {
      note({ object: `department ${deptId}` });
      const { version: written, name } = await db.transaction((tx) =>
        service.save(tx, { departmentId: Number(deptId), version, limits }, user),
      );
      note({ object: name, after: limits });
      return { version: written };
    },
    transferQuota: async ({ fromDeptId, toDeptId, note: reason, ...amounts }, { user, note }) => {
      note({ object: `department ${fromDeptId}, ${toDeptId}` });
      const { from, to } = await db.transaction((tx) =>
        service.transfer(tx, { fromId: Number(fromDeptId), toId: Number(toDeptId), amounts, reason }, user),
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
  };
}
