import { MapRecord } from '@fleetwarden/contract/live/live';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { live } from '../../../test/support/test-fleet.ts';
import { mapRecord, mapRecordJson, vehicleFacts } from './map-record.ts';

const facts = fc
  .record({
    id: fc.integer({ min: 1 }),
    departmentId: fc.integer({ min: 1 }),
    plate: fc.string({ unit: 'grapheme' }),
    plateColour: fc.integer({ min: 0, max: 11 }),
    vehicleType: fc.integer({ min: 0, max: 99 }),
    phone: fc.string(),
    terminalNo: fc.string(),
    driverName: fc.string(),
    runState: fc.integer({ min: 1, max: 6 }),
  })
  .map(vehicleFacts);

const degrees = (max: number) =>
  fc.option(fc.double({ min: -max, max, noNaN: true }).map((value) => Number(value.toFixed(6)) || 0));
const bits = fc.integer({ min: 0, max: 0xffff_ffff });
const picture: fc.Arbitrary<VehicleLive> = fc
  .record({
    lng: degrees(180),
    lat: degrees(90),
    heading: fc.integer({ min: 0, max: 359 }),
    speedKmh: fc.double({ min: 0, max: 300, noNaN: true }),
    gnssAt: fc.option(fc.integer({ min: 0, max: 4e12 })),
    statusBits: bits,
    alarmBits: bits,
    dayKm: fc.double({ min: 0, max: 3_000, noNaN: true }),
    stale: fc.boolean(),
    status: fc.constantFrom(0, 1, 2, 3, 4, 5, 6),
  })
  .map((values) => live(1, values as Partial<VehicleLive>));

describe('the record of a vehicle', () => {
  it('serialized by hand equals the record of the contract', () => {
    fc.assert(
      fc.property(facts, fc.option(picture), (vehicle, now) => {
        expect(MapRecord.strict().parse(JSON.parse(mapRecordJson(vehicle, now)))).toEqual(mapRecord(vehicle, now));
      }),
    );
  });
});
