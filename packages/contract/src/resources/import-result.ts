import { z } from 'zod';

/** Most bytes of a file of records. */
export const MAX_IMPORT_BYTES = 20 * 1_048_576;

/**
 * What getTask tells of a checked or applied file. `errors` are the first 200, in the language of whoever started it; `cell` is as
 * the sheet shows it ('C5'), or the row alone where the fault is in no cell of it. `errorFile`: the task's file holds the bad rows.
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
  /** What is told of the added records once (Resource.toldOnce), until it was: it opens with the key that `apply` gave, and no other. */
  told: z.string().optional(),
});
export type ImportResult = z.infer<typeof ImportResult>;
