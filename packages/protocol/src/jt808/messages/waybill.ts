import { bytes, lengthPrefixed, struct, u32 } from '../../codec/index.ts';

/** 0x0701: an electronic waybill, in a form of its maker's own, text of GBK mostly; the same in each revision. */
export const Waybill = struct({ data: lengthPrefixed(u32, bytes('rest')) });
