import { texts } from '@fleetwarden/locale/languages';
import { describe, expect, it, vi } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import type { VehicleTools } from './vehicle-actions.ts';
import { actionText, offeredActions, vehicleActions } from './vehicle-actions.ts';

const rights = vehicleActions.flatMap(({ permission }) => permission ?? []);
const keys = (...given: Parameters<typeof offeredActions>) => offeredActions(...given).map(({ key }) => key);

describe('what can be done with a vehicle', () => {
  it('is only what its user may', () => {
    expect(keys({ playback: vi.fn() }, [])).toEqual(['locate', 'follow', 'copyPlate']);
    expect(keys({ playback: vi.fn() }, ['20105'])).toContain('playback');
  });

  it('is only what has its window or page', () => {
    expect(keys({}, rights)).toEqual(['locate', 'follow', 'rollCall', 'clearAlarm', 'copyPlate']);
    expect(keys({ message: vi.fn() }, rights)).toContain('message');
  });

  it('opens the vehicle’s window', () => {
    const message = vi.fn();
    const action = vehicleActions.find(({ key }) => key === 'message');
    action?.run({ openers: { message } } as unknown as VehicleTools, '5');
    expect(message).toHaveBeenCalledExactlyOnceWith('5');
  });

  it('names following by what the next click does', () => {
    const store = storeOf([vehicle('1'), vehicle('2', { followed: true })]);
    const follow = vehicleActions.find(({ key }) => key === 'follow')!;
    expect(['1', '2'].map((tid) => actionText(follow, store, tid))).toEqual(['monitor.follow', 'monitor.unfollow']);
    const zh = texts.zh.monitor;
    expect([zh.follow, zh.unfollow]).toEqual(['关注', '取消关注']);
  });
});
