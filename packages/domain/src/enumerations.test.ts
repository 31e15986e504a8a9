import { describe, expect, it } from 'vitest';
import { ENUMERATIONS, type EnumerationType, enumerationRow, isEnumerationType } from './enumerations.ts';
import { PLATE_COLOURS } from './plate-colour.ts';

const types = Object.keys(ENUMERATIONS) as EnumerationType[];
const values = (type: EnumerationType) => ENUMERATIONS[type].map(({ value }) => value);

describe.each(types)('%s', (type) => {
  it('has unique values of one type, in order', () => {
    const rows = ENUMERATIONS[type];
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(values(type)).size).toBe(rows.length);
    expect(new Set(rows.map(({ value }) => typeof value)).size).toBe(1);
    expect(rows.map(({ sort }) => sort)).toEqual(rows.map((_, i) => i + 1));
  });
  it('has a unique key for each value', () => {
    const keys = ENUMERATIONS[type].map(({ key, value }) => key ?? value);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the enumerations', () => {
  it('have type names in capitals, and other names are refused', () => {
    expect(types.filter((type) => !/^[A-Z]+(_[A-Z0-9]+)*$/.test(type))).toEqual([]);
    expect(isEnumerationType('PLATE_COLOR')).toBe(true);
    expect(['plate_color', 'NONE', '', 'constructor', '__proto__'].filter(isEnumerationType)).toEqual([]);
  });
  it('use the numbers of the protocol', () => {
    expect(values('PLATE_COLOR')).toEqual(PLATE_COLOURS.map(({ code }) => code));
    expect(values('CFG_PROTOCOL')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(values('VEHICLE_STATUS')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(values('MESSAGE_CHANNEL')).toEqual([4, 8, 16]);
    expect(values('INDUSTRY').at(-1)).toBe(99);
    expect(values('TRANS_TYPE')).toContain('010');
    expect(values('LICENCE_CLASS')).toHaveLength(17);
  });
  it('use the names of the display maps', () => {
    expect(ENUMERATIONS.PLAT_STANDARD.map(({ key }) => key)).toEqual([
      'display.platformStandard2011',
      'display.platformStandard2019',
    ]);
    expect(ENUMERATIONS.ICON.map(({ value }) => value)).toEqual([1, 2, 3]);
  });
  it('do not offer reserved methods of alarm handling, but have names for them', () => {
    const offered = ENUMERATIONS.DEAL.filter(({ enabled }) => enabled).map(({ value }) => value);
    expect(offered).toEqual([1, 5, 6]);
    expect(enumerationRow('DEAL', 7)?.key).toBe('enumeration.dealAutomatic');
  });
  it('return the row of a value, and no row for an invalid number', () => {
    expect(enumerationRow('RUN_STATE', 3)?.key).toBe('enumeration.runStateMaintenance');
    expect(enumerationRow('LICENCE_CLASS', 'A2')).toEqual({ value: 'A2', key: null, sort: 2, enabled: true });
    expect(enumerationRow('RUN_STATE', 99)).toBeUndefined();
    expect(enumerationRow('RUN_STATE', '3')).toBeUndefined();
  });
});
