import { z } from 'zod';

/** Most bytes of a file of records. */
export const MAX_IMPORT_BYTES = 20 * 1_048_576;

/**
 * Result of a checked or applied file (getTask). `errors` are the first 200, in the language of the task's owner; `cell` is
 * 'C5', or the row alone for a fault without a cell. `errorFile`: the task's file holds the faulty rows.
 */
export const ImportResult = z.object({
  adds: z.number(),
  changes: z.number(),
  removes: z.number(),
  good: z.number(),
  bad: z.number(),
  errors: z.array(z.object({ row: z.number(), cell: z.string(), header: z.string(), message: z.string() })),
  errorFile: z.boolean(),
  /** Whether anything was written: false of a check, and of 'all' that met a bad row. */
  applied: z.boolean(),
  /** One-time secrets of added records (Resource.shownOnce), encrypted: only the key in the reply of `apply` decrypts them. */
  told: z.string().optional(),
});
export type ImportResult = z.infer<typeof ImportResult>;
