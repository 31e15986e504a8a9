import type { LocationReported } from '@fleetwarden/domain/location';
import { QUALITY } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toStorable } from './to-storable.ts';

const NOW = Date.UTC(2026, 10, 21);
const report = (more: Partial<LocationReported> = {}): LocationReported => ({
  vehicleId: 1,
  receivedAt: NOW,
  backfill: false,
  deviceAt: NOW,
  lng: 116.4,
  lat: 39.9,
  altitudeM: 40,
  speedKmh: 50,
  heading: 90,
  alarmBits: 0,
  statusBits: 3,
  odometerKm: 1,
  recorderKmh: 50,
  fuelL: 30,
  ioBits: 0,
  signal: 20,
  satellites: 9,
  extra: null,
  ...more,
});

describe('a report', () => {
  it('without faults stays unchanged', () => {
    expect(toStorable(report())).toEqual({ ...report(), quality: 0 });
  });

  it('has the original quality when a value is corrected', () => {
    const bent = toStorable(
      report({ lng: Number.NaN, speedKmh: Number.POSITIVE_INFINITY, heading: 65_535, signal: 1e9, odometerKm: Number.NaN }),
    );
    expect(bent).toMatchObject({ lng: 0, speedKmh: 0, heading: 32_767, signal: 32_767, odometerKm: null });
    expect(bent.quality).toBe(QUALITY.coordinates | QUALITY.speed | QUALITY.heading);
  });

  it('with any numbers fits every column', () => {
    const any = fc.double();
    const anyOrNull = fc.option(any);
    const reports = fc.record({
      deviceAt: anyOrNull,
      receivedAt: any,
      lng: any,
      lat: any,
      altitudeM: any,
      speedKmh: any,
      heading: any,
      alarmBits: any,
      statusBits: any,
      odometerKm: anyOrNull,
      recorderKmh: anyOrNull,
      fuelL: anyOrNull,
      ioBits: anyOrNull,
      signal: anyOrNull,
      satellites: anyOrNull,
    });
    fc.assert(
      fc.property(reports, (values) => {
        const s = toStorable(report(values));
        for (const value of Object.values(s)) if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
        for (const small of [s.heading, s.signal, s.satellites, s.ioBits]) {
          if (small !== null) expect(Number.isInteger(small)).toBe(true);
        }
        expect(s.alarmBits).toBe(s.alarmBits >>> 0);
        if (s.deviceAt !== null) expect(new Date(s.deviceAt).getUTCFullYear()).toBeLessThan(10_000);
      }),
    );
  });
});
