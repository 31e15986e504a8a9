import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlarmLevel, SERIOUS_ALARM_MASK, URGENT_ALARM_MASK } from './alarm-bits.ts';
import { statusIcon, type VehicleStatusInput, vehicleStatus } from './vehicle-status.ts';

const driving: VehicleStatusInput = { online: true, alarmBits: 0, statusBits: 3, speedKmh: 62, fixed: true };

describe('vehicle status', () => {
  it.each([
    ['offline has priority over everything', { ...driving, online: false, alarmBits: 1 }, 0],
    ['emergency button', { ...driving, alarmBits: 1 }, 5],
    ['collision', { ...driving, alarmBits: 1 << 29 }, 5],
    ['open safety alarm of level 3', { ...driving, openAlarmLevel: 3 as const }, 5],
    ['overspeed', { ...driving, alarmBits: 2 }, 4],
    ['illegal door opening, the highest bit', { ...driving, alarmBits: 0x8000_0000 }, 4],
    ['open safety alarm of level 2', { ...driving, openAlarmLevel: 2 as const }, 4],
    ['a pre-warning (level 1) is not an alarm', { ...driving, alarmBits: 1 << 13 }, 2],
    ['an open level 1 safety alarm does not count', { ...driving, openAlarmLevel: 1 as const }, 2],
    ['alarm has priority over no fix', { ...driving, fixed: false, alarmBits: 2 }, 4],
    ['no fix', { ...driving, fixed: false }, 6],
    ['driving', driving, 2],
    ['driving from 5 km/h, even towed with ignition off', { ...driving, speedKmh: 5, statusBits: 2 }, 2],
    ['idling', { ...driving, speedKmh: 4.9 }, 3],
    ['parked', { ...driving, speedKmh: 0, statusBits: 2 }, 1],
  ] as const)('%s', (_, input, status) => {
    expect(vehicleStatus(input)).toBe(status);
  });

  it('has a value for every input, from the first matching rule', () => {
    const input = fc.record({
      online: fc.boolean(),
      alarmBits: fc.integer({ min: 0, max: 0xffff_ffff }),
      statusBits: fc.integer({ min: 0, max: 0xffff_ffff }),
      speedKmh: fc.double({ min: 0, max: 6553.5, noNaN: true }),
      fixed: fc.boolean(),
      openAlarmLevel: fc.constantFrom<AlarmLevel>(1, 2, 3),
    });
    fc.assert(
      fc.property(input, (one) => {
        const urgent = (BigInt(one.alarmBits) & BigInt(URGENT_ALARM_MASK)) !== 0n || one.openAlarmLevel === 3;
        const serious = (BigInt(one.alarmBits) & BigInt(SERIOUS_ALARM_MASK)) !== 0n || one.openAlarmLevel === 2;
        const rules: [boolean, number][] = [
          [!one.online, 0],
          [urgent, 5],
          [serious, 4],
          [!one.fixed, 6],
          [one.speedKmh >= 5, 2],
          [one.statusBits % 2 === 1, 3],
          [true, 1],
        ];
        expect(vehicleStatus(one)).toBe(rules.find(([fits]) => fits)?.[1]);
      }),
    );
  });

  it('has the specified icon letters', () => {
    expect(([0, 1, 2, 3, 4, 5, 6] as const).map(statusIcon)).toEqual(['d', 'c', 'a', 'c', 'b', 'b', 'c']);
  });
});
