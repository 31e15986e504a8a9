import { type Call, DEFAULT_LIMIT, MAX_LIMIT } from '@fleetwarden/contract/call';
import { z } from 'zod';
import { MAX_PAGE } from './limits.ts';

/** The requested rows of a paged call. */
export type PageWindow = { readonly page: number; readonly limit: number; readonly offset: number };

export const PageInput = z.strictObject({
  page: z.number().int().min(0).max(MAX_PAGE).default(1),
  limit: z.number().int().min(1).max(MAX_LIMIT).optional(),
});

/** Page 0 and page 1 both mean the first page. */
export function pageWindow(call: Call, input: z.output<typeof PageInput> | undefined): PageWindow {
  const page = Math.max(1, input?.page ?? 1);
  const limit = input?.limit ?? call.defaultLimit ?? DEFAULT_LIMIT;
  return { page, limit, offset: (page - 1) * limit };
}
