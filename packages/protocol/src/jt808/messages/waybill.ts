import { gbk, struct, u32 } from '../../codec/index.ts';

/** 0x0701: an electronic waybill, in words of its maker's own; the same in each revision. */
export const Waybill = struct({ text: gbk(u32) });
