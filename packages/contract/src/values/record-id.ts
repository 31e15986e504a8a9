import { z } from 'zod';

/** Beyond it is no id of a table. */
const MAX_ID = 2 ** 31 - 1;
/** Ids of records on the wire. */
export const RecordId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((id) => Number(id) <= MAX_ID);
