import { error } from './error.ts';

/** Chinese, the first language: its shape is the shape of all. One file an area. */
export const zh = { error } as const;
