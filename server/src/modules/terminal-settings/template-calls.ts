import { CallError } from '@fleetwarden/contract/errors';
import { type CallsDeps, type Handler, narrow } from './call-context.ts';
import { audited, mayView, requireSettable, requireValid, visible } from './check-values.ts';
import { matches, pick } from './compare-values.ts';
import * as templates from './template-store.ts';

/** Templates. */
export function createTemplateCalls({ db, scopes, now }: CallsDeps) {
  const listParamTemplate: Handler<'listParamTemplate'> = async ({ deptId, maker, model }, { user }) => {
    const rows = await templates.listTemplates(db, await narrow(scopes, user, deptId));
    return {
      list: rows
        .filter((row) => (maker === undefined || row.maker === maker) && (model === undefined || row.model === model))
        .map((row) => ({
          id: String(row.id),
          name: row.name,
          deptId: String(row.department_id),
          deptName: row.dept_name,
          maker: row.maker,
          model: row.model,
          values: visible(user.rights, row.parameters),
          forNew: row.for_new_since !== null,
          version: row.version,
          username: row.user_name ?? '',
          updatedAt: row.updated_at,
        })),
    };
  };

  const saveParamTemplate: Handler<'saveParamTemplate'> = async ({ id, deptId, values, ...input }, { user, note }) => {
    const scope = await scopes.of(user.departmentId);
    note({ object: input.name, after: { ...input, deptId, values: audited(values) } });
    if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
    requireValid(values, { template: true });
    const stored = id === undefined ? undefined : await templates.getTemplate(db, Number(id), scope);
    // values that the user does not see stay; those that the user changes need its permission
    const hidden = Object.keys(stored?.parameters ?? {}).filter((each) => !mayView(user.rights, each));
    const changed = Object.keys(values).filter((each) => !stored || !matches(values[each], stored.parameters[each]));
    requireSettable(user.rights, changed);
    const saved = await db.transaction((tx) =>
      templates.saveTemplate(
        tx,
        {
          ...input,
          id: stored?.id,
          departmentId: Number(deptId),
          values: { ...values, ...pick(stored?.parameters ?? {}, hidden) },
          accountId: user.accountId,
        },
        now(),
      ),
    );
    return { id: String(saved.id), version: saved.version };
  };

  const delParamTemplate: Handler<'delParamTemplate'> = async ({ ids }, { user, note }) => {
    note({ object: ids.join(' ') });
    const scope = await scopes.of(user.departmentId);
    const names = await db.transaction((tx) => templates.removeTemplates(tx, ids.map(Number), scope));
    note({ object: names.join(' ') });
    return { removed: names.length };
  };

  return { listParamTemplate, saveParamTemplate, delParamTemplate };
}
