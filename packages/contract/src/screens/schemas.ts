import { z } from 'zod';
import { BellPeriod } from '../alarms/alarm-filter.ts';
import type { CallSchemas } from '../call.ts';

export const screensSchemas = {
  getBellPageNum: {
    summary:
      'Alarms of the scope that nobody has decided, of the last 24 h or of the given period: ordinary (0 without permission 205) and active safety (0 without a right to see them).',
    data: BellPeriod,
    reply: z.object({ alarmCnt: z.number(), asalarmCnt: z.number() }),
  },
  vehicleOnlineInformation: {
    summary: 'Vehicles of the scope by state, how many were seen today, and how many never.',
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
    summary: 'Kilometres, driving hours, trips and vehicles that drove, by business day of a month (yyyy-MM).',
    data: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
    reply: z.object({
      list: z.array(z.object({ day: z.string(), km: z.number(), hours: z.number(), trips: z.number(), vehicles: z.number() })),
    }),
  },
  mileageRank: {
    summary: 'The ten vehicles of the scope that drove most on a business day (yyyy-MM-dd, else today).',
    data: z.object({ day: z.iso.date().optional() }),
    reply: z.object({
      list: z.array(z.object({ carId: z.string(), carNo: z.string(), color: z.number(), deptName: z.string(), km: z.number() })),
    }),
  },
} satisfies Record<string, CallSchemas>;
