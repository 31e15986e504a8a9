import type { PermissionCode } from '../../call.ts';

/** Opens the page of it. */
export const BATCH_CODE: PermissionCode = '40308';
/** Companies of one package. */
export const MAX_BATCH_COMPANIES = 50;
/** Companies offered. */
export const MAX_BATCH_OFFERED = 2_000;

/** Packages of reports, one row each; reports that are not served are not offered. */
export const batchPackages = {
  assessment: [402001, 402002, 402003, 403002, 403003, 403004, 403005],
  alarm: [404002, 404003, 404007, 404009, 404010, 404011, 404012, 404013],
  running: [401001, 401004, 401007, 405002],
  ledger: [409002, 409003, 409004, 409005],
  safety: [170602, 170604, 170508],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type BatchPackage = keyof typeof batchPackages;
