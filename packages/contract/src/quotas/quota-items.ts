type QuotaItemRow = { readonly max: number; readonly required: boolean; readonly unit?: string };

/** Items of a quota. Vehicles, users and short messages (billed segments a month) are enforced; the others are only stored. */
export const QUOTA_ITEMS = {
  vehicles: { max: 100_000, required: true },
  users: { max: 10_000, required: true },
  videoStreams: { max: 1_000, required: false },
  videoTrafficGB: { max: 999_999.99, required: false, unit: 'GB' },
  smsCount: { max: 1_000_000, required: false },
  storageGB: { max: 999_999.99, required: false, unit: 'GB' },
  forwards: { max: 1_000, required: false },
} as const satisfies Readonly<Record<string, QuotaItemRow>>;
export type QuotaItem = keyof typeof QUOTA_ITEMS;
/** The items that are counted. */
export const COUNTED_ITEMS = ['vehicles', 'users'] as const satisfies readonly QuotaItem[];
export type CountedItem = (typeof COUNTED_ITEMS)[number];
