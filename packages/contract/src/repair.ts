import { z } from 'zod';
import { defineCalls, type PermissionCode } from './call.ts';
import { RecordId, recordPart } from './resource-calls.ts';
import { repair } from './resources/repair.ts';

/** One way a repair goes on: from which states to which, with whose code, and what has to be known for it. */
export type RepairMove = {
  readonly action: RepairAction;
  readonly code: PermissionCode;
  readonly from: readonly number[];
  readonly to: number;
  /** Fields that may be set with it. */
  readonly fields: readonly (keyof (typeof repair)['fields'])[];
  /** Those of them that may not stay empty. */
  readonly needs: readonly (keyof (typeof repair)['fields'])[];
};
export const RepairAction = z.enum(['dispatch', 'start', 'finish', 'accept', 'redo', 'cancel']);
export type RepairAction = z.infer<typeof RepairAction>;

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

export const repairCalls = defineCalls({
  changeState: {
    method: 'POST',
    path: 'repair/changeState',
    permission: '62001',
    audited: true,
    summary: 'Takes a repair on: each action needs its own code, and a state that it may begin at.',
    data: z.object({
      id: RecordId,
      version: z.number().int(),
      action: RepairAction,
      values: recordPart(repair, [...new Set(REPAIR_MOVES.flatMap(({ fields }) => fields))]).default({}),
      note: z.string().trim().max(200).default(''),
    }),
    reply: z.object({ state: z.number() }),
  },
  listMove: {
    method: 'POST',
    path: 'repair/listMove',
    permission: '62001',
    read: true,
    summary: 'What became of a repair, first to last: who did what when (epoch ms).',
    data: z.object({ id: RecordId }),
    reply: z.object({
      list: z.array(
        z.object({
          action: RepairAction,
          from: z.number(),
          to: z.number(),
          note: z.string().nullable(),
          by: z.string(),
          at: z.number(),
        }),
      ),
    }),
  },
});
