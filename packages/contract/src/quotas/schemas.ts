import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';
import { QUOTA_ITEMS, type QuotaItem } from './quota-items.ts';

const whole = (item: QuotaItem) => z.number().int().min(0).max(QUOTA_ITEMS[item].max);
const gigabytes = (item: QuotaItem) => z.number().min(0).max(QUOTA_ITEMS[item].max);
const noneWithout = <T extends z.ZodType>(value: T) => value.nullable().default(null);

/** Limits of a department with its descendants; null: unlimited. */
const Limits = z.strictObject({
  vehicles: whole('vehicles'),
  users: whole('users'),
  videoStreams: noneWithout(whole('videoStreams')),
  videoTrafficGB: noneWithout(gigabytes('videoTrafficGB')),
  smsCount: noneWithout(whole('smsCount')),
  storageGB: noneWithout(gigabytes('storageGB')),
  forwards: noneWithout(whole('forwards')),
  /** The last day anything may be added. */
  validTo: noneWithout(z.iso.date()),
  /** QUOTA_POLICY: 1 refuses what is beyond, 2 only shows it. */
  overPolicy: z.literal([1, 2]),
});
export type QuotaLimits = z.output<typeof Limits>;

const Row = z.object({
  deptId: z.string(),
  deptName: z.string(),
  /** False for the caller's own department, whose quota its parent sets. */
  settable: z.boolean(),
  /** Null where the department has no quota of its own. */
  limits: Limits.nullable(),
  /** 0 before the first save. */
  version: z.number(),
  updatedAt: z.number().nullable(),
  /** Its last day is over, by the business time zone. */
  expired: z.boolean(),
  /** Below the department, itself included. */
  used: z.object({ vehicles: z.number(), users: z.number() }),
  /** Sums of the quotas right below. */
  handedOut: z.object({ vehicles: z.number(), users: z.number() }),
});
export type QuotaRow = z.infer<typeof Row>;

const Filter = {
  deptName: z.string().trim().max(50).optional(),
  /** Narrows it to a department and everything below it. */
  inDept: RecordId.optional(),
  /** limited: with a quota of their own; full: with one that is used up. */
  state: z.enum(['limited', 'unlimited', 'full']).optional(),
};

const LogRow = z.object({
  id: z.string(),
  at: z.number(),
  account: z.string(),
  kind: z.enum(['save', 'transfer']),
  deptName: z.string(),
  toDeptName: z.string().nullable(),
  note: z.string(),
  /** A save: old and new values. A transfer: the amounts. */
  changes: z.array(z.object({ item: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type QuotaLogRow = z.infer<typeof LogRow>;

export const quotasSchemas = {
  listQuota: {
    summary: 'Lists the departments of the scope with their quotas and the usage of each, including everything below it.',
    data: z.object(Filter),
    reply: z.object({ list: z.array(Row) }),
  },
  exportQuota: {
    summary: 'Exports the filtered quotas, or those of chosen departments, to a file with the limits and the usage of each.',
    data: z.object({
      ...Filter,
      ids: z.array(RecordId).min(1).max(10_000).optional(),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    reply: z.object({ url: z.string() }),
  },
  saveQuota: {
    summary:
      'Sets a department’s quota, within the quota of the department above. Callers cannot set the quota of their own department, except at the top.',
    data: z.object({ deptId: RecordId, version: z.number().int().min(0), limits: Limits }),
    reply: z.object({ version: z.number() }),
  },
  transferQuota: {
    summary:
      'Moves part of one department’s quota to another. Between a department and one below it, only the lower quota changes, because the upper quota includes it.',
    data: z.object({
      fromDeptId: RecordId,
      toDeptId: RecordId,
      vehicles: whole('vehicles').default(0),
      users: whole('users').default(0),
      note: z.string().trim().min(1).max(200),
    }),
    reply: z.object({}),
  },
  listQuotaLog: {
    summary: 'Lists the changes of quotas in the scope, newest first.',
    data: z.object({ deptId: RecordId.optional() }),
    reply: z.object({ list: z.array(LogRow) }),
  },
} satisfies Record<string, CallSchemas>;
