import { z } from 'zod';
import { defineCalls } from './call.ts';
import { RecordId } from './resource-calls.ts';

/** What can be done with vehicles beside what every record has: see the resources `vehicle` and `deletedVehicle`. */
export const vehicleCalls = defineCalls({
  restoreCar: {
    method: 'POST',
    path: 'car/restoreCar',
    permission: '60910',
    audited: true,
    summary: 'Brings removed vehicles back with the terminals they had; refused with what other vehicles have by now (4001).',
    data: z.object({ ids: z.array(RecordId).min(1).max(1_000) }),
    reply: z.object({ restored: z.number() }),
  },
  purgeCar: {
    method: 'POST',
    path: 'car/purgeCar',
    permission: '60911',
    audited: true,
    summary: 'Ends a removed vehicle for good; `carNo` is its plate, typed again. Its positions stay.',
    data: z.object({ id: RecordId, carNo: z.string().trim().min(1).max(20) }),
    reply: z.object({ id: z.string() }),
  },
  checkUnique: {
    method: 'POST',
    path: 'car/checkUnique',
    permission: '60101',
    read: true,
    summary: 'Which of the values another vehicle has: a plate with its colour, a VIN, the phone or number of a terminal.',
    data: z.object({
      /** The vehicle that is edited: its own values are free. */
      id: RecordId.optional(),
      carNo: z.string().trim().max(20).optional(),
      plateColor: z.number().int().min(0).max(99).optional(),
      vin: z.string().trim().max(20).optional(),
      phone: z.string().trim().max(20).optional(),
      terminalNo: z.string().trim().max(30).optional(),
    }),
    reply: z.object({ taken: z.array(z.string()) }),
  },
  getCarTypes: {
    method: 'GET',
    path: 'report/getCarTypes',
    permission: 'signedIn',
    read: true,
    summary: 'The types of vehicles (JT/T 697.7) in their order, named in the caller’s language.',
    data: z.object({}),
    reply: z.object({ list: z.array(z.object({ value: z.number(), label: z.string() })) }),
  },
  getCarInfosByDeptId: {
    method: 'GET',
    path: 'car/getCarInfosByDeptId',
    permission: 'signedIn',
    read: true,
    summary: 'Vehicles of a department and everything below it, by plate; 5,000 at most.',
    data: z.object({ deptId: RecordId }),
    reply: z.object({
      list: z.array(
        z.object({ carId: z.string(), carNo: z.string(), color: z.number(), deptId: z.string(), phone: z.string().nullable() }),
      ),
    }),
  },
});
