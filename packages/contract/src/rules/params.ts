import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { segmentsOverlap } from '@fleetwarden/domain/day-time';
import { z } from 'zod';
import { MESSAGE_MAX } from '../message-limits.ts';
import { RecordId } from '../resource-calls.ts';

/** Pieces of the parameters of rules (screen catalogue 6.1). `unit` is shown behind a field and is of no matter to the value. */

type Unit = 'km/h' | 's' | 'min' | 'm' | '%' | '°';

export const whole = (min: number, max: number, unit?: Unit) => {
  const schema = z.number().int().min(min).max(max);
  return unit === undefined ? schema : schema.meta({ unit });
};

/** 'HH:mm'. */
export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Segment = z.strictObject({ start: Clock, end: Clock });

const MOST_SEGMENTS = 4;
/** Stretches of the day, none over another; none: all of it. */
export const Segments = z
  .array(Segment)
  .max(MOST_SEGMENTS)
  .refine((segments) => !segmentsOverlap(segments), { params: { key: 'warnScheme.overlap', texts: {} } });

export const Level = z.literal([1, 2, 3]);
export const Levels = z.array(Level).max(3).default([]);

const NUMBERS: ReadonlySet<number> = new Set(ALARM_TYPES.map(({ id }) => id));
export const TypeId = z
  .number()
  .int()
  .refine((id) => NUMBERS.has(id), { params: { key: 'field.invalid', texts: {} } });
export const Types = z.array(TypeId).min(1).max(ALARM_TYPES.length);

/** ROAD_GRADE: 0 all, 1 motorway, 2 national, 3 provincial, 4 county and village, 5 city. */
export const RoadGrade = z.literal([0, 1, 2, 3, 4, 5]);
/** What a limit is for: 0 all, 1 passengers, 2 freight, 3 dangerous goods. */
export const VehicleClass = z.literal([0, 1, 2, 3]);

/** Percents above the limit from which an alarm is of level 2 and of level 3. */
export const ExcessLevels = z
  .strictObject({ second: whole(1, 200, '%').default(20), third: whole(1, 300, '%').default(50) })
  .refine(({ second, third }) => second < third, { path: ['third'], params: { key: 'rule.order', texts: {} } })
  .prefault({});

export const Channels = z
  .array(z.literal([4, 8, 16]))
  .min(1)
  .max(3)
  .default([8]);
export const Content = z.string().trim().min(1).max(MESSAGE_MAX);
export const Notes = z.string().trim().min(1).max(200);
/** DEAL: 1 message, 5 phone, 6 false alarm. */
export const DealType = z.literal([1, 5, 6]);
export const Weekdays = z
  .array(z.literal([1, 2, 3, 4, 5, 6, 7]))
  .min(1)
  .max(7)
  .default([1, 2, 3, 4, 5, 6, 7]);
/** 'yyyy-MM-dd' of the business time zone. */
export const Day = z.iso.date();
export const VehicleIds = z.array(RecordId).max(10_000).default([]);
