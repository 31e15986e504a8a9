import { describe, expect, it } from 'vitest';
import { isBellAlarm, isSafetyAlarm } from './alarm-counts.ts';
import {
  ALARM_TYPES,
  alarmTypeOf,
  alarmTypeOfItem,
  confirmBitOf,
  settingIdOf,
  tyreAlarmsOf,
  videoAlarmsOf,
} from './alarm-types.ts';

describe('kinds of alarms', () => {
  it('have numbers and keys of their own, none in 60 to 65', () => {
    expect(ALARM_TYPES).toHaveLength(145);
    expect(new Set(ALARM_TYPES.map(({ id }) => id)).size).toBe(145);
    expect(new Set(ALARM_TYPES.map(({ key }) => key)).size).toBe(145);
    expect(ALARM_TYPES.filter(({ id }) => id >= 60 && id <= 65)).toEqual([]);
  });

  it('have one number each in settings too', () => {
    expect(new Set(ALARM_TYPES.map(settingIdOf)).size).toBe(145);
    expect([0, 59, 66].map((id) => settingIdOf({ id }))).toEqual([1, 60, 66]);
  });

  it('count as their class says', () => {
    for (const { id, class: alarmClass } of ALARM_TYPES) {
      expect(isSafetyAlarm(id), `${id} is for safety`).toBe(alarmClass === 'safety');
      expect(isBellAlarm(id), `${id} rings`).toBe(alarmClass === 'ordinary');
    }
  });

  it('are confirmed at the terminal where it waits for that', () => {
    const bits = ALARM_TYPES.flatMap(({ id }) => (confirmBitOf(id) > 0 ? [[id, confirmBitOf(id)]] : []));
    expect(bits).toEqual([0, 3, 20, 21, 22, 27, 28].map((bit) => [bit, 2 ** bit]));
  });

  it('are found by what raises them', () => {
    expect(alarmTypeOf(104)?.key).toBe('pFatigue');
    expect(alarmTypeOf(60)).toBeUndefined();
    expect(alarmTypeOfItem(0x64, 16)?.key).toBe('adasSignEvt');
    expect(alarmTypeOfItem(0x65, 8)?.key).toBe('dsmOvertime');
    expect(alarmTypeOfItem(0x65, 99)).toBeUndefined();
    expect(videoAlarmsOf(0b1000010).map(({ key }) => key)).toEqual(['videoCover', 'recThreshold']);
    expect(tyreAlarmsOf(0b11000011).map(({ key }) => key)).toEqual(['tpmsHigh', 'tpmsLeak', 'tpmsBattery']);
  });
});
