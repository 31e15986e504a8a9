import type { PermissionCode } from '../call.ts';
import type { repair } from './repair-resource.ts';

/** A transition of a repair: from and to states, permission, and required fields. */
export type RepairMove = {
  readonly action: RepairAction;
  readonly code: PermissionCode;
  readonly from: readonly number[];
  readonly to: number;
  /** Fields that may be set with it. */
  readonly fields: readonly (keyof (typeof repair)['fields'])[];
  /** Fields that must not be empty. */
  readonly needs: readonly (keyof (typeof repair)['fields'])[];
};
export const repairActions = ['dispatch', 'start', 'finish', 'accept', 'redo', 'cancel'] as const;
export type RepairAction = (typeof repairActions)[number];

const [OPEN, ASSIGNED, WORKING, CHECKING, DONE, CANCELLED] = [1, 2, 3, 4, 5, 6] as const;

/** The states of REPAIR_STATE and how one leads to another (screen catalogue 7.17). */
export const REPAIR_MOVES: readonly RepairMove[] = [
  {
    action: 'dispatch',
    code: '62010',
    from: [OPEN, ASSIGNED],
    to: ASSIGNED,
    fields: ['worker', 'workerTel', 'planAt'],
    needs: ['worker'],
  },
  { action: 'start', code: '62011', from: [ASSIGNED], to: WORKING, fields: [], needs: [] },
  { action: 'finish', code: '62012', from: [WORKING], to: CHECKING, fields: ['result', 'parts', 'cost'], needs: ['result'] },
  { action: 'accept', code: '62013', from: [CHECKING], to: DONE, fields: ['score'], needs: [] },
  { action: 'redo', code: '62013', from: [CHECKING], to: WORKING, fields: [], needs: [] },
  { action: 'cancel', code: '62014', from: [OPEN, ASSIGNED, WORKING], to: CANCELLED, fields: [], needs: [] },
];

/** States in which nothing is to be done any more. */
export const REPAIR_ENDED: readonly number[] = [DONE, CANCELLED];
