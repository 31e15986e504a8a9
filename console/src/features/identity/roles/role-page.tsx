import type { BuiltInRoleKey } from '@fleetwarden/contract/identity/built-in-roles';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import i18next from 'i18next';
import { create } from 'zustand';
import type { FieldInputProps } from '../../../shared/resource/FieldInput.tsx';
import type { PageTools, ResourceHooks, ResourcePageRow } from '../../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../../shared/resource/resource-record.ts';
import { mayPress, type OpenDialog } from '../people-calls.ts';
import { AssignUsers } from './AssignUsers.tsx';
import { CopyRole } from './CopyRole.tsx';
import { PermissionTree } from './PermissionTree.tsx';

type Subject = { readonly resource: Resource; readonly id: string; readonly name: string };
type Dialogs = OpenDialog<'copy' | 'users', Subject>;

/** The name of a role; built-in ones in the current language. */
const nameOf = ({ key, roleName }: ResourceRecord): string =>
  key === null || key === undefined ? String(roleName) : i18next.t(`role.${key as BuiltInRoleKey}`);

/** Permissions in the role form. */
const PermissionInput = ({ id, value, onChange, disabled }: FieldInputProps) => (
  <PermissionTree
    {...(id ? { id } : {})}
    value={(value ?? []) as readonly string[]}
    disabled={disabled ?? false}
    {...(onChange ? { onChange } : {})}
  />
);

/** The open dialog of a row; an account sees the page of one console only. */
const useDialogs = create<{ dialog: Dialogs }>(() => ({ dialog: null }));
const ask = (dialog: Dialogs) => useDialogs.setState({ dialog });
const end = () => ask(null);

/** Beside the page's buttons: renders the open dialog. */
function DialogHost({ refresh, open }: PageTools) {
  const dialog = useDialogs((state) => state.dialog);
  if (!dialog) return null;
  const common = { ...dialog.subject, onClose: end };
  if (dialog.kind === 'users') return <AssignUsers {...common} onChanged={refresh} />;
  return (
    <CopyRole
      {...common}
      onDone={(id) => {
        refresh();
        end();
        open(id);
      }}
    />
  );
}

/** Roles of one console: permissions, copies and users. */
export function rolePage(resource: Resource): ResourcePageRow {
  const hooks: ResourceHooks = {
    Toolbar: DialogHost,
    widgets: { codes: PermissionInput },
    cells: {
      roleName: (record) => nameOf(record),
      key: ({ key }) => i18next.t(key === null ? 'resource.no' : 'resource.yes'),
      codes: ({ codes }) => <PermissionTree value={codes as readonly string[]} disabled />,
    },
    ownCopy: true,
    rowActions: (record) => {
      const subject = { resource, id: record.id, name: nameOf(record) };
      return [
        ...(mayPress(resource, '15')
          ? [{ key: 'users', label: i18next.t('role.assign'), run: () => ask({ kind: 'users', subject }) }]
          : []),
        ...(mayPress(resource, '14')
          ? [{ key: 'copyRole', label: i18next.t('role.copy'), run: () => ask({ kind: 'copy', subject }) }]
          : []),
      ];
    },
  };
  return { resource, hooks };
}
