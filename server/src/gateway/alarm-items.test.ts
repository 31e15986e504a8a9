import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { JSATL_REGION, type JsatlRegion } from '@fleetwarden/domain/jsatl-region';
import { encode } from '@fleetwarden/protocol/codec';
import { Assistance, BlindSpot, DriverState, HarshDriving, Tyres } from '@fleetwarden/protocol/jsatl12';
import { describe, expect, it } from 'vitest';
import * as reader from './alarm-items.ts';

const identification = { terminalId: 'T123456', time: '260601080000', serial: 3, attachments: 2, reserved: new Uint8Array(1) };
const named = { terminalId: 'T123456', time: '260601080000', serial: 3, attachments: 2 };
const place = { speedKmh: 62, altitudeM: 30, latitude: 23.1, longitude: 113.2, time: '260601080000', vehicleBits: 0 };
const said = { alarmId: 77, flag: 0, ...place, identification };

/** Items as a location carries them. */
const extra = (...items: readonly (readonly [id: number, value: Uint8Array])[]) =>
  Uint8Array.from(items.flatMap(([id, value]) => [id, value.length, ...value]));
const assistance = (type: number, level: number, sign = { signType: 0, signValue: 0 }) =>
  encode(Assistance, {
    ...said,
    type,
    level,
    frontSpeedKmh: 40,
    frontDistance: 15,
    departure: 2,
    ...sign,
  });

/** Reads them as those of a vehicle with this table; undefined: without a setting. */
const alarmItemsOf = (items: Uint8Array, table?: JsatlRegion, seen: JsatlRegion[] = []) =>
  reader.alarmItemsOf(items, 7, { find: () => table, observe: (_, region) => void seen.push(region) });

