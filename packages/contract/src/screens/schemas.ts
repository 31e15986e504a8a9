import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { permission } from '../permissions.ts';

export const screensCalls = defineCalls({
  getBellPageNum: {
    method: 'GET',
    path: 'mainPage/getBellPageNum',
    permission: 'signedIn',
    read: true,
    summary:
      'Alarms of the scope of the last 24 h that nobody has decided: ordinary (0 without permission 205) and active safety.',
    data: z.object({}),
    reply: z.object({ alarmCnt: z.number(), asalarmCnt: z.number() }),
  },
  vehicleOnlineInformation: {
    method: 'GET',
    path: 'car/vehicleOnlineInformation',
    permission: permission.home,
    read: true,
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
    method: 'GET',
    path: 'mainPage/dataBoard',
    permission: permission.home,
    read: true,
    summary: 'Kilometres, driving hours, trips and vehicles that drove, by business day of a month (yyyy-MM).',
    data: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
    reply: z.object({
      list: z.array(z.object({ day: z.string(), km: z.number(), hours: z.number(), trips: z.number(), vehicles: z.number() })),
    }),
  },
  mileageRank: {
    method: 'GET',
    path: 'mainPage/mileageRank',
    permission: permission.home,
    read: true,
    summary: 'The ten vehicles of the scope that drove most on a business day (yyyy-MM-dd, else today).',
    data: z.object({ day: z.iso.date().optional() }),
    reply: z.object({
      list: z.array(z.object({ carId: z.string(), carNo: z.string(), color: z.number(), deptName: z.string(), km: z.number() })),
    }),
  },
});
