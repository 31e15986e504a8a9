import { z } from 'zod';

/** Epoch ms of a filter, as far as the calendars of database and language both reach. */
export const Instant = z.number().int().min(0).max(8_640_000_000_000_000);
