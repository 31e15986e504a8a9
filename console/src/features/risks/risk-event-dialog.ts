import { createDialogStore } from '../../shared/resource/record-dialog.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';

/** An open drawer of the page. `end` reports whether the action was done. */
type RiskEventDialog = {
  readonly action: 'handle' | 'notify';
  readonly records: readonly ResourceRecord[];
  readonly end: (done: boolean) => void;
};

/** Row actions set the dialog, the page renders it. */
export const useRiskEventDialog = createDialogStore<RiskEventDialog>();

/** Opens a drawer for records; resolves when the action is done. Rejects when it is cancelled, so that the selection stays. */
export const openRiskEventDialog = (action: RiskEventDialog['action'], records: readonly ResourceRecord[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (done: boolean) => {
      useRiskEventDialog.setState({ dialog: null });
      if (done) resolve();
      else reject(new Error(`${action} was given up`));
    };
    useRiskEventDialog.setState({ dialog: { action, records, end } });
  });
