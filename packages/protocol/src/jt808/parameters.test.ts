import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
import type { Codec } from '../codec/index.ts';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, parameterId, parameterItems, parameterNames, toParameterItem } from './index.ts';
import { encodeBody } from './message.ts';

type Fields = Record<string, unknown>;

const read = (hex: string): Fields => {
  const message = decodeBody({ id: 0x8103, version: 2019, encryption: 0 }, fromHex(hex));
  expect(message).toMatchObject({ type: 'setParameters', faults: [] });
  return (message as unknown as { body: { parameters: Fields } }).body.parameters;
};
const write = (parameters: Fields): string =>
  toHex(encodeBody({ type: 'setParameters', body: { parameters: parameters as never } }, 2019));

/** Rows of the table: id, name and codec. */
const rows = Object.entries(parameterItems).flatMap(([id, entry]) =>
  ((typeof entry[0] === 'string' ? [entry] : entry) as [string, Codec<unknown>][]).map(([name, codec]) => ({
    id: Number(id),
    name,
    codec,
  })),
);

describe('parameters with several fields', () => {
  it('of video are read field by field', () => {
    const hex = `0600000075150005 00fa19000007d0 01060064 1e00001000 007f01
      000000760b010001 01010000 02030201
      0000007716 01 03 0005 00fa19000007d0 01060064 1e00001000 007f
      0000007903140501
      0000007b023703
      0000007c140703 1f0306002200 00000000 00000000 00000000`.replaceAll(/\s/g, '');
    const streams = {
      liveEncoding: 0,
      liveResolution: 5,
      liveKeyFrames: 250,
      liveFps: 25,
      liveKbps: 2_000,
      storedEncoding: 1,
      storedResolution: 6,
      storedKeyFrames: 100,
      storedFps: 30,
      storedKbps: 4_096,
      overlayBits: 127,
    };
    const none = { wake2: '0000', sleep2: '0000', wake3: '0000', sleep3: '0000', wake4: '0000', sleep4: '0000' };
    const parameters = {
      videoStreams: { ...streams, audioOn: 1 },
      channelTable: {
        audioVideoCount: 1,
        audioCount: 0,
        videoCount: 1,
        channels: [
          { physical: 1, logical: 1, kind: 0, pantilt: 0 },
          { physical: 2, logical: 3, kind: 2, pantilt: 1 },
        ],
      },
      channelStreams: { channels: [{ channel: 3, ...streams }] },
      alarmRecording: { memoryPercent: 20, minutes: 5, beforeMinutes: 1 },
      imageAnalysis: { seats: 55, fatigueDegree: 3 },
      sleepMode: { modeBits: 7, conditionBits: 3, dayBits: 31, periodBits: 3, wake1: '0600', sleep1: '2200', ...none },
    };
    expect(read(hex)).toEqual(parameters);
    expect(write(parameters)).toBe(hex);
  });

  it('leave missing fields of active safety unchanged in the terminal', () => {
    const parameters = { adas: { minSpeedKmh: 30, alarmBits: 0x10fff, signPhotoGap: 2 }, bsd: { rearS: 3 } };
    const hex = write(parameters);
    expect(hex).toBe(`020000f364381e${'ff'.repeat(10)}00010fff${'ff'.repeat(36)}02000000000000f3670203ff`);
    expect(read(hex)).toMatchObject({
      adas: { ...parameters.adas, volume: 255, photoIntervalS: 65_535 },
      bsd: { sideRearS: 255 },
    });
    const tyres = { tyreModel: '900R20', unit: 3, normalPressure: 140, reportIntervalS: 0 };
    expect(write({ tpms: tyres })).toBe(
      `010000f36624${'393030523230000000000000'}0003008c${'ffff'.repeat(6)}0000${'00'.repeat(6)}`,
    );
  });

  it('are selected by their length, and other lengths stay bytes', () => {
    const sizes = { 62308: [56, 57], 62309: [49, 47, 65], 62310: [36], 62311: [2] };
    for (const [id, lengths] of Object.entries(sizes)) {
      expect(parameterNames(Number(id)).length).toBe(lengths.length);
      for (const [n, length] of lengths.entries()) {
        const hex = `01${Number(id).toString(16).padStart(8, '0')}${length.toString(16).padStart(2, '0')}${'01'.repeat(length)}`;
        const parameters = read(hex);
        expect(Object.keys(parameters)).toEqual([parameterNames(Number(id))[n]]);
        expect(write(parameters)).toBe(hex);
      }
    }
    const other = decodeBody({ id: 0x8103, version: 2019, encryption: 0 }, fromHex('010000f36403010203'));
    expect(other).toMatchObject({ body: { parameters: { '0xf364': Uint8Array.of(1, 2, 3) } } });
    expect(other).toHaveProperty('faults.length', 1);
  });

  it('have an id for each name, and a number as name if unknown', () => {
    for (const { id, name } of rows) {
      expect(parameterId(name)).toBe(id);
      expect(parameterNames(id)).toContain(name);
    }
    expect(parameterNames(0x111)).toEqual(['0x0111']);
    expect(parameterId('0x0111')).toBe(0x111);
    expect(parameterId('constructor')).toBeUndefined();
  });
});

