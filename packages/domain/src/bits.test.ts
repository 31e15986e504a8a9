import { describe, expect, it } from 'vitest';
import { ALARM_BITS, readAlarmBits, SERIOUS_ALARM_MASK, URGENT_ALARM_MASK } from './alarm-bits.ts';
import { accOn, decodeLoad, isFixed, STATUS_BITS, statusKeys } from './status-bits.ts';

describe('status bits', () => {
  it('contain ACC, fix, front door and Beidou of a coach', () => {
    const bits = 1 | 2 | (1 << 13) | (1 << 19);
    expect(statusKeys(bits)).toEqual(['accOn', 'fixed', 'frontDoorOpen', 'beidou']);
    expect(accOn(bits)).toBe(true);
    expect(isFixed(bits)).toBe(true);
    expect(accOn(0)).toBe(false);
    expect(isFixed(1)).toBe(false);
  });

  it('contain the load as one number', () => {
    expect([0, 1, 2, 3].map((load) => decodeLoad(load << 8))).toEqual(['empty', 'half', 'reserved', 'full']);
  });

  it('have unique numbers and keys', () => {
    expect(new Set(STATUS_BITS.map(({ bit }) => bit)).size).toBe(STATUS_BITS.length);
    expect(new Set(STATUS_BITS.map(({ key }) => key)).size).toBe(STATUS_BITS.length);
  });
});

describe('alarm bits', () => {
  it('are complete and indexed by bit', () => {
    expect(ALARM_BITS.map(({ bit }) => bit)).toEqual(Array.from({ length: 32 }, (_, bit) => bit));
    expect(new Set(ALARM_BITS.map(({ key }) => key)).size).toBe(32);
  });

  it('are read up to the highest bit, from an unsigned and a signed word', () => {
    expect(readAlarmBits(0x8000_0001).map(({ key }) => key)).toEqual(['emergency', 'doorOpen']);
    expect(readAlarmBits(-0x8000_0000).map(({ key }) => key)).toEqual(['doorOpen']);
  });

  it('mark the alarms that wait for a confirmation', () => {
    expect(ALARM_BITS.filter(({ event }) => event).map(({ bit }) => bit)).toEqual([0, 3, 20, 21, 22, 27, 28, 31]);
  });

  it('have unsigned masks', () => {
    expect(URGENT_ALARM_MASK).toBe(0x2000_0001);
    expect(SERIOUS_ALARM_MASK).toBeGreaterThan(0x8000_0000);
  });
});
