import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { permission } from '../permissions.ts';
import { RecordId } from '../values/record-id.ts';

/** Texts of an address lookup that console.md 7 reads: found, and nothing there. */
export const ADDRESS_FOUND = 200;
export const ADDRESS_UNKNOWN = 404;

/** A record of a resource as its own calls give it: by the keys of its fields. */
const AnyRecord = z.record(z.string(), z.unknown());

/** One wheel as the terminal told of it last. null: not told. */
const Tyre = z.object({
  /** Counted from the front, left to right. */
  no: z.number(),
  /** Of a tyre monitor (T/JSATL 12, 0x66): kPa, °C, percent. */
  pressureKpa: z.number().nullable(),
  temperatureC: z.number().nullable(),
  batteryPercent: z.number().nullable(),
  /** Bits of the monitor: 1 too high, 2 too low, 3 too hot, 4 sensor, 5 uneven, 6 leaking, 7 battery low. */
  alarms: z.array(z.number()),
  /** Of item 0x05 of 0x0200: the byte as it came. The standard calls it pascals, which no tyre has. */
  value: z.number().nullable(),
});
export type Tyre = z.infer<typeof Tyre>;

/** What the vehicle dialog asks for beside its live values. */
export const detailsCalls = defineCalls({
  getAddress: {
    method: 'POST',
    path: 'location/getAddress',
    permission: 'anySession',
    read: true,
    summary: 'The address at a place (WGS-84): the configured service’s, else province and city by the built-in boundaries.',
    data: z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) }),
    reply: z.object({
      code: z.literal([ADDRESS_FOUND, ADDRESS_UNKNOWN]),
      data: z.object({ addressInfo: z.string() }).nullable(),
    }),
  },
  getCarInfo: {
    method: 'POST',
    path: 'car/getCarInfo',
    permission: permission.carInfo,
    read: true,
    summary: 'A vehicle of the scope with its terminal, and its driver, to look at; what some may not see is masked.',
    data: z.object({ targId: RecordId }),
    reply: z.object({ vehicle: AnyRecord, driver: AnyRecord.nullable() }),
  },
  getOwnerInfo: {
    method: 'POST',
    path: 'car/getOwnerInfo',
    permission: permission.ownerInfo,
    audited: true,
    summary: 'Whom a vehicle of the scope belongs to, in full.',
    data: z.object({ targId: RecordId }),
    reply: z.object({ vehicle: AnyRecord }),
  },
  queryTirePressure: {
    method: 'POST',
    path: 'setting/queryTirePressure',
    permission: permission.tyrePressure,
    read: true,
    summary: 'Tyre pressures as the terminal told them last within a day; none where it tells none.',
    data: z.object({ carId: RecordId }),
    reply: z.object({ time: z.number().nullable(), list: z.array(Tyre) }),
  },
});
