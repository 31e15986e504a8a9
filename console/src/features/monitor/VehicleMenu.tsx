import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../ui/session.ts';
import type { ContextItem } from './ContextMenu.tsx';
import { ContextMenu } from './ContextMenu.tsx';
import type { DepartmentTools } from './department-actions.ts';
import { offeredForDepartment } from './department-actions.ts';
import { actionText, offeredActions, targetOf, type VehicleTools } from './vehicle-actions.tsx';
import type { MenuPoint } from './vehicle-menu.ts';

/** The context menu of a vehicle, wherever it was asked for. Nothing where the vehicle is gone. */
export function VehicleMenu(props: { tid: string; at: MenuPoint; tools: VehicleTools; onClose: () => void }) {
  const { tid, at, tools, onClose } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rights = useSession((state) => state.rights);
  const { store } = tools;
  const row = store.rowOf(tid);
  if (row < 0) return null;
  const items = offeredActions(tools, rights).map(
    (action): ContextItem => ({
      key: action.key,
      group: action.group,
      label: t(actionText(action, store, row)) as string,
      onSelect: () => (action.to ? void navigate(action.to(tid)) : action.run(tools, targetOf(store, store.rowOf(tid)))),
    }),
  );
  return <ContextMenu label={t('vehicleAction.menu', { name: store.plate(row) })} at={at} items={items} onClose={onClose} />;
}

/** The context menu of a department of the tree. */
export function DepartmentMenu(props: { dept: number; at: MenuPoint; tools: DepartmentTools; onClose: () => void }) {
  const { dept, at, tools, onClose } = props;
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const items = offeredForDepartment(tools.tree, dept, rights).map(
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
