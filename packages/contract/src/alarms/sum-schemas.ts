import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { AlarmGid } from './alarm-row.ts';
import { ALARM_LIST_DAYS } from './limits.ts';

const counted = {
  total: z.number(),
  handled: z.number(),
  /** Of the handled ones, those handled in time as in reports: by their due time, else by the time of their level. */
  inTime: z.number(),
  /** The handled ones. */
  due: z.number(),
};
const byType = z.object({ warnId: z.number(), level: z.literal([1, 2, 3]), count: z.number() });
const byVehicle = z.object({
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  count: z.number(),
  /** null: nothing known. */
  km: z.number().nullable(),
});
const period = {
  targIds: z.array(RecordId).max(500).optional(),
  deptIds: z.array(RecordId).max(500).optional(),
  startTime: Instant.optional(),
  endTime: Instant.optional(),
};
const Period = withinDays(z.object(period), ALARM_LIST_DAYS);

/** Calls that count alarms. */
export const alarmSumSchemas = {
  getTargAsalarmTypeDtl: {
    summary:
      'Counts active-safety alarms of a vehicle by kind. With `alarmGid`, counts those of the driver of that alarm in all vehicles, if the driver is known. Covers at most 31 days, by default the last 7.',
    data: withinDays(
      z.object({
        targId: RecordId,
        alarmGid: AlarmGid.optional(),
        startTime: Instant.optional(),
        endTime: Instant.optional(),
      }),
      ALARM_LIST_DAYS,
    ),
    /** `driver`: whose alarms they are; empty: those of the vehicle. */
    reply: z.object({ list: z.array(byType), driver: z.string() }),
  },
  getAsOverview: {
    summary:
      'Counts active-safety alarms in the scope by main type, level and day, and shows how they were handled. Covers at most 31 days, by default the last 7.',
    data: Period,
    reply: z.object({
      ...counted,
      falseAlarms: z.number(),
      mainTypes: z.array(z.object({ mainType: z.number(), count: z.number() })),
      levels: z.array(z.object({ level: z.literal([1, 2, 3]), count: z.number() })),
      days: z.array(z.object({ day: z.string(), count: z.number() })),
      /** The most frequent first. */
      types: z.array(byType),
      /** By the hour of the day in which they began, from 0 to 23. */
      hours: z.array(z.object({ mainType: z.number(), counts: z.array(z.number()) })),
      /** The ten companies and the ten vehicles with most alarms. */
      depts: z.array(z.object({ deptId: z.string(), deptName: z.string(), count: z.number() })),
      vehicles: z.array(byVehicle.omit({ km: true })),
      /** Where they began, WGS-84 degrees rounded to 0.01, the most frequent first; at most 1,000 places. */
      spots: z.array(z.object({ lng: z.number(), lat: z.number(), count: z.number() })),
    }),
  },
  todaySafetyStatistics: {
    summary:
      'Counts active-safety alarms in the scope for the current business day so far, and for the previous day up to the same time.',
    data: z.object({}),
    reply: z.object({
      ...counted,
      yesterday: z.number(),
      mainTypes: z.array(z.object({ mainType: z.number(), count: z.number() })),
      /** The kinds that scores count as fatigue and as distraction. */
      fatigue: z.number(),
      distraction: z.number(),
      /** Mileage of the vehicles today. */
      km: z.number(),
      /** Vehicles by the grade of their safety score of the month so far; those below 100 km have none. */
      grades: z.object({ A: z.number(), B: z.number(), C: z.number(), D: z.number() }),
    }),
  },
  getSafetyScreen: {
    summary:
      'Returns all figures of the active-safety screen: the current business day so far, the previous day by hour, and scores of the month so far.',
    data: z.object({}),
    reply: z.object({
      total: z.number(),
      handled: z.number(),
      /** Mileage of the vehicles today. */
      km: z.number(),
      /** The mean from the beginning of an alarm until it was handled; null: none was. */
      handleMin: z.number().nullable(),
      mainTypes: z.array(z.object({ mainType: z.number(), count: z.number() })),
      /** The ten most frequent first. */
      types: z.array(z.object({ warnId: z.number(), count: z.number() })),
      /** By the hour of the day, from 0 to 23: today, the whole day before, and fatigue of today. */
      hours: z.array(z.number()),
      yesterday: z.array(z.number()),
      fatigue: z.array(z.number()),
      /** Handled alarms, and those handled in time. */
      deadlines: z.array(z.object({ level: z.literal([2, 3]), due: z.number(), inTime: z.number() })),
      /** Where alarms of today began, as in getAsOverview. */
      spots: z.array(z.object({ lng: z.number(), lat: z.number(), count: z.number() })),
      /** The ten worst vehicles of grade D, the worst first, and the number of all. */
      risky: z.array(byVehicle.omit({ km: true, count: true }).extend({ score: z.number() })),
      riskyTotal: z.number(),
      /** The safety score of all vehicles together by day, weighted by distance; null: less than 100 km. */
      scores: z.array(z.object({ day: z.string(), score: z.number().nullable() })),
      /** Vehicles per grade of ten companies, those with most of D first. */
      depts: z.array(
        z.object({ deptId: z.string(), deptName: z.string(), A: z.number(), B: z.number(), C: z.number(), D: z.number() }),
      ),
    }),
  },
  getWarnSum: {
    summary:
      'Counts alarms in the scope by class for the current business day so far, and in total for the previous day up to the same time.',
    data: z.object({}),
    reply: z.object({
      ordinary: z.number(),
      safety: z.number(),
      /** Alarms of type 0, raised by the driver. */
      emergency: z.number(),
      handled: z.number(),
      total: z.number(),
      yesterday: z.number(),
      /** Alarms by the hour of the day in which they began, from 0 to 23. */
      hours: z.array(z.number()),
    }),
  },
  getWarnSumDetail: {
    summary: 'Counts alarms in the scope on a business day (yyyy-MM-dd, by default today) by kind, most frequent first.',
    data: z.object({ staticData: z.iso.date().optional() }),
    reply: z.object({ list: z.array(byType) }),
  },
  getTarResult: {
    summary: 'Lists the ten vehicles in the scope with the most alarms on the current business day so far.',
    data: z.object({}),
    reply: z.object({ list: z.array(byVehicle) }),
  },
} satisfies Record<string, CallSchemas>;
