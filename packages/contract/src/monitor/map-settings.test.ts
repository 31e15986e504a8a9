import { describe, expect, it } from 'vitest';
import { MapSettings } from '../settings/schemas.ts';
import {
  DEFAULT_MAP_SETTINGS,
  isRefreshSetting,
  isTreeSetting,
  isWindowSetting,
  parseRefreshOption,
  parseTreeOptions,
  refreshOptions,
  treeOptions,
} from './map-settings.ts';

describe('map settings', () => {
  it('have the defaults of the specification', () => {
    expect(DEFAULT_MAP_SETTINGS).toEqual({
      treesetting: '1,2,3,4',
      refreshsetting: '3',
      carwindowcustomsetting: '3,4,5,6,7,8,12,19',
    });
    expect(MapSettings.parse({})).toEqual(DEFAULT_MAP_SETTINGS);
  });

  it('accept only option numbers of their tables, without duplicates', () => {
    expect(treeOptions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(refreshOptions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(['', '9,1', '1,2,3,4,5,6,7,8,9', '10', '1,1', '1,', 'x', '01'].map(isTreeSetting)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['1', '5', '', '6', '1,2'].map(isRefreshSetting)).toEqual([true, true, false, false, false]);
    const seventeen = Array.from({ length: 17 }, (_, i) => i + 1);
    expect(['24,3', seventeen.slice(1).join(','), seventeen.join(','), '25'].map(isWindowSetting)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(MapSettings.safeParse({ treesetting: '1,99' }).success).toBe(false);
  });

  it('are parsed to tree options and refresh intervals', () => {
    expect([...parseTreeOptions('1,9,77')]).toEqual(['statusIcon', 'onlineFirst']);
    expect(['1', '2', '3', '4', '5', 'x'].map((setting) => parseRefreshOption(setting).everyMs)).toEqual([
      null,
      10_000,
      0,
      30_000,
      60_000,
      0,
    ]);
  });
});
