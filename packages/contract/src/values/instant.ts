import { DAY_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';

/** Epoch ms of a filter, as far as the calendars of database and language both reach. */
export const Instant = z.number().int().min(0).max(8_640_000_000_000_000);

/** The same in the query of a GET call. */
export const QueryInstant = z.coerce.number().pipe(Instant);

type Window = { readonly startTime?: number | undefined; readonly endTime?: number | undefined };

/**
 * A filter whose `startTime` and `endTime` are in order, and at most this many days apart if both are given. `unlimited`: filters
 * that find few rows at any length of time.
 */
export const withinDays = <S extends z.ZodType<Window>>(
  filter: S,
  days: number,
  unlimited: (data: z.output<S>) => boolean = () => false,
): S =>
  filter
    .refine(({ startTime, endTime }) => startTime === undefined || endTime === undefined || startTime <= endTime, {
      path: ['endTime'],
      params: { key: 'rule.order', texts: {} },
    })
    .refine(
      (data) =>
        data.startTime === undefined ||
        data.endTime === undefined ||
        data.endTime - data.startTime <= days * DAY_MS ||
        unlimited(data),
      {
        path: ['endTime'],
        params: { key: 'regions.logTooLong', texts: { days } },
      },
    );
