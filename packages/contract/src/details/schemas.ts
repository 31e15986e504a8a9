import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

/** Texts of an address lookup that console.md 7 reads: found, and nothing there. */
export const ADDRESS_FOUND = 200;
export const ADDRESS_UNKNOWN = 404;

/** A record of a resource as its own calls give it: by the keys of its fields. */
const AnyRecord = z.record(z.string(), z.unknown());

/** One wheel as last reported; null: not reported. */
const Tyre = z.object({
  /** Counted from the front, left to right. */
  no: z.number(),
  /** From a tyre monitor (T/JSATL 12, 0x66): kPa, °C, percent. */
  pressureKpa: z.number().nullable(),
  temperatureC: z.number().nullable(),
  batteryPercent: z.number().nullable(),
  /** Bits of the monitor: 1 too high, 2 too low, 3 too hot, 4 sensor, 5 uneven, 6 leaking, 7 battery low. */
  alarms: z.array(z.number()),
  /** Raw byte of item 0x05 of 0x0200. The standard calls it pascals, which is impossible for a tyre. */
  value: z.number().nullable(),
});
export type Tyre = z.infer<typeof Tyre>;

export const detailsSchemas = {
  getAddress: {
    summary:
      'Returns the address of a position (WGS-84): from the configured service, otherwise province and city from the built-in boundaries.',
    data: z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) }),
    reply: z.object({
      code: z.literal([ADDRESS_FOUND, ADDRESS_UNKNOWN]),
      data: z.object({ addressInfo: z.string() }).nullable(),
    }),
  },
  getCarInfo: {
    summary:
      'Returns a vehicle in the scope with its terminal and driver, read-only. Data that the caller has no permission to see is masked.',
    data: z.object({ targId: RecordId }),
    reply: z.object({ vehicle: AnyRecord, driver: AnyRecord.nullable() }),
  },
  getOwnerInfo: {
    summary: 'Returns the owner of a vehicle in the scope, with full data.',
    data: z.object({ targId: RecordId }),
    reply: z.object({ vehicle: AnyRecord }),
  },
  queryTirePressure: {
    summary: 'Returns the tyre pressures that the terminal last reported within a day; an empty list if it reported none.',
    data: z.object({ carId: RecordId }),
    reply: z.object({ time: z.number().nullable(), list: z.array(Tyre) }),
  },
} satisfies Record<string, CallSchemas>;
