import { describe, expect, it } from 'vitest';
import { DEFAULT_WINDOW_SETTING, MAX_WINDOW_FIELDS, parseWindowFields, vehicleWindowFields } from './vehicle-window.ts';

const ids = (setting: string) => parseWindowFields(setting).map(({ id }) => id);

describe('the fields of the vehicle window', () => {
  it('are 24, numbered in order, with eight defaults', () => {
    expect(vehicleWindowFields.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
    expect(new Set(vehicleWindowFields.map(({ key }) => key)).size).toBe(24);
    expect(DEFAULT_WINDOW_SETTING).toBe('3,4,5,6,7,8,12,19');
  });

  it('are in the selected order', () => expect(ids('19,3,24')).toEqual([19, 3, 24]));

  it('leave out unknown and duplicate fields, and all fields after the 16th', () => {
    expect(ids('3,99,0,x,3,4.5,5')).toEqual([3, 5]);
    expect(ids('')).toEqual([]);
    expect(ids(vehicleWindowFields.map(({ id }) => id).join(','))).toHaveLength(MAX_WINDOW_FIELDS);
  });
});
