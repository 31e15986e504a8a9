import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { ContextMenu, type MenuPoint } from '../../ui/ContextMenu.tsx';
import type { DepartmentTools } from './department-actions.ts';
import { offeredForDepartment } from './department-actions.ts';
import { actionText, offeredActions, targetOf, type VehicleTools } from './vehicle-actions.tsx';

/** The context menu of a vehicle. Hidden if the vehicle is gone. */
export function VehicleMenu(props: { tid: string; at: MenuPoint; tools: VehicleTools; onClose: () => void }) {
  const { tid, at, tools, onClose } = props;
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const { store } = tools;
  const row = store.rowOf(tid);
  if (row < 0) return null;
  const groups = Map.groupBy(offeredActions(tools, rights), ({ group }) => group);
  const sections = [...groups].map(([key, actions]) => ({
    key,
    items: actions.map((action) => ({
      key: action.key,
      label: t(actionText(action, store, row)) as string,
      ...(action.to ? { to: action.to(tid) } : { onSelect: () => action.run(tools, targetOf(store, store.rowOf(tid))) }),
    })),
  }));
  const name = store.plate(row);
  return <ContextMenu label={t('vehicleAction.menu', { name })} at={at} sections={sections} onClose={onClose} />;
}

/** The context menu of a department. */
export function DepartmentMenu(props: { dept: number; at: MenuPoint; tools: DepartmentTools; onClose: () => void }) {
  const { dept, at, tools, onClose } = props;
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const items = offeredForDepartment(tools.tree, dept, rights).map((action) => ({
    key: action.key,
    label: t(action.text) as string,
    onSelect: () => action.run(tools, dept),
  }));
  const name = tools.tree.departments.name[dept]!;
  const label = t('vehicleAction.menu', { name });
  return <ContextMenu label={label} at={at} sections={[{ key: 'all', items }]} onClose={onClose} />;
}
