import { useTranslation } from 'react-i18next';
import { useSession } from '../../ui/session.ts';
import type { ContextItem } from './ContextMenu.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import type { DepartmentTools } from './department-actions.ts';
import { offeredForDepartment } from './department-actions.ts';
import type { VehicleTools } from './vehicle-actions.ts';
import { actionText, offeredActions } from './vehicle-actions.ts';

type At = { readonly x: number; readonly y: number };

/** The context menu of a vehicle, in the tree and on the map. Nothing where the vehicle is gone. */
export function VehicleMenu(props: { tid: string; at: At; tools: VehicleTools; onClose: () => void }) {
  const { tid, at, tools, onClose } = props;
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const { store } = tools;
  const row = store.rowOf(tid);
  if (row < 0) return null;
  const items = offeredActions(tools.openers, rights).map(
    (action): ContextItem => ({
      key: action.key,
      group: action.group,
      label: t(actionText(action, store, tid)) as string,
      onSelect: () => action.run(tools, tid),
    }),
  );
  return <ContextMenu label={t('vehicleAction.menu', { name: store.plate(row) })} at={at} items={items} onClose={onClose} />;
}

/** The context menu of a department of the tree. */
export function DepartmentMenu(props: { dept: number; at: At; tools: DepartmentTools; onClose: () => void }) {
  const { dept, at, tools, onClose } = props;
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const items = offeredForDepartment(tools, dept, rights).map(
    (action): ContextItem => ({
      key: action.key,
      group: 'all',
      label: t(action.text) as string,
      onSelect: () => action.run(tools, dept),
    }),
  );
  const name = tools.tree.departments.name[dept]!;
  return <ContextMenu label={t('vehicleAction.menu', { name })} at={at} items={items} onClose={onClose} />;
}
