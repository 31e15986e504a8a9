import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShown } from './view-subscription.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what the console shows', () => {
  it('is nothing where nobody shows anything: no positions at all', () => {
    expect(createShown().view()).toEqual({ tids: [] });
  });

  it('is the map with a margin, and the vehicles of dialogs wherever they are', () => {
    const shown = createShown();
    const [map, dialog, other] = [{}, {}, {}];
    shown.set(map, { bounds: [110, 20, 120, 30], zoom: 8, tids: ['1'] });
    shown.set(dialog, { tids: ['7', '1'] });
    shown.set(other, { tids: ['9'] });
    expect(shown.view()).toEqual({ bounds: [107, 17, 123, 33], zoom: 8, tids: ['1', '7', '9'] });
    shown.set(dialog, null);
    shown.set(map, { bounds: [110, 20, 120, 30] });
    expect(shown.view()).toEqual({ bounds: [107, 17, 123, 33], tids: ['9'] });
  });

  it('stays on the earth, and takes all longitudes where the view goes over its seam', () => {
    const shown = createShown();
    const map = {};
    shown.set(map, { bounds: [-170, -80, 200, 80] });
    expect(shown.view().bounds).toEqual([-180, -90, 180, 90]);
    shown.set(map, { bounds: [170, 0, -170, 10] });
    expect(shown.view().bounds).toEqual([-180, -3, 180, 13]);
  });

  it('of two maps is what lies around both, each vehicle by itself where one of them is near', () => {
    const shown = createShown();
    shown.set({}, { bounds: [100, 20, 110, 30], zoom: 6 });
    shown.set({}, { bounds: [115, 35, 116, 36], zoom: 13 });
    expect(shown.view()).toEqual({ bounds: [97, 17, 116.3, 36.3], zoom: 13, tids: [] });
  });

  it('tells of changes in a row once, after they have settled', () => {
    const shown = createShown();
    const heard = vi.fn();
    const end = shown.subscribe(heard);
    for (let i = 0; i < 5; i++) shown.set({}, { tids: [String(i)] });
    expect(heard).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledOnce();
    end();
    shown.set({}, { tids: ['9'] });
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledOnce();
  });
});
