import type { ReportRow, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { allowedActions, ROW_ACTIONS } from './row-actions.ts';
import type { RowDialog } from './row-dialog.ts';

type RowActionsOf = (row: ReportRow) => readonly RowAction[];

/** Actions that the user may take on rows, and the dialog of the chosen action. Undefined: there are no actions. */
export function useRowActions(
  template: ReportTemplate,
  refetch: () => Promise<unknown>,
): [RowActionsOf | undefined, dialog: ReactNode] {
  const { t } = useTranslation();
  const rights = useSession((session) => session.rights);
  const [open, setOpen] = useState<{ readonly Dialog: RowDialog; readonly row: ReportRow } | null>(null);
  const actions = allowedActions(template.rowActions, rights);

  const actionsOf = (row: ReportRow) =>
    actions.flatMap((key) => {
      const action = ROW_ACTIONS[key];
      if (!action.fits(row)) return [];
      const run = () => {
        if ('dialog' in action) return setOpen({ Dialog: action.dialog, row });
        // the client shows failures
        return action.act(row).then(
          () => refetch(),
          () => undefined,
        );
      };
      const { danger = false, confirm } = action;
      return [{ key, label: t(action.text) as string, danger, run, ...(confirm ? { confirm: confirm(row) } : {}) }];
    });

  const dialog = open && <open.Dialog row={open.row} onDone={() => void refetch()} onClose={() => setOpen(null)} />;
  return [actions.length > 0 ? actionsOf : undefined, dialog];
}
