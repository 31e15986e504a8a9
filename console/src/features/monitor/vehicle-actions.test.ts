import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { getText, texts } from '@fleetwarden/locale/languages';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { actionText, offeredActions, type VehicleTools, vehicleActions } from './vehicle-actions.tsx';
import { closeVehicleWindow, useVehicleWindow } from './windows/vehicle-window-state.ts';

const NOON = Date.parse('2026-03-05T12:00:00+08:00');
const store = storeOf([vehicle('1'), vehicle('2', { followed: true })]);
const tools: VehicleTools = { store, locate: vi.fn(), toggleFollow: vi.fn(), sendsAreas: true };
const car = { targId: '1', carId: '91', plate: '京A1', colour: 2 };
const actionOf = (key: string) => vehicleActions.find((action) => action.key === key)!;
const keys = (...given: Parameters<typeof offeredActions>) => offeredActions(...given).map(({ key }) => key);

afterEach(() => {
  closeVehicleWindow();
  vi.useRealTimers();
});

describe('vehicle actions', () => {
  it('match the screen catalogue with their permission codes', () => {
    expect(Object.fromEntries(vehicleActions.map(({ key, code }) => [key, code]))).toEqual({
      locate: '20102',
      follow: '20102',
      tracking: '20103',
      trackingTime: '20104',
      playback: '20105',
      video: '20401',
      message: '20201',
      photo: '20203',
      listen: '20202',
      rollCall: '20206',
      sendAreas: '20309',
      clearAlarm: '20207',
      info: '20204',
      owner: '20205',
      tyres: '20210',
      spotCheck: '20211',
      videoViews: '20401',
      media: '7011401',
      copyPlate: null,
    });
  });

  it('have this order', () => {
    const rights = vehicleActions.flatMap(({ code }) => code ?? []);
    expect(offeredActions(tools, rights).map((action) => getText('zh', actionText(action, store, 0)))).toEqual([
      '定位',
      '关注',
      '跟踪',
      '临时跟踪',
      '轨迹回放',
      '实时视频',
      '发送消息',
      '拍照',
      '监听',
      '点名',
      '区域下发',
      '解除报警',
      '车辆信息',
      '车主信息',
      '胎压',
      '抽查',
      '视频查看记录',
      '照片',
      '复制车牌',
    ]);
  });

  it('include only permitted ones for which the page has a window', () => {
    expect(keys(tools, [])).toEqual(['copyPlate']);
    expect(keys(tools, ['20105'])).toEqual(['playback', 'copyPlate']);
    expect(keys(tools, ['20102'])).toEqual(['locate', 'follow', 'copyPlate']);
    expect(keys(tools, ['20309'])).toContain('sendAreas');
    expect(keys({ ...tools, sendsAreas: false }, ['20309'])).not.toContain('sendAreas');
  });

  it('link to pages that require the same permission code', () => {
    for (const { code, to } of vehicleActions) {
      if (!to) continue;
      const { pathname, searchParams } = new URL(to('1'), 'http://console.test');
      const route = consoleRoutes.find(({ path }) => path === pathname);
      expect([route && 'roles' in route ? route.roles : [], searchParams.get('targId')]).toEqual([[code], '1']);
    }
  });

  it('play back from the start of today until now', () => {
    vi.useFakeTimers({ now: NOON });
    const start = Date.parse('2026-03-05T00:00:00+08:00');
    expect(actionOf('playback').to?.('1')).toBe(`/mapcontent/trackPlayback?targId=1&start=${start}&end=${NOON}`);
  });

  it.each([
    ['photo', { kind: 'photo', vehicle: car }],
    ['listen', { kind: 'listen', vehicle: car }],
    ['sendAreas', { kind: 'areas', vehicle: car }],
    ['info', { kind: 'info', vehicle: car }],
    ['owner', { kind: 'owner', vehicle: car }],
    ['tyres', { kind: 'tyres', vehicle: car }],
    ['message', { kind: 'message', vehicles: [car] }],
  ])('%s opens its window', (key, shown) => {
    actionOf(key).run?.(tools, car);
    expect(useVehicleWindow.getState().shown).toEqual(shown);
  });

  it('label the follow action with the effect of the next click', () => {
    const follow = actionOf('follow');
    expect([0, 1].map((row) => actionText(follow, store, row))).toEqual(['monitor.follow', 'monitor.unfollow']);
    const zh = texts.zh.monitor;
    expect([zh.follow, zh.unfollow]).toEqual(['关注', '取消关注']);
  });
});
