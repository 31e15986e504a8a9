import { REPAIR_MOVES } from '@fleetwarden/contract/repairs/repair-moves';
import { repair } from '@fleetwarden/contract/repairs/repair-resource';
import i18next from 'i18next';
import { may } from '../../shared/resource/record-dialog.ts';
import type { ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import { Urgency } from '../../shared/UrgencyMark.tsx';
import { askMove, MoveRepair } from './MoveRepair.tsx';
import { RepairHistory } from './RepairHistory.tsx';

/** /platform/repairManagement: repairs and the steps that their state allows. */
export const repairPage: ResourcePageRow = {
  resource: repair,
  hooks: {
    Toolbar: MoveRepair,
    FormPart: RepairHistory,
    cells: { overdue: (record) => record['overdue'] === true && <Urgency level="over" text={i18next.t('repair.overdue')} /> },
    rowActions: (record, tools) =>
      REPAIR_MOVES.filter(({ from, code }) => from.includes(Number(record['state'])) && may(code)).map((move) => ({
        key: move.action,
        label: i18next.t(`repair.${move.action}`),
        danger: move.action === 'cancel',
        run: () => askMove(move, record, tools),
      })),
  },
};
