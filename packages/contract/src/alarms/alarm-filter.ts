import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { z } from 'zod';
import { Instant, QueryInstant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { ALARM_CLASSES } from './alarm-rights.ts';
import { WarmStatus } from './alarm-row.ts';
import { ALARM_LIST_DAYS } from './limits.ts';

const AlarmClass = z.enum(ALARM_CLASSES);

/** Numbers of kinds of alarms there are. */
export const WarnId = z.literal(ALARM_TYPES.map(({ id }) => id));

/** Fields of a search. */
export const alarmFilter = {
  /** Departments with their descendants, and vehicles; given both, the union. */
  deptIds: z.array(RecordId).max(500).optional(),
  targIds: z.array(RecordId).max(500).optional(),
  /** Part of a plate. */
  carNo: z.string().trim().max(21).optional(),
  /** Part of the name of the driver on duty when it began. */
  driverName: z.string().trim().max(50).optional(),
  warnIds: z.array(WarnId).max(200).optional(),
  levels: z
    .array(z.literal([1, 2, 3]))
    .max(3)
    .optional(),
  classes: z.array(AlarmClass).max(3).optional(),
  warmStatus: WarmStatus.default(4),
  /** Only open cases, claimed or not. */
  undecided: z.boolean().optional(),
  /** Only open cases that were escalated or are past their deadline. */
  overdue: z.boolean().optional(),
  /** Range of the start time. */
  startTime: Instant.optional(),
  endTime: Instant.optional(),
  /** Account that decided it; 0: the platform. */
  dealtBy: z.union([RecordId, z.literal('0')]).optional(),
  late: z.boolean().optional(),
  storm: z.boolean().optional(),
  hasFiles: z.boolean().optional(),
  /** Newest first, oldest first, `urgent`: highest level, then oldest, or `serious`: highest level, then newest. */
  sort: z.enum(['newest', 'oldest', 'urgent', 'serious']).default('newest'),
};
export const AlarmFilter = withinDays(z.object(alarmFilter), ALARM_LIST_DAYS);
export type AlarmFilter = z.output<typeof AlarmFilter>;
export type AlarmFilterInput = z.input<typeof AlarmFilter>;

/** Period of bells and boxes, by the start of an alarm; default: the last 24 h. */
export const BellPeriod = withinDays(
  z.object({ startTime: QueryInstant.optional(), endTime: QueryInstant.optional() }),
  ALARM_LIST_DAYS,
);
