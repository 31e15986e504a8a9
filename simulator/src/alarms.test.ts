import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { decode } from '@fleetwarden/protocol/codec';
import { Assistance, BlindSpot, DriverState, Tyres } from '@fleetwarden/protocol/jsatl12';
import type { LocationInput } from '@fleetwarden/protocol/jt808';
import { describe, expect, it } from 'vitest';
import { createAlarms, isTerminalAlarm, type Raise } from './alarms.ts';

const place: LocationInput = {
  deviceAt: Date.UTC(2026, 5, 1),
  lng: 113.2,
  lat: 23.1,
  altitudeM: 30,
  speedKmh: 62,
  alarmBits: 0b100,
};
const alarms = () => createAlarms({ terminalNo: 'S000001' });
/** The additional items of a report, by their number. */
function itemsOf({ extra }: LocationInput): Map<number, Uint8Array> {
  const items = new Map<number, Uint8Array>();
  for (let at = 0; extra && at < extra.length; at += 2 + extra[at + 1]!)
    items.set(extra[at]!, extra.subarray(at + 2, at + 2 + extra[at + 1]!));
  return items;
}
const raised = (...wishes: Raise[]) => {
  const made = alarms();
  for (const wish of wishes) made.raise(wish);
  return made;
};

describe('alarms of a terminal', () => {
  it('are set in the alarm word until cleared, in addition to those of the vehicle', () => {
    const made = raised({ kind: 'overspeed' }, { kind: 'doorOpen' });
    expect(made.mark(place).alarmBits).toBe(2 ** 31 + 0b110);
    made.lower('overspeed');
    expect(made.mark(place).alarmBits).toBe(2 ** 31 + 0b100);
    expect(made.tell(place)).toEqual(place);
  });

  it('that are latched are cleared by a confirmation (0x8203); the others stay', () => {
    const made = raised({ kind: 'emergency' }, { kind: 'overspeed' });
    made.confirm(0b11);
    expect(made.mark({ ...place, alarmBits: 0 }).alarmBits).toBe(0b10);
  });

  it('of T/JSATL 12 are sent once, with level, files and a unique number', () => {
    const made = raised(
      { kind: 'adasFcw', level: 2, files: 3 },
      { kind: 'dsmSmoke' },
      { kind: 'tpmsLow' },
      { kind: 'bsdLeft' },
      { kind: 'videoCover' },
    );
    const items = itemsOf(made.tell(place));
    expect([...items.keys()].sort((a, b) => a - b)).toEqual([0x14, 0x64, 0x65, 0x66, 0x67]);
    expect(decode(Assistance, items.get(0x64)!)).toMatchObject({
      alarmId: 1,
      flag: 0,
      type: 1,
      level: 2,
      speedKmh: 62,
      time: '260601080000',
      identification: { terminalId: 'S000001', serial: 1, attachments: 3 },
    });
    expect(decode(DriverState, items.get(0x65)!)).toMatchObject({ alarmId: 2, type: 3, level: 1 });
    expect(decode(Tyres, items.get(0x66)!)).toMatchObject({ alarmId: 3, tyres: [{ position: 0, bits: 0b100 }] });
    expect(decode(BlindSpot, items.get(0x67)!)).toMatchObject({ alarmId: 4, type: 2 });
    expect([...itemsOf(made.tell(place)).keys()]).toEqual([0x14]);
  });

  it('with files are found by time and number', () => {
    const made = raised({ kind: 'dsmSmoke', files: 2 }, { kind: 'tpmsHigh', files: 1 }, { kind: 'bsdLeft' });
    made.tell(place);
    const named = (serial: number, time = '260601080000') => made.find({ serial, time });
    expect(named(1)).toEqual({ item: 0x65, type: 3, key: 'dsmSmoke', at: place.deviceAt });
    expect(named(2)).toEqual({ item: 0x66, type: 1, key: 'tpmsHigh', at: place.deviceAt });
    expect([named(3), named(1, '260601080001')]).toEqual([undefined, undefined]);
  });

  it('may have an unknown type', () => {
    const items = itemsOf(raised({ kind: { item: 0x65, type: 0xe5 } }).tell(place));
    expect(decode(DriverState, items.get(0x65)!)).toMatchObject({ type: 0xe5 });
  });

  it('follow the existing items of a report', () => {
    const extra = Uint8Array.of(0x11, 1, 0);
    expect([...itemsOf(raised({ kind: 'bsdRear' }).tell({ ...place, extra })).keys()]).toEqual([0x11, 0x67]);
  });

  it('have the types that a terminal can report', () => {
    for (const { key, source } of ALARM_TYPES)
      expect([key, isTerminalAlarm(key)]).toEqual([key, ['bit', 'video', 'tyre', 'item'].includes(source.kind)]);
    expect(() => raised({ kind: 'pFatigue' })).toThrow('no terminal tells of "pFatigue"');
    expect(isTerminalAlarm('nothing')).toBe(false);
  });
});
