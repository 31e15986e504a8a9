import { inflateSync } from 'node:zlib';
import { decodeVehicleStates, FILE_KIND } from '@fleetwarden/protocol/jsatl12';
import { splitNals } from '@fleetwarden/protocol/jt1078';
import { describe, expect, it } from 'vitest';
import { findItem } from '../alarms.ts';
import { createVehicle } from '../motion/vehicle.ts';
import { buildAlarmFiles } from './alarm-files.ts';
import { SCENES } from './scenes.ts';

const vehicle = createVehicle({ seed: 4, kind: 'taxi', home: '武汉' });
const member = { plate: '鄂A12345', seed: 4 } as never;
const AT = Date.parse('2026-03-18T11:00:00+08:00');
const alarmNo = 'a'.repeat(32);
type Key = keyof typeof SCENES;
const filesOf = (key: Key | 'tpmsLow', count: number, at = AT) =>
  buildAlarmFiles({ ...findItem(key), key, at }, { count, alarmNo }, { member, vehicle });

/** Boxes of an MP4 file by their path. */
function boxesOf(file: Buffer, path = '', found = new Map<string, Buffer>()): Map<string, Buffer> {
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    const name = `${path}${file.toString('latin1', at + 4, at + 8)}`;
    const content = file.subarray(at + 8, at + file.readUInt32BE(at));
    found.set(name, content);
    if (['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(name.slice(-4))) boxesOf(content, `${name}/`, found);
  }
  return found;
}

describe('files of an alarm', () => {
  it('are photos, a clip, the states of the vehicle and sound, named as in the standard', () => {
    const files = filesOf('dsmPhone', 6);
    expect(files.map(({ name, kind }) => [name.replace(alarmNo, 'no'), kind])).toEqual([
      ['00_65_6502_0_no.png', FILE_KIND.picture],
      ['02_65_6502_1_no.mp4', FILE_KIND.film],
      ['04_65_6502_2_no.bin', FILE_KIND.other],
      ['00_65_6502_3_no.png', FILE_KIND.picture],
      ['01_65_6502_4_no.wav', FILE_KIND.sound],
      ['00_65_6502_5_no.png', FILE_KIND.picture],
    ]);
    expect(filesOf('dsmPhone', 6)).toEqual(files);
    expect(filesOf('tpmsLow', 1).map(({ kind }) => kind)).toEqual([FILE_KIND.other]);
    expect(filesOf('bsdLeft', 2)[1]!.name).toMatch(/^02_67_6702_1_.*\.h264$/);
  });

  it('have a different photo for each alarm type, with the time', () => {
    const keys = (Object.keys(SCENES) as Key[]).filter((key) => key !== 'adasSignEvt');
    const pictures = keys.map((key) => Buffer.from(filesOf(key, 1)[0]!.data));
    expect(new Set(pictures.map((picture) => picture.toString('latin1'))).size).toBe(keys.length);
    expect(filesOf('adasFcw', 1, AT + 60_000)[0]!.data).not.toEqual(filesOf('adasFcw', 1)[0]!.data);
    const [picture] = pictures;
    expect([picture!.readUInt32BE(16), picture!.readUInt32BE(20)]).toEqual([640, 480]);
    const data = picture!.indexOf('IDAT');
    const rows = inflateSync(picture!.subarray(data + 4, data + 4 + picture!.readUInt32BE(data - 4)));
    expect(rows.length).toBe(641 * 480);
  });

  it('have a clip whose tables list each frame', () => {
    const [, film] = filesOf('adasFcw', 2);
    const boxes = boxesOf(Buffer.from(film!.data));
    const table = (name: string) => boxes.get(`moov/trak/mdia/minf/stbl/${name}`)!;
    const sizes = table('stsz');
    const frames = sizes.readUInt32BE(8);
    expect(frames).toBe(60);
    let at = table('stco').readUInt32BE(8);
    const media = Buffer.from(film!.data);
    expect(media.toString('latin1', at - 4, at)).toBe('mdat');
    const keys = new Set(Array.from({ length: table('stss').readUInt32BE(4) }, (_, i) => table('stss').readUInt32BE(8 + 4 * i)));
    for (let frame = 1; frame <= frames; frame++) {
      const size = sizes.readUInt32BE(8 + 4 * frame);
      expect(media.readUInt32BE(at)).toBe(size - 4);
      expect(media[at + 4]! & 0x1f).toBe(keys.has(frame) ? 5 : 1);
      at += size;
    }
    expect(at).toBe(media.length);
    expect(keys.size).toBe(5);
  });

  it('have a clip as the camera encodes it, if the maker stores it so', () => {
    const [, film] = filesOf('bsdRight', 2);
    const nals = splitNals(film!.data).map((nal) => nal[0]! & 0x1f);
    expect(nals.slice(0, 4)).toEqual([7, 8, 5, 1]);
    expect(nals.filter((type) => type === 5)).toHaveLength(5);
  });

  it('have the states of the vehicle around the alarm', () => {
    const states = decodeVehicleStates(filesOf('tpmsLow', 1)[0]!.data);
    expect(states).toHaveLength(76);
    expect([states[0]!.time, states[50]!.time, states.at(-1)!.time]).toEqual(['260318105950', '260318110000', '260318110005']);
    const { lat, lng, speedKmh } = vehicle.stateAt(AT);
    expect(states[50]!.latitude).toBeCloseTo(lat, 5);
    expect(states[50]!.longitude).toBeCloseTo(lng, 5);
    expect(states[50]!.speedKmh).toBeCloseTo(speedKmh, 0);
  });
});
