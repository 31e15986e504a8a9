import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { segmentsOverlap } from '@fleetwarden/domain/day-time';
import type { EnumerationType } from '@fleetwarden/domain/enumerations';
import { z } from 'zod';
import { MESSAGE_MAX } from '../messages/message-limits.ts';
import { RecordId } from '../values/record-id.ts';

/**
 * Schema parts for rule parameters (screen catalogue 6.1). `meta` tells the form (rules/forms.ts) how to show a value: unit of a number,
 * enumeration of a choice, control of a text. Validation ignores it.
 */

type Unit = 'km/h' | 's' | 'min' | 'm' | '%' | '°';

export const whole = (min: number, max: number, unit?: Unit) => {
  const schema = z.number().int().min(min).max(max);
  return unit === undefined ? schema : schema.meta({ unit });
};

/** One of an enumeration. */
const oneOf = <const V extends readonly number[]>(of: EnumerationType, values: V) => z.literal(values).meta({ of });

/** 'HH:mm'. */
export const Clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ control: 'clock' });
const Segment = z.strictObject({ start: Clock, end: Clock });

const MAX_SEGMENTS = 4;
/** Stretches of the day, none over another; none: all of it. */
export const Segments = z
  .array(Segment)
  .max(MAX_SEGMENTS)
  .refine((segments) => !segmentsOverlap(segments), { params: { key: 'warnScheme.overlap', texts: {} } });

export const Level = oneOf('ALARM_LEVEL', [1, 2, 3]);
export const Levels = z.array(Level).max(3).default([]);

const NUMBERS: ReadonlySet<number> = new Set(ALARM_TYPES.map(({ id }) => id));
export const TypeId = z
  .number()
  .int()
  .refine((id) => NUMBERS.has(id), { params: { key: 'field.invalid', texts: {} } })
  .meta({ control: 'alarmType' });
export const Types = z.array(TypeId).min(1).max(ALARM_TYPES.length);

/** ROAD_GRADE: 0 all, 1 motorway, 2 national, 3 provincial, 4 county and village, 5 city. */
export const RoadGrade = oneOf('ROAD_GRADE', [0, 1, 2, 3, 4, 5]);
/** Which vehicles a limit applies to: 0 all, 1 passengers, 2 freight, 3 dangerous goods. */
export const VehicleClass = oneOf('VEHICLE_CLASS', [0, 1, 2, 3]);

/** Percents above the limit from which an alarm is of level 2 and of level 3. */
export const ExcessLevels = z
  .strictObject({ second: whole(1, 200, '%').default(20), third: whole(1, 300, '%').default(50) })
  .refine(({ second, third }) => second < third, { path: ['third'], params: { key: 'rule.order', texts: {} } })
  .prefault({});

export const Channels = z
  .array(oneOf('MESSAGE_CHANNEL', [4, 8, 16]))
  .min(1)
  .max(3)
  .default([8]);
export const Content = z.string().trim().min(1).max(MESSAGE_MAX);
export const Notes = z.string().trim().min(1).max(200);
/** DEAL: 1 message, 5 phone, 6 false alarm. */
export const DealType = oneOf('DEAL', [1, 5, 6]);
export const Weekdays = z
  .array(oneOf('WEEKDAY', [1, 2, 3, 4, 5, 6, 7]))
  .min(1)
  .max(7)
  .default([1, 2, 3, 4, 5, 6, 7]);
/** 'yyyy-MM-dd' of the business time zone. */
export const Day = z.iso.date().meta({ control: 'day' });
export const VehicleIds = z.array(RecordId).max(10_000).default([]).meta({ control: 'vehicles' });

/** The speed to compare: 1 GNSS, 2 recorder, 3 the lower of both. */
export const JudgedSpeed = oneOf('JUDGED_SPEED', [1, 2, 3]);
/** 1 once, 2 each day, 3 each week. */
export const TextSchedule = oneOf('TEXT_SCHEDULE', [1, 2, 3]);
/** 1 all, 2 online, 3 driving. */
export const TextCondition = oneOf('TEXT_CONDITION', [1, 2, 3]);
export const RoadSpotKind = whole(1, 10).meta({ of: 'ROAD_SPOT' });
export const Industry = z.number().int().meta({ of: 'INDUSTRY' });
