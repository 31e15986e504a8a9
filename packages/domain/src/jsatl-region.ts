/** Regions with a form and tables of T/JSATL 12 of their own, as JSATL_TABLE numbers them. Jiangsu has the standard's. */
export const JSATL_REGION = { jiangsu: 1, guangdong: 2, sichuan: 3, hunan: 4 } as const;
export type JsatlRegion = (typeof JSATL_REGION)[keyof typeof JSATL_REGION];