describe('additional items', () => {
  it('report assistance alarms with measured values', () => {
    expect(alarmItemsOf(extra([100, assistance(1, 2)]))).toEqual([
      {
        typeId: 66,
        level: 3,
        alarmNo: 77,
        value: null,
        limit: null,
        info: { identification: named, frontKmh: 40, frontS: 1.5, departure: 2 },
      },
    ]);
    expect(alarmItemsOf(extra([100, assistance(2, 1)]))[0]).toMatchObject({ typeId: 67, level: 2 });
    const sign = alarmItemsOf(extra([100, assistance(6, 1, { signType: 1, signValue: 80 })]))[0];
    expect(sign).toMatchObject({ value: 80, info: { sign: 1 } });
  });

  it('report events with the first level, regardless of the level in the item', () => {
    expect(alarmItemsOf(extra([100, assistance(16, 2)]))[0]).toMatchObject({ typeId: 73, level: 1 });
  });

  it('report driver state alarms', () => {
    const value = encode(DriverState, { ...said, type: 1, level: 2, fatigue: 8, reserved: new Uint8Array(4) });
    expect(alarmItemsOf(extra([101, value]))[0]).toMatchObject({ typeId: 77, level: 3, value: 8 });
  });

  it('report tyre alarms, one per kind with its wheels', () => {
    const tyre = (position: number, bits: number, pressureKpa: number) => ({
      position,
      bits,
      pressureKpa,
      temperatureC: 20,
      batteryPercent: 90,
    });
    const value = encode(Tyres, { ...said, tyres: [tyre(0, 0b100, 510), tyre(3, 0b101, 480), tyre(4, 0b10, 1_200)] });
    const items = alarmItemsOf(extra([102, value]));
    expect(items.map(({ typeId, value: measured, info }) => [typeId, measured, info?.wheels])).toEqual([
      [91, 480, [1, 4]],
      [90, 1_200, [5]],
    ]);
  });

  it('report tyre alarms whose records have an extra byte, as in regional dialects', () => {
    const tyre = { position: 2, bits: 0b10, pressureKpa: 1_200, temperatureC: 20, batteryPercent: 90, more: 7 };
    for (const more of [{}, { reserved: new Uint8Array(2), terminalId: 'T'.repeat(30) }]) {
      const value = encode(Tyres, {
        ...said,
        identification: { ...identification, ...more },
        tyres: [tyre, { ...tyre, position: 3 }],
      });
      expect(alarmItemsOf(extra([102, value]))).toMatchObject([{ typeId: 90, value: 1_200, info: { wheels: [3, 4] } }]);
    }
  });

  it('report harsh driving', () => {
    const value = encode(HarshDriving, { ...said, type: 2, thresholdS: 1, threshold1: 40, threshold2: 0 });
    expect(alarmItemsOf(extra([112, value]))).toMatchObject([{ typeId: 152, alarmNo: 77, info: { identification: named } }]);
  });

  it('report driver alarms by regional table: type 6 is a covered camera, in Guangdong hands off the wheel', () => {
    const state = { ...said, type: 6, level: 2, fatigue: 0, reserved: new Uint8Array(4) };
    const guangdong = { ...identification, terminalId: 'T'.repeat(30), reserved: new Uint8Array(2) };
    const [own, other] = [encode(DriverState, state), encode(DriverState, { ...state, identification: guangdong })];
    expect(alarmItemsOf(extra([101, own]))).toMatchObject([{ typeId: 85 }]);
    expect(alarmItemsOf(extra([101, other]))).toMatchObject([{ typeId: 87 }]);
    // the setting of the terminal wins over the form of the identification, which is a suggestion
    const seen: JsatlRegion[] = [];
    expect(alarmItemsOf(extra([101, own]), JSATL_REGION.guangdong, seen)).toMatchObject([{ typeId: 87 }]);
    expect(alarmItemsOf(extra([101, other]), JSATL_REGION.jiangsu, seen)).toMatchObject([{ typeId: 85 }]);
    expect(seen).toEqual([JSATL_REGION.jiangsu, JSATL_REGION.guangdong]);
  });

  it('report blind spot and video alarms', () => {
    const value = encode(BlindSpot, { ...said, type: 3 });
    const items = alarmItemsOf(extra([103, value], [20, Uint8Array.of(0, 0, 0, 0b11)]));
    expect(items.map(({ typeId }) => typeId)).toEqual([99, 32, 33]);
  });

  it('name the geofence, route or segment of an alarm bit, and raise no alarm themselves', () => {
    const detail = { level: 1, alarmNo: 0, value: null, limit: null, ofBit: true };
    expect(alarmItemsOf(extra([17, Uint8Array.of(2, 0, 0, 1, 4)], [18, Uint8Array.of(3, 0, 0, 0, 7, 1)]))).toEqual([
      { ...detail, typeId: 1, info: { area: { shape: SHAPE.rectangle, no: 260 } } },
      { ...detail, typeId: 20, info: { area: { shape: SHAPE.polygon, no: 7, left: true } } },
    ]);
    expect(alarmItemsOf(extra([18, Uint8Array.of(4, 0, 0, 0, 9, 0)], [19, Uint8Array.of(0, 0, 0, 2, 1, 44, 1)]))).toEqual([
      { ...detail, typeId: 21, info: { area: { shape: SHAPE.route, no: 9, left: false } } },
      { ...detail, typeId: 23, info: { area: { shape: SHAPE.route, no: 9, left: false } } },
      { ...detail, typeId: 22, info: { segment: { no: 2, seconds: 300 } } },
    ]);
    expect(alarmItemsOf(extra([17, Uint8Array.of(4, 0, 0, 0, 2)]))).toMatchObject([{ typeId: 1, info: { segment: { no: 2 } } }]);
    expect(alarmItemsOf(extra([17, Uint8Array.of(0)], [18, Uint8Array.of(9, 0, 0, 0, 1, 0)]))).toEqual([]);
  });

  it('do not affect other items if they are truncated or unknown', () => {
    const torn = assistance(1, 2).subarray(0, 20);
    expect(alarmItemsOf(extra([1, Uint8Array.of(0, 0, 0, 9)], [100, torn], [101, new Uint8Array()], [0xf0, torn]))).toEqual([]);
    expect(alarmItemsOf(extra([100, torn], [100, assistance(3, 1)]))).toHaveLength(1);
    expect(alarmItemsOf(extra([100, assistance(99, 1)]))).toEqual([]);
    expect(alarmItemsOf(Uint8Array.of(100, 47, 0))).toEqual([]);
    expect(alarmItemsOf(new Uint8Array())).toEqual([]);
  });
});
