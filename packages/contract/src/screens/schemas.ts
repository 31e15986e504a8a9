import { z } from 'zod';
import { BellPeriod } from '../alarms/alarm-filter.ts';
import type { CallSchemas } from '../call.ts';

export const screensSchemas = {
  getBellPageNum: {
    summary:
      'Counts the unhandled alarms in the caller’s scope, of the last 24 h or of the given period. Returns ordinary alarms (0 without permission 205) and active safety alarms (0 without permission to see them).',
    data: BellPeriod,
    reply: z.object({ alarmCnt: z.number(), asalarmCnt: z.number() }),
  },
  vehicleOnlineInformation: {
    summary: 'Counts the vehicles in the scope by state, the vehicles seen today, and the vehicles never seen.',
    data: z.object({}),
    reply: z.object({
      total: z.number(),
      online: z.number(),
      moving: z.number(),
      idling: z.number(),
      parked: z.number(),
      noFix: z.number(),
      alarm: z.number(),
      offline: z.number(),
      never: z.number(),
      seenToday: z.number(),
    }),
  },
  dataBoard: {
    summary:
      'Returns kilometres, driving hours, trips and the number of vehicles that drove, for each business day of a month (yyyy-MM).',
    data: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
    reply: z.object({
      list: z.array(z.object({ day: z.string(), km: z.number(), hours: z.number(), trips: z.number(), vehicles: z.number() })),
    }),
  },
  mileageRank: {
    summary: 'Lists the ten vehicles in the scope with the highest mileage on a business day (yyyy-MM-dd, by default today).',
    data: z.object({ day: z.iso.date().optional() }),
    reply: z.object({
      list: z.array(z.object({ carId: z.string(), carNo: z.string(), color: z.number(), deptName: z.string(), km: z.number() })),
    }),
  },
} satisfies Record<string, CallSchemas>;
