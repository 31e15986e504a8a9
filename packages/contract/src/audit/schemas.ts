import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant } from '../values/instant.ts';

const range = { startTime: Instant.optional(), endTime: Instant.optional() };
const order = z.enum(['asc', 'desc']).default('desc');

const OperationRow = z.object({
  id: z.string(),
  at: z.number(),
  account: z.string(),
  username: z.string(),
  deptName: z.string(),
  peerIp: z.string(),
  area: z.string(),
  action: z.string(),
  object: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Code of the reply; '0' is success. */
  result: z.string(),
});
export type OperationRow = z.infer<typeof OperationRow>;

const operationFilter = {
  account: z.string().trim().max(32).optional(),
  area: z.string().trim().max(32).optional(),
  /** A call, or an action on records (RECORD_ACTIONS). */
  action: z.string().trim().max(64).optional(),
  object: z.string().trim().max(100).optional(),
  result: z.enum(['ok', 'refused']).optional(),
  ...range,
  sort: z.enum(['at', 'account', 'area', 'action', 'peerIp']).default('at'),
  order,
};

export const auditSchemas = {
  listOperation: {
    summary: 'Lists the operation log (audit log) of users in the scope, with the values before and after each change.',
    data: z.object(operationFilter),
    reply: z.object({ list: z.array(OperationRow) }),
  },
  exportOperation: {
    summary: 'Exports the filtered rows, or the rows selected by id, as a csv file. data.url is valid for a short time.',
    data: z.object({
      ...operationFilter,
      ids: z
        .array(z.string().regex(/^\d{1,18}$/))
        .max(10_000)
        .optional(),
    }),
    reply: z.object({ url: z.string() }),
  },
  saveClientError: {
    summary: 'Stores a run-time error of a console.',
    data: z.object({
      message: z.string().max(2_000),
      info: z.string().max(4_000).default(''),
      url: z.string().max(2_000),
      stack: z.string().max(16_000).default(''),
    }),
    reply: z.object({}),
  },
  listClientError: {
    summary: 'Lists run-time errors of consoles in the scope.',
    data: z.object({
      message: z.string().trim().max(100).optional(),
      ...range,
      sort: z.enum(['at', 'account']).default('at'),
      order,
    }),
    reply: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          at: z.number(),
          account: z.string(),
          message: z.string(),
          info: z.string(),
          url: z.string(),
          stack: z.string(),
          userAgent: z.string(),
        }),
      ),
    }),
  },
} satisfies Record<string, CallSchemas>;
