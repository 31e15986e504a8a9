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
    summary: 'The address at a place (WGS-84): the configured service’s, else province and city by the built-in boundaries.',
    data: z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) }),
    reply: z.object({
      code: z.literal([ADDRESS_FOUND, ADDRESS_UNKNOWN]),
      data: z.object({ addressInfo: z.string() }).nullable(),
    }),
  },
  getCarInfo: {
    summary: 'A vehicle of the scope with its terminal, and its driver, to look at; what some may not see is masked.',
    data: z.object({ targId: RecordId }),
    reply: z.object({ vehicle: AnyRecord, driver: AnyRecord.nullable() }),
  },
  getOwnerInfo: {
    summary: 'Whom a vehicle of the scope belongs to, in full.',
    data: z.object({ targId: RecordId }),
    reply: z.object({ vehicle: AnyRecord }),
  },
  queryTirePressure: {
    summary: 'Tyre pressures as the terminal told them last within a day; none where it tells none.',
    data: z.object({ carId: RecordId }),
    reply: z.object({ time: z.number().nullable(), list: z.array(Tyre) }),
  },
} satisfies Record<string, CallSchemas>;
