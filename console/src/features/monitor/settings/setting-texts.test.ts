import { refreshOptions, treeOptions } from '@fleetwarden/contract/monitor/map-settings';
import { vehicleWindowFields } from '@fleetwarden/contract/monitor/vehicle-window';
import { getText } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { REFRESH_TEXTS, TREE_TEXTS, WINDOW_TEXTS } from './setting-texts.ts';

/** The label of a setting's number. */
const named = <K extends string>(options: readonly { readonly id: number; readonly key: K }[], texts: Record<K, string>) =>
  Object.fromEntries(options.map(({ id, key }) => [id, getText('zh', texts[key])]));

describe('the numeric codes of the map settings', () => {
  it('in treesetting map to display options of the tree', () => {
    expect(named(treeOptions, TREE_TEXTS)).toEqual({
      1: '显示状态图标',
      2: '显示在线/总数',
      3: '车牌号按颜色显示',
      4: '显示离线车辆',
      5: '显示驾驶员',
      6: '显示当前速度',
      7: '展开视频通道',
      8: '显示停运车辆',
      9: '在线排前',
    });
  });

  it('in refreshsetting map to refresh intervals', () => {
    expect(named(refreshOptions, REFRESH_TEXTS)).toEqual({
      1: '手动',
      2: '每 10 秒',
      3: '实时推送',
      4: '每 30 秒',
      5: '每 60 秒',
    });
  });

  it('in carwindowcustomsetting map to fields of the vehicle window', () => {
    expect(named(vehicleWindowFields, WINDOW_TEXTS)).toEqual({
      1: '终端手机号',
      2: '终端ID',
      3: '定位时间',
      4: '速度 km/h',
      5: '方向',
      6: 'ACC状态',
      7: '当前位置',
      8: '当前报警',
      9: '行业类型',
      10: '驾驶员',
      11: '驾驶员电话',
      12: '当日里程 km',
      13: '总里程 km',
      14: '油量 L',
      15: '海拔 m',
      16: '经纬度',
      17: '信号 / 卫星数',
      18: '车门、油路、电路',
      19: '当前状态时长',
      20: '温度 ℃',
      21: '胎压',
      22: '载重状态',
      23: '服务到期',
      24: '协议版本',
    });
  });
});
