import { describe, expect, it } from 'vitest';
import { valuesSchema } from '../resources/record-schemas.ts';
import { area } from './area-resource.ts';

const values = {
  areaName: '东门',
  areaNo: 1,
  deptId: '1',
  useFor: 1,
  geo: { shape: 4, lng: 121, lat: 31, radius: 500 },
  limitSpeed: true,
  maxSpeed: 60,
  overDuration: 10,
};
/** The fields that are refused. */
const refused = (change: object): string[] => {
  const read = valuesSchema(area, false).safeParse({ ...values, ...change });
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
};

describe('the values of an area', () => {
  it.each([
    ['areaNo', 1, 4_294_967_295],
    ['maxSpeed', 1, 160],
    ['nightMaxSpeed', 1, 160],
    ['overDuration', 1, 255],
    ['stayMinutes', 0, 1440],
  ])('%s is an integer from %i to %i', (field, least, most) => {
    for (const taken of [least, most]) expect(refused({ [field]: taken })).toEqual([]);
    for (const wrong of [least - 1, most + 1, least + 0.5]) expect(refused({ [field]: wrong })).toEqual([field]);
  });

  it.each([
    ['areaName', 50],
    ['remark', 200],
  ])('%s has at most %i characters', (field, most) => {
    expect(refused({ [field]: '东'.repeat(most) })).toEqual([]);
    expect(refused({ [field]: '东'.repeat(most + 1) })).toEqual([field]);
  });

  it.each(['areaName', 'areaNo', 'geo', 'useFor'])('%s is required', (field) => {
    expect(refused({ [field]: null })).toEqual([field]);
  });

  it('contain its use: geofence, no-driving area, route or key point', () => {
    for (const useFor of [1, 2, 3, 4]) expect(refused({ useFor })).toEqual([]);
    expect(refused({ useFor: 5 })).toEqual(['useFor']);
  });
});