it('a value becomes an item with its name, in the variant with its fields, or in hex', () => {
  expect(toParameterItem(0x55, 90)).toEqual(['maxSpeedKmh', 90]);
  expect(toParameterItem(0x13, '10.0.0.1')).toEqual(['server', '10.0.0.1']);
  expect(toParameterItem(0x111, '00ff')).toEqual(['0x0111', Uint8Array.of(0, 255)]);
  expect(toParameterItem(0xf367, '0102')).toEqual(['0xf367', Uint8Array.of(1, 2)]);
  expect(() => toParameterItem(0x111, 'x')).toThrow('is not hex');
  const form = (fields: Fields) => toParameterItem(0xf365, fields)[0];
  expect(form({ volume: 6 })).toBe('dsm');
  expect(form({ abnormalSpeedKmh: 50 })).toBe('dsm');
  expect(form({ playingPhotos: 3 })).toBe('dsmGuangdong');
  for (const length of [47, 49, 65]) {
    const [[name, value]] = Object.entries(read(`010000f365${length.toString(16)}${'02'.repeat(length)}`)) as [[string, Fields]];
    expect(form(value)).toBe(name);
  }
});

it('any bytes of any parameter are unchanged after a round trip', () => {
  const sized = rows.map(({ id, name, codec }) => ({ id, name, bytes: codec.size }));
  fc.assert(
    fc.property(fc.constantFrom(...sized), fc.uint8Array({ maxLength: 80 }), (row, random) => {
      const value = row.bytes < 0 ? random : Uint8Array.from({ length: row.bytes }, (_, i) => random[i] ?? i);
      const body = fromHex(
        `01${row.id.toString(16).padStart(8, '0')}${value.length.toString(16).padStart(2, '0')}${toHex(value)}`,
      );
      const message = decodeBody({ id: 0x8103, version: 2019, encryption: 0 }, body);
      const again = encodeBody(message as never, 2019);
      // padding and invalid characters of texts are not preserved
      if (!Object.values((message as unknown as { body: { parameters: Fields } }).body.parameters).some(hasText))
        expect(toHex(again)).toBe(toHex(body));
    }),
    { numRuns: propertyRuns(300) },
  );
});

const hasText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'tyreModel' in value);

// Public vectors outside the repository, not committed.
const FILE = new URL('../../../../../shared/vectors/smallchi-jt808-subiao.json', import.meta.url);

describe.skipIf(!existsSync(FILE))('smallchi-jt808-subiao.json', () => {
  const NAMES: Readonly<Record<string, string>> = {
    AlarmJudgeSpeedThreshold: 'minSpeedKmh',
    WarningVolume: 'volume',
    ActivePhotographyStrategy: 'photoStrategy',
    ActivelyTimePhotoInterval: 'photoIntervalS',
    ActiveDistancePhotographyDistanceInterval: 'photoIntervalM',
    SingleInitiativePhotos: 'photos',
    SingleInitiativePhotosInterval: 'photoGap',
    PhotoResolution: 'photoResolution',
    VideoRecordingResolution: 'videoResolution',
    AlarmEnable: 'alarmBits',
    EventEnable: 'eventBits',
    TimeIntervalSmokingAlarmJudgment: 'smokingGapS',
    CallAlarmDetermineTimeInterval: 'phoneGapS',
    GradedSpeedThresholdFatigueDrivingAlarm: 'fatigueSpeedKmh',
    VideoRecordingTimeBeforeAndAfterFatigueDrivingAlarm: 'fatigueVideoS',
    FatigueDrivingAlarmPhotograph: 'fatiguePhotos',
    FatigueDrivingAlarmPhotographInterval: 'fatiguePhotoGap',
    ClassifiedSpeedThresholdCallAlarm: 'phoneSpeedKmh',
    VideoRecordingTimeBeforeAndAfterCallAlarm: 'phoneVideoS',
    CallAlarmTakePicturesDriverFacialFeatures: 'phonePhotos',
    CallAlarmTakePicturesDriverFacialFeaturesInterval: 'phonePhotoGap',
    ClassifiedSpeedThresholdSmokingAlarm: 'smokingSpeedKmh',
    VideoRecordingTimeBeforeAndAfterSmokingAlarm: 'smokingVideoS',
    SmokingAlarmPhotographsDriverFaceCharacteristics: 'smokingPhotos',
    SmokingAlarmPhotographsDriverFaceCharacteristicsInterval: 'smokingPhotoGap',
    ClassifiedSpeedThresholdDistractedDrivingAlarm: 'distractionSpeedKmh',
    DistractedDrivingAlarmPhotography: 'distractionPhotos',
    DistractedDrivingAlarmPhotographyInterval: 'distractionPhotoGap',
    VideoRecordingTimeAbnormalDrivingBehavior: 'abnormalVideoS',
    PhotographsAbnormalDrivingBehavior: 'abnormalPhotos',
    PictureIntervalAbnormalDrivingBehavior: 'abnormalPhotoGap',
    DriverIdentificationTrigger: 'identifyOn',
  };
  const vectors: { hex: string; msgId: string; kind: string; fields: { ParamList: Fields[] } }[] = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8')).items
    : [];

  it('0xF365 has the claimed values and is re-encoded byte for byte', () => {
    const vector = vectors.find(({ msgId, kind }) => msgId === '0x8103' && kind === 'encode')!;
    const group = read(vector.hex)['dsmShort'] as Fields;
    const { $type: _, Reserve: reserve, Retain: retain, ...said } = vector.fields.ParamList[0]!;
    expect(Object.keys(said).filter((name) => NAMES[name] === undefined)).toEqual([]);
    for (const [name, value] of Object.entries(said)) expect(group[NAMES[name]!], name).toBe(value);
    expect(group).toMatchObject({
      reserved1: toHex(Uint8Array.from(reserve as number[])),
      reserved2: toHex(Uint8Array.from(retain as number[])),
    });
    expect(write({ dsmShort: group })).toBe(vector.hex);
  });
});
