import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createViewSubscription } from './view-subscription.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the view subscription of the console', () => {
  it('is empty if nothing is shown, and requests no positions', () => {
    expect(createViewSubscription().current()).toEqual({ tids: [] });
  });

  it('contains the map with a margin, and the vehicles of dialogs at any location', () => {
    const view = createViewSubscription();
    const [map, dialog, other] = [{}, {}, {}];
    view.set(map, { bounds: [110, 20, 120, 30], zoom: 8, tids: ['1'] });
    view.set(dialog, { tids: ['7', '1'] });
    view.set(other, { tids: ['9'] });
    expect(view.current()).toEqual({ bounds: [107, 17, 123, 33], zoom: 8, tids: ['1', '7', '9'] });
    view.set(dialog, null);
    view.set(map, { bounds: [110, 20, 120, 30] });
    expect(view.current()).toEqual({ bounds: [107, 17, 123, 33], tids: ['9'] });
  });

  it('stays on the earth, and covers all longitudes if the view crosses the 180th meridian', () => {
    const view = createViewSubscription();
    const map = {};
    view.set(map, { bounds: [-170, -80, 200, 80] });
    expect(view.current().bounds).toEqual([-180, -90, 180, 90]);
    view.set(map, { bounds: [170, 0, -170, 10] });
    expect(view.current().bounds).toEqual([-180, -3, 180, 13]);
  });

  it('of two maps covers both, with the higher zoom of the two', () => {
    const view = createViewSubscription();
    view.set({}, { bounds: [100, 20, 110, 30], zoom: 6 });
    view.set({}, { bounds: [115, 35, 116, 36], zoom: 13 });
    expect(view.current()).toEqual({ bounds: [97, 17, 116.3, 36.3], zoom: 13, tids: [] });
  });

  it('reports consecutive changes once, after they have settled', () => {
    const view = createViewSubscription();
    const heard = vi.fn();
    const end = view.subscribe(heard);
    for (let i = 0; i < 5; i++) view.set({}, { tids: [String(i)] });
    expect(heard).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledOnce();
    end();
    view.set({}, { tids: ['9'] });
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledOnce();
  });
});
