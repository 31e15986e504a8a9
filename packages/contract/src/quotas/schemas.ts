import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

/** What a quota limits. Vehicles and users are counted and enforced; the others are kept for what comes to count them. */
export const QUOTA_ITEMS = {
  vehicles: { max: 100_000, required: true },
  users: { max: 10_000, required: true },
  videoStreams: { max: 1_000, required: false },
  videoTrafficGB: { max: 999_999.99, required: false },
  smsCount: { max: 1_000_000, required: false },
  storageGB: { max: 999_999.99, required: false },
  forwards: { max: 1_000, required: false },
} as const;
export type QuotaItem = keyof typeof QUOTA_ITEMS;
/** The items that are counted. */
export const COUNTED_ITEMS = ['vehicles', 'users'] as const satisfies readonly QuotaItem[];
export type CountedItem = (typeof COUNTED_ITEMS)[number];

const whole = (item: QuotaItem) => z.number().int().min(0).max(QUOTA_ITEMS[item].max);
const gigabytes = (item: QuotaItem) => z.number().min(0).max(QUOTA_ITEMS[item].max);
const noneWithout = <T extends z.ZodType>(value: T) => value.nullable().default(null);

/** What a department and everything below it may have; null: unlimited. */
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
  /** Not one's own, which is for those above to set. */
  settable: z.boolean(),
  /** Null where the department has no quota of its own. */
  limits: Limits.nullable(),
  /** 0 where there is none yet. */
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
  /** A save: before and after of what changed. A transfer: how much of what. */
  changes: z.array(z.object({ item: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type QuotaLogRow = z.infer<typeof LogRow>;

export const quotasCalls = defineCalls({
  listQuota: {
    method: 'POST',
    path: 'quota/listQuota',
    permission: '61601',
    read: true,
    paged: true,
    summary: 'The departments of the scope with their quotas and what is used of them below each.',
    data: z.object(Filter),
    reply: z.object({ list: z.array(Row) }),
  },
  exportQuota: {
    method: 'POST',
    path: 'quota/exportQuota',
    permission: '61606',
    audited: true,
    summary: 'The filtered quotas, or those of chosen departments, as a file: what each may have and what is used of it.',
    data: z.object({
      ...Filter,
      ids: z.array(RecordId).min(1).max(10_000).optional(),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    reply: z.object({ url: z.string() }),
  },
  saveQuota: {
    method: 'POST',
    path: 'quota/saveQuota',
    permission: '61603',
    audited: true,
    summary: "Sets a department's quota, within that of the department above; not the caller's own department's, but at the top.",
    data: z.object({ deptId: RecordId, version: z.number().int().min(0), limits: Limits }),
    reply: z.object({ version: z.number() }),
  },
  transferQuota: {
    method: 'POST',
    path: 'quota/transferQuota',
    permission: '61610',
    audited: true,
    summary:
      'Moves a part of one department’s quota to another. Between a department and one below it only the lower one changes: what is above includes it.',
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
    method: 'POST',
    path: 'quota/listQuotaLog',
    permission: '61611',
    read: true,
    paged: true,
    summary: 'How quotas of the scope were changed, newest first.',
    data: z.object({ deptId: RecordId.optional() }),
    reply: z.object({ list: z.array(LogRow) }),
  },
});
