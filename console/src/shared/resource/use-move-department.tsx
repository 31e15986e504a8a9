import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import type { ResourceCallRows } from './resource-call-rows.ts';
import { editedValues, sentValues } from './resource-record.ts';

export type NamedDepartment = { readonly id: string; readonly name: string };

const FAILED_SECONDS = 3;

/** Moves a department below another after a confirmation; render the second element. */
export function useMoveDepartment(
  resource: Resource,
  rows: ResourceCallRows,
  onMoved: () => void,
): [(moved: NamedDepartment, below: NamedDepartment) => Promise<void>, ReactNode] {
  const { t } = useTranslation();
  const [confirm, holder] = useConfirm();

  async function move(moved: NamedDepartment, below: NamedDepartment) {
    const title = t('resource.moveDepartment', { name: moved.name, parent: below.name });
    if (!(await confirm({ title, content: t('resource.moveDepartmentHint'), okText: t('resource.move') }))) return;
    try {
      const record = await call(rows.get, { id: moved.id }, { quiet: true });
      const values = { ...sentValues(resource, editedValues(resource, record), true), parentId: below.id };
      await call(rows.edit, { id: moved.id, version: record.version, values }, { quiet: true });
    } catch (failure) {
      if (failure instanceof Refusal) {
        const reasons = failure.fields.map(({ message }) => message);
        notify('error', reasons.length > 0 ? reasons.join('\n') : failure.message, FAILED_SECONDS);
      } else if (failure instanceof NetworkError) notify('error', failure.message, FAILED_SECONDS);
      return;
    }
    notify('success', t('resource.saved'));
    onMoved();
  }
  return [move, holder];
}
