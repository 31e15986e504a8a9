import { isTimeZone } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
import { RecordId } from '../../values/record-id.ts';
import { MailReceiver } from '../mail-receiver.ts';
import { reportFormats } from '../report-formats.ts';
import { MAX_RECEIVERS, schedulePeriods, scheduleTurns, weekdays } from './schedule-periods.ts';

const key = z.string().max(40);
const Timetable = z.object({
  every: z.enum(scheduleTurns),
  /** 1 Monday to 7 Sunday; only for weekly schedules. */
  weekday: z.literal(weekdays).nullable(),
  /** Only for monthly schedules; a shorter month uses its last day. */
  monthDay: z.number().int().min(1).max(31).nullable(),
  /** HH:mm by the clocks of the zone. A time that clocks skip is made up for at once, one they pass twice counts once. */
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  timeZone: z.string().max(60).refine(isTimeZone),
});
export type ScheduleTimetable = z.infer<typeof Timetable>;

const ScheduleInput = Timetable.extend({
  reportId: z.number().int().min(1).max(999_999),
  name: z.string().trim().min(1).max(50),
  /** Without date filters. */
  conditions: z.record(key, z.union([z.string().max(6_000), z.number()])),
  period: z.enum(schedulePeriods),
  columns: z.array(key).max(100),
  orderBy: key.optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  format: z.enum(reportFormats),
  receivers: z.array(MailReceiver).max(MAX_RECEIVERS),
}).superRefine(({ every, weekday, monthDay }, context) => {
  if ((every === 'week') !== (weekday !== null)) context.addIssue({ code: 'custom', path: ['weekday'] });
  if ((every === 'month') !== (monthDay !== null)) context.addIssue({ code: 'custom', path: ['monthDay'] });
});

/** The result of one run. `rows`: of the file. */
export const ScheduleRun = z.object({
  id: z.string(),
  /** Epoch ms, as the others. */
  dueAt: z.number(),
  byHand: z.boolean(),
  state: z.enum(['running', 'done', 'failed']),
  error: z.string().nullable(),
  rows: z.number().nullable(),
  finishedAt: z.number().nullable(),
  /** In the owner's download centre. */
  taskId: z.string().nullable(),
  mails: z.array(z.object({ receiver: z.string(), state: z.enum(['queued', 'sent', 'failed']), error: z.string().nullable() })),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

export const Schedule = Timetable.extend({
  id: z.string(),
  version: z.number(),
  reportId: z.number(),
  reportName: z.string(),
  /** Path of its page; null: the report is no longer served. */
  path: z.string().nullable(),
  name: z.string(),
  conditions: z.record(z.string(), z.string()),
  period: z.enum(schedulePeriods),
  columns: z.array(z.string()),
  orderBy: z.string(),
  direction: z.enum(['asc', 'desc']),
  format: z.enum(reportFormats),
  receivers: z.array(z.string()),
  /** Epoch ms; null: it is paused. */
  nextAt: z.number().nullable(),
  owner: z.string(),
  /** The caller's own: only they change it. */
  own: z.boolean(),
  last: ScheduleRun.omit({ mails: true }).nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

export const reportSchedulesSchemas = {
  listSchedule: {
    summary:
      'Lists schedules of the caller, newest first. `all` adds those of the caller’s department and below, if the caller has permission to edit settings.',
    data: z.object({ reportId: z.coerce.number().int().min(1).max(999_999).optional(), all: z.literal(1).optional() }),
    reply: z.object({
      list: z.array(Schedule),
      /** Whether this server can mail. */
      mail: z.boolean(),
      mayAll: z.boolean(),
    }),
  },
  saveSchedule: {
    summary: 'Creates a schedule of the caller, or changes the one with `id` and `version`. A paused schedule stays paused.',
    data: z.object({ id: RecordId.optional(), version: z.number().int().optional(), schedule: ScheduleInput }),
    reply: z.object({ id: z.string(), nextAt: z.number().nullable() }),
  },
  pauseSchedule: {
    summary: 'Pauses a schedule, or resumes it from the next time it is due.',
    data: z.object({ id: RecordId, paused: z.boolean() }),
    reply: z.object({ nextAt: z.number().nullable() }),
  },
  removeSchedule: {
    summary: 'Deletes a schedule with the records of its runs. Files stay in the download centre.',
    data: z.object({ id: RecordId }),
    reply: z.object({}),
  },
  runSchedule: {
    summary: 'Exports the report of one of the caller’s schedules now, in addition to its timetable.',
    data: z.object({ id: RecordId }),
    reply: z.object({ taskId: z.string() }),
  },
  listScheduleRun: {
    summary: 'Lists the stored runs of a schedule with their results, newest first.',
    data: z.object({ id: RecordId }),
    reply: z.object({ list: z.array(ScheduleRun) }),
  },
} satisfies Record<string, CallSchemas>;

export type ScheduleRequest = z.output<typeof ScheduleInput>;
