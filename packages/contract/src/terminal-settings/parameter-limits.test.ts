import { describe, expect, it } from 'vitest';
import { findParameterProblem, type ParameterField, packParts } from './parameter-fields.ts';
import { findParameter } from './parameter-table.ts';

type Limits = readonly [id: number, min: number, max: number, unit?: string];

const WORD = 65_535;
const DWORD = 4_294_967_295;

/** Limits and units of screen catalogue 8.2 and 8.3. Times of the page of fatigue are in minutes there. */
const NUMBERS: readonly Limits[] = [
  [0x01, 1, WORD, 's'],
  [0x02, 1, WORD, 's'],
  [0x03, 1, WORD],
  [0x04, 1, WORD, 's'],
  [0x05, 1, WORD],
  [0x06, 1, WORD, 's'],
  [0x07, 1, WORD],
  [0x18, 1, WORD],
  [0x19, 1, WORD],
  [0x1b, 1, WORD],
  [0x1c, 1, WORD],
  [0x22, 1, 86_400, 's'],
  [0x27, 1, 86_400, 's'],
  [0x28, 1, 86_400, 's'],
  [0x29, 1, 86_400, 's'],
  [0x2c, 1, 1_000_000, 'm'],
  [0x2d, 1, 1_000_000, 'm'],
  [0x2e, 1, 1_000_000, 'm'],
  [0x2f, 1, 1_000_000, 'm'],
  [0x30, 1, 179, '°'],
  [0x31, 1, WORD, 'm'],
  [0x46, 0, DWORD, 's'],
  [0x47, 0, DWORD, 's'],
  [0x55, 0, 220, 'km/h'],
  [0x56, 0, 3_600, 's'],
  [0x57, 60, 1_440 * 60, 's'],
  [0x58, 60, 1_440 * 60, 's'],
  [0x59, 60, 1_440 * 60, 's'],
  [0x5a, 60, 10_080 * 60, 's'],
  [0x5c, 1, WORD, 's'],
  [0x5e, 1, 90, '°'],
  [0x70, 1, 10],
  [0x71, 0, 255],
  [0x72, 0, 127],
  [0x73, 0, 127],
  [0x74, 0, 255],
];

/** Ranges and defaults of screen catalogue 8.3 (1078) and 8.5, as `[min, max, default]`. */
type Range = readonly [min: number, max: number, initial: number];
const GRADE: Range = [0, 220, 50];
const VIDEO: Range = [0, 60, 5];
const PHOTOS: Range = [0, 10, 3];
const evidence = (kind: string, gap: number): Readonly<Record<string, Range>> => ({
  [`${kind}SpeedKmh`]: GRADE,
  [`${kind}VideoS`]: VIDEO,
  [`${kind}Photos`]: PHOTOS,
  [`${kind}PhotoGap`]: [1, gap, 2],
});
const head: Readonly<Record<string, Range>> = {
  minSpeedKmh: [0, 60, 30],
  volume: [0, 8, 6],
  photoIntervalM: [0, 60_000, 200],
  photos: [1, 10, 3],
  photoGap: [1, 5, 2],
};
const STRUCTS: Readonly<Record<number, Readonly<Record<string, Range>>>> = {
  121: { memoryPercent: [1, 99, 20], minutes: [1, 255, 5], beforeMinutes: [0, 255, 1] },
  62308: {
    ...head,
    photoIntervalS: [0, 3_600, 60],
    obstacleDistance: [10, 50, 30],
    ...evidence('obstacle', 10),
    laneChangeWindowS: [30, 120, 60],
    laneChangeTimes: [3, 10, 5],
    ...evidence('laneChange', 10),
    ...evidence('departure', 10),
    collisionTime: [10, 50, 27],
    ...evidence('collision', 10),
    pedestrianTime: [10, 50, 30],
    ...evidence('pedestrian', 10),
    headwayDistance: [10, 50, 10],
    ...evidence('headway', 10),
    signPhotos: PHOTOS,
    signPhotoGap: [1, 10, 2],
  },
  62309: {
    ...head,
    photoIntervalS: [60, 60_000, 3_600],
    smokingGapS: [0, 3_600, 180],
    phoneGapS: [0, 3_600, 120],
    ...Object.assign({}, ...['fatigue', 'phone', 'smoking', 'distraction', 'abnormal'].map((kind) => evidence(kind, 5))),
  },
  62310: {
    normalPressure: [0, WORD, 140],
    imbalancePercent: [0, 100, 20],
    slowLeakPercent: [0, 100, 5],
    lowPressure: [0, WORD, 110],
    highPressure: [0, WORD, 189],
    highTemperatureC: [0, WORD, 80],
    batteryPercent: [0, 100, 10],
    reportIntervalS: [0, 3_600, 60],
  },
  62311: { rearS: [1, 10, 3], sideRearS: [1, 10, 3] },
};
/** Defaults of choices, bits and texts there. */
const DEFAULTS: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
  62308: { photoStrategy: 0, photoResolution: 1, videoResolution: 1, alarmBits: 0x0001_0fff, eventBits: 0x3 },
  62309: { photoStrategy: 0, photoResolution: 1, videoResolution: 1, alarmBits: 0x0000_01ff, eventBits: 0x3, identifyOn: 1 },
  62310: { tyreModel: '900R20', unit: 3 },
};

