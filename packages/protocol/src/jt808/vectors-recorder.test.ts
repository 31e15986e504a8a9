import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, type RecorderReading, readRecorder } from './index.ts';
import { readRecorderAnswer } from './recorder-block.ts';
import { writeRecorderSetting } from './recorder-settings.ts';
import { flatten, type Value, type Vector } from './vector-kit.ts';

// Public vectors outside the repository, not committed.
const FILE = new URL('../../../../../shared/vectors/smallchi-jt808.json', import.meta.url);
const present = existsSync(FILE);
const vectors: Vector[] = present ? JSON.parse(readFileSync(FILE, 'utf8')).items : [];

const block = (v: Vector): Uint8Array => {
  const message = decodeBody({ id: Number(v.msgId), version: 2013, encryption: 0 }, fromHex(v.hex));
  return (message.body as { block: Uint8Array }).block;
};
const [decoded, downlink] = ['0x0700', '0x8701'].map((id) =>
  vectors.filter(({ msgId, kind }) => msgId === id && kind === 'decode'),
) as [Vector[], Vector[]];
/** Claims without the path that all share. */
const claims = (v: Vector): [string, Value][] =>
  Object.entries(flatten(v.fields, '', {})).flatMap(([path, value]): [string, Value][] => {
    const name = path.replace(/^JT808CarDVR\w+Package\.Bodies\.(\w+\[0\]\.)?/, '');
    return name === path ? [] : [[name, value]];
  });
