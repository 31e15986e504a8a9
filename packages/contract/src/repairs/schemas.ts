import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { recordPart } from '../resources/record-schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { REPAIR_MOVES, repairActions } from './repair-moves.ts';
import { repair } from './repair-resource.ts';

const RepairAction = z.enum(repairActions);

export const repairsSchemas = {
  changeState: {
    summary: 'Changes the state of a repair. Each action requires its own permission and a state in which it is allowed.',
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
    summary: 'Lists the state changes of a repair, oldest first, with user, action and time (epoch ms).',
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
} satisfies Record<string, CallSchemas>;
