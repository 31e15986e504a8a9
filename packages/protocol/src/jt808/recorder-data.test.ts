import { describe, expect, it } from 'vitest';
import { encodeGbk } from '../codec/index.ts';
import { recorderAnswer } from './recorder-block.ts';
import { readRecorder } from './recorder-data.ts';

const hex = (digits: string): Uint8Array => Uint8Array.from(Buffer.from(digits.replaceAll(' ', ''), 'hex'));
const padded = (text: string, bytes: number): Uint8Array => {
  const field = new Uint8Array(bytes);
  field.set(encodeGbk(text));
  return field;
};
const all = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const read = (command: number, data: Uint8Array) => readRecorder(recorderAnswer(command, data));
const at = (text: string) => Date.parse(`${text}+08:00`);

/** A block of speeds: its time, and sixty pairs of speed and state. */
const speeds = (time: string, kmh: readonly number[]): Uint8Array =>
  all(hex(time), Uint8Array.from(Array.from({ length: 60 }, (_, i) => [kmh[i] ?? 0xff, 0]).flat()));

describe('data of a recorder', () => {
  it('about the recorder and its vehicle is read field by field', () => {
    expect(read(0x00, hex('12 01'))).toEqual({ standard: 2012, revision: 1 });
    expect(read(0x01, padded('440301199001011234', 18))).toEqual({ licenceNo: '440301199001011234' });
    expect(read(0x02, hex('260318 093005'))).toEqual({ clockAt: at('2026-03-18T09:30:05') });
    expect(read(0x03, hex('260318093005 240102030405 00000100 00123456'))).toEqual({
      clockAt: at('2026-03-18T09:30:05'),
      installedAt: at('2024-01-02T03:04:05'),
      initialKm: 10,
      odometerKm: 12_345.6,
    });
    expect(read(0x04, hex('260318093005 0e10'))).toEqual({ clockAt: at('2026-03-18T09:30:05'), pulsesPerKm: 3_600 });
    expect(read(0x05, all(padded('LGXC16DF4A0123456', 17), padded('粤B12345', 12), padded('大型汽车', 12)))).toEqual({
      vin: 'LGXC16DF4A0123456',
      plate: '粤B12345',
      plateClass: '大型汽车',
    });
    const names = ['制动', '左转', '右转', '远光', '近光', '', '', '车门'];
    expect(read(0x06, all(hex('260318093005 08'), ...names.map((name) => padded(name, 10))))).toMatchObject({ signals: names });
    expect(read(0x07, all(padded('C000001', 7), padded('FLTWD-1', 16), hex('240102 00000fa0 0000000000')))).toEqual({
      cccCode: 'C000001',
      model: 'FLTWD-1',
      madeOn: '2024-01-02',
      serialNo: 4_000,
    });
  });

  it('with a time range has blocks, and the blocks of speeds have a maximum speed', () => {
    const data = all(speeds('260318093100', [10, 87, 20]), speeds('260318093000', [5]));
    expect(read(0x08, data)).toMatchObject({
      blocks: 2,
      from: at('2026-03-18T09:30:00'),
      to: at('2026-03-18T09:31:00'),
      maxKmh: 87,
    });
    const nothing = speeds('000000000000', []);
    expect(read(0x08, nothing)).toMatchObject({ blocks: 1, from: null, to: null });
    expect(read(0x08, nothing)).not.toHaveProperty('maxKmh');
    const overtime = all(padded('440301199001011234', 18), hex('260318040000 260318090000'), new Uint8Array(20));
    expect(read(0x11, overtime)).toMatchObject({ blocks: 1, from: at('2026-03-18T04:00:00'), to: at('2026-03-18T04:00:00') });
    const log = all(Uint8Array.of(1), hex('260318050000 260318050100'), new Uint8Array(120));
    expect(read(0x15, log)).toMatchObject({ blocks: 1, from: at('2026-03-18T05:00:00'), to: at('2026-03-18T05:00:00') });
  });

  it('with a time range is read block by block', () => {
    const place = hex('040f6d80 00d6d800 fff4');
    const read1 = (command: number, data: Uint8Array) => read(command, data)?.records?.[0];
    const lng = 0x040f6d80 / 600_000;
    const lat = 0x00d6d800 / 600_000;
    const there = { lng, lat, altitudeM: -12 };
    const nowhere = { lng: null, lat: null, altitudeM: null };
    const none = Array<null>(59).fill(null);
    const speed = read1(0x08, speeds('260318093000', [5]));
    expect(speed).toEqual({ at: at('2026-03-18T09:30:00'), kmh: [5, ...none], signalBits: Array(60).fill(0) });
    const hour = all(hex('260318090000'), place, hex('28'), ...Array.from({ length: 59 }, () => hex(`${'ff'.repeat(8)}7fffff`)));
    expect(read1(0x09, hour)).toEqual({
      at: at('2026-03-18T09:00:00'),
      places: [there, ...none.map(() => nowhere)],
      kmh: [40, ...none],
    });
    const licenceNo = '440301199001011234';
    const stop = all(hex('260318093005'), padded(licenceNo, 18), hex('1e01'.repeat(100)), place);
    expect(read1(0x10, stop)).toEqual({
      at: at('2026-03-18T09:30:05'),
      licenceNo,
      kmh: Array(100).fill(30),
      signalBits: Array(100).fill(1),
      place: there,
    });
    const overtime = all(padded(licenceNo, 18), hex('260318040000 260318090000'), place, hex(`7fffffff7fffffff7fff`));
    expect(read1(0x11, overtime)).toEqual({
      at: at('2026-03-18T04:00:00'),
      until: at('2026-03-18T09:00:00'),
      licenceNo,
      place: there,
      endPlace: nowhere,
    });
    const signIn = all(hex('260318040000'), padded(licenceNo, 18), hex('01'));
    expect(read1(0x12, signIn)).toEqual({ at: at('2026-03-18T04:00:00'), licenceNo, event: 1 });
    expect(read1(0x13, hex('26031804000002'))).toEqual({ at: at('2026-03-18T04:00:00'), event: 2 });
    expect(read1(0x14, hex('260318040000c3'))).toEqual({ at: at('2026-03-18T04:00:00'), event: 0xc3 });
    const log = all(hex('02 260318050000 260318050100'), hex('3c3a'), hex('ffff'.repeat(59)));
    expect(read1(0x15, log)).toEqual({
      at: at('2026-03-18T05:00:00'),
      until: at('2026-03-18T05:01:00'),
      event: 2,
      kmh: [60, ...none],
      referenceKmh: [58, ...none],
    });
  });

  it('is null if truncated, changed, or of an unknown kind', () => {
    const whole = recorderAnswer(0x00, hex('1201'));
    expect(readRecorder(whole)).not.toBeNull();
    expect(readRecorder(whole.subarray(0, whole.length - 1))).toBeNull();
    expect(readRecorder(whole.with(7, 9))).toBeNull();
    expect(readRecorder(whole.with(0, 0xaa))).toBeNull();
    expect(readRecorder(new Uint8Array())).toBeNull();
    expect(read(0x00, hex('12'))).toBeNull();
    expect(read(0x03, hex('260318093005 240102030405 00000100 0012345f'))).toBeNull();
    expect(read(0x40, hex('1201'))).toBeNull();
  });
});