const day = (at: number | null | undefined): string => new Date(at! + 8 * 3_600_000).toISOString().slice(0, 10);
const second = (at: number | null | undefined): string =>
  new Date(at! + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const units = (degrees: number | null | undefined): number => Math.round(degrees! * 600_000);

describe.skipIf(!present)('recorder data of smallchi-jt808.json', () => {
  /** Minutes and seconds of a block are lists of their own there. */
  const NAMES: Readonly<Record<string, (r: RecorderReading) => Value>> = {
    ModifyNumber: (r) => r.revision,
    StandardYear: (r) => String(r.standard! - 2_000),
    DriverLicenseNo: (r) => r.licenceNo ?? r.records![0]!.licenceNo,
    'RealTime.ToString("yyyy-MM-dd HH:mm:ss")': (r) => second(r.clockAt),
    PulseCoefficient: (r) => r.pulsesPerKm,
    VehicleNo: (r) => r.plate,
    VehicleType: (r) => r.plateClass,
    Vin: (r) => r.vin,
    SignalOperate: (r) => r.signalBytes,
    D0: (r) => r.signals![0],
    D1: (r) => r.signals![1],
    D2: (r) => r.signals![2],
    NearLight: (r) => r.signals![3],
    FarLight: (r) => r.signals![4],
    RightTurn: (r) => r.signals![5],
    LeftTurn: (r) => r.signals![6],
    Brake: (r) => r.signals![7],
    'StartTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.at),
    'JT808_CarDVR_Up_0x08_SpeedPerSeconds[0].AvgSpeedAfterStartTime': (r) => r.records![0]!.kmh![0],
    'JT808_CarDVR_Up_0x08_SpeedPerSeconds[0].StatusSignalAfterStartTime': (r) => r.records![0]!.signalBits![0],
    'JT808_CarDVR_Up_0x09_PositionPerMinutes[0].AvgSpeedAfterStartTime': (r) => r.records![0]!.kmh![0],
    'JT808_CarDVR_Up_0x09_PositionPerMinutes[0].GpsLat': (r) => units(r.records![0]!.places![0]!.lat),
    'JT808_CarDVR_Up_0x09_PositionPerMinutes[0].GpsLng': (r) => units(r.records![0]!.places![0]!.lng),
    'JT808_CarDVR_Up_0x09_PositionPerMinutes[0].Height': (r) => r.records![0]!.places![0]!.altitudeM,
    'ContinueDrivingStartTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.at),
    'ContinueDrivingEndTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.until),
    GpsStartLat: (r) => units(r.records![0]!.place!.lat),
    GpsStartLng: (r) => units(r.records![0]!.place!.lng),
    StartHeight: (r) => r.records![0]!.place!.altitudeM,
    GpsEndLat: (r) => units(r.records![0]!.endPlace!.lat),
    GpsEndLng: (r) => units(r.records![0]!.endPlace!.lng),
    EndHeight: (r) => r.records![0]!.endPlace!.altitudeM,
    'LoginTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.at),
    LoginType: (r) => r.records![0]!.event,
    'EventTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.at),
    EventType: (r) => r.records![0]!.event,
    SpeedStatus: (r) => r.records![0]!.event,
    'SpeedStatusStartTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.at),
    'SpeedStatusEndTime.ToString("yyyy-MM-dd")': (r) => day(r.records![0]!.until),
    'JT808_CarDVR_Up_0x15_SpeedPerSeconds[0].RecordSpeed': (r) => r.records![0]!.kmh![0],
    'JT808_CarDVR_Up_0x15_SpeedPerSeconds[0].ReferenceSpeed': (r) => r.records![0]!.referenceKmh![0],
  };

  it.each(decoded.map((v) => [v.hex.slice(4, 6), v] as const))('command %s has the claimed values', (_, v) => {
    const reading = readRecorder(block(v));
    expect(reading).not.toBeNull();
    for (const [name, value] of claims(v)) {
      expect(NAMES[name], `no mapping for ${name}`).toBeDefined();
      expect(NAMES[name]!(reading!), name).toEqual(value);
    }
  });

  it('is written with the same bytes in 0x8701', () => {
    const clockAt = Date.parse('2020-03-23T10:10:10+08:00');
    const signals = ['自定义1', '自定义2', '自定义3', '近光灯', '远光灯', '右转向', '左转向', '制动'];
    const ours: Readonly<Record<number, Uint8Array>> = {
      130: writeRecorderSetting(0x82, { vin: '12345678912345678', plate: '粤B12345', plateClass: '重型货车' }),
      132: writeRecorderSetting(0x84, { clockAt, signalBytes: 255, signals }),
      195: writeRecorderSetting(0xc3, { clockAt, pulsesPerKm: 50 }),
    };
    expect(downlink.map((v) => Number.parseInt(v.hex.slice(0, 2), 16))).toEqual([0x82, 0x84, 0xc3]);
    for (const v of downlink) {
      // the source begins what it sends like an answer
      const { command, data } = readRecorderAnswer(block(v))!;
      const written = ours[command]!;
      expect(toHex(written.subarray(0, 3))).toBe(`aa75${command.toString(16)}`);
      const own = written.subarray(6, -1);
      // the source writes the class of 0x82 in ten bytes; the standard in twelve
      expect(toHex(own)).toBe(toHex(data) + (command === 0x82 ? '0000' : ''));
    }
  });
});

describe('recorder parameters', () => {
  const hex = (bytes: Uint8Array) => toHex(bytes.subarray(6, -1));
  const clockAt = Date.parse('2026-03-18T09:30:05+08:00');
  const installedAt = Date.parse('2024-01-02T03:04:05+08:00');

  it('are framed as in the standard', () => {
    expect(toHex(writeRecorderSetting(0xc2, { clockAt }))).toBe('aa75c20006002603180930051a');
    expect(hex(writeRecorderSetting(0x83, { installedAt }))).toBe('240102030405');
    expect(hex(writeRecorderSetting(0xc4, { clockAt, installedAt, initialKm: 10, odometerKm: 12_345.6 }))).toBe(
      '2603180930052401020304050000010000123456',
    );
    expect(hex(writeRecorderSetting(0x84, { clockAt, signalBytes: 1, signals: ['A'] }))).toBe(
      `26031809300501${'41'.padEnd(160, '0')}`,
    );
  });
  it('that do not fit are refused', () => {
    expect(() => writeRecorderSetting(0xc3, { clockAt, pulsesPerKm: 70_000 })).toThrow('pulsesPerKm');
    expect(() => writeRecorderSetting(0x82, { vin: '1'.repeat(18), plate: '', plateClass: '' })).toThrow('vin');
  });
});
