import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { recordPart } from '../resources/record-schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { REPAIR_MOVES, repairActions } from './repair-moves.ts';
import { repair } from './repair-resource.ts';

const RepairAction = z.enum(repairActions);

export const repairsCalls = defineCalls({
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