const fieldOf = (id: number): ParameterField => findParameter(id)!.field;
const rangeOf = (field: ParameterField) => (field.kind === 'integer' ? [field.min, field.max, field.initial] : []);
const innerFields = (id: number): Readonly<Record<string, ParameterField>> => {
  const field = fieldOf(id);
  if (field.kind !== 'struct') throw new Error(`${id} is no struct`);
  return field.fields;
};

describe('parameters have the limits of the catalogue', () => {
  it.each(NUMBERS.map(([id, min, max, unit]) => ({ name: id.toString(16), id, min, max, unit })))(
    '0x$name: $min to $max $unit',
    ({ id, min, max, unit }) => {
      expect(fieldOf(id)).toMatchObject(unit === undefined ? { min, max } : { min, max, unit });
      const valid = [min - 1, min, max, max + 1].map((value) => findParameterProblem(fieldOf(id), value) === null);
      expect(valid).toEqual([false, true, true, false]);
    },
  );

  it('0x5b: one tenth of a km/h', () => {
    const valid = [0, 99.9, 100, 0.05].map((value) => findParameterProblem(fieldOf(0x5b), value) === null);
    expect(valid).toEqual([true, true, false, false]);
  });

  it('0x5d: 0 to 255 times 4 ms, and 0 to 79 tenths of g, 10 by default', () => {
    const field = fieldOf(0x5d);
    if (field.kind !== 'packed') throw new Error('not packed');
    expect(field.parts).toMatchObject({
      impactTime: { field: { min: 0, max: 255 } },
      impactAcceleration: { field: { min: 0, max: 79, initial: 10 } },
    });
  });

  it.each(Object.entries(STRUCTS))('%s: each number', (id, ranges) => {
    const fields = innerFields(Number(id));
    const numbers = Object.entries(fields).filter(([, { kind }]) => kind === 'integer');
    expect(Object.fromEntries(numbers.map(([key, field]) => [key, rangeOf(field)]))).toEqual(ranges);
  });

  it.each(Object.entries(DEFAULTS))('%s: default values of the other fields', (id, defaults) => {
    const fields = innerFields(Number(id));
    expect(Object.fromEntries(Object.keys(defaults).map((key) => [key, (fields[key] as { initial?: unknown }).initial]))).toEqual(
      defaults,
    );
  });

  it.each([
    [0x64, 5],
    [0x65, 100],
  ])('%s: the photo interval is at least %s, or 1 in the larger unit; no minimum without photo channels', (id, least) => {
    const field = fieldOf(id);
    if (field.kind !== 'packed') throw new Error('not packed');
    const problem = (photoChannels: number, photoUnit: number, photoInterval: number) =>
      findParameterProblem(field, packParts(field, { photoChannels, photoUnit, photoInterval }));
    expect(problem(1, 0, least)).toBeNull();
    expect(problem(1, 0, least - 1)).toEqual({ path: 'photoInterval', key: 'rule.min', params: { min: least } });
    expect([problem(1, 1, 1), problem(0, 0, 0)]).toEqual([null, null]);
    expect(problem(1, 1, 0)).toMatchObject({ key: 'rule.min', params: { min: 1 } });
  });
});
