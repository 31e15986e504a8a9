import { bd09ToWgs84 } from '@fleetwarden/domain/coordinates';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasSavedView, keepMapState, openingView, savedView, useMapState } from './map-state.ts';

/** Specification 9: the default centre, in the Baidu system. */
const [LNG, LAT] = bd09ToWgs84([116.3964, 39.9093]);
const near = (view: { lng: number; lat: number; zoom: number }) => [view.lng.toFixed(6), view.lat.toFixed(6), view.zoom];

afterEach(() => useMapState.setState({ view: null, mode: null, baseMap: null, shown: null }));

describe('the opening view of a map', () => {
  it('is 116.3964|39.9093 at level 12 by default', () => {
    expect(near(openingView([]))).toEqual([LNG.toFixed(6), LAT.toFixed(6), 12]);
  });
  it('has the centre of typeID 1 and the level of typeID 2', () => {
    const [lng, lat] = bd09ToWgs84([104.06, 30.67]);
    const configured = openingView([
      { typeID: 1, content: '104.06|30.67' },
      { typeID: 2, content: '9' },
      { typeID: 3, content: 'GaodeMap' },
      { typeID: 4, content: '30' },
    ]);
    expect(near(configured)).toEqual([lng.toFixed(6), lat.toFixed(6), 9]);
  });
  it.each(['', '|', 'x|y', '104.06', '104.06,30.67'])('falls back to the default for an invalid centre: %j', (content) => {
    const view = openingView([
      { typeID: 1, content },
      { typeID: 2, content: 'x' },
    ]);
    expect(near(view)).toEqual([LNG.toFixed(6), LAT.toFixed(6), 12]);
  });
  it('is the last view of this window', () => {
    const view = { lng: 113.27, lat: 23.13, zoom: 11 };
    useMapState.setState({ view });
    expect(openingView([{ typeID: 2, content: '9' }])).toEqual(view);
  });
});

describe('a saved view', () => {
  const configured = (content: string, level: string) =>
    hasSavedView([
      { typeID: 1, content },
      { typeID: 2, content: level },
    ]);

  it('exists for any view except the default of the specification', () => {
    expect([hasSavedView([]), configured('116.3964|39.9093', '12'), configured('x', '9')]).toEqual([false, false, false]);
    expect([configured('104.06|30.67', '12'), configured('116.3964|39.9093', '9')]).toEqual([true, true]);
  });
  it('exists for the default centre once the user saved it', () => expect(configured('116.396400|39.909300', '12')).toBe(true));
  it('exists for the last view of this window', () => {
    useMapState.setState({ view: { lng: 113.27, lat: 23.13, zoom: 11 } });
    expect(hasSavedView([])).toBe(true);
  });
});

describe('the map state saved at logout', () => {
  it('has level, center as lng|lat and mapType', () => {
    useMapState.setState({ view: { lng: LNG, lat: LAT, zoom: 12.4 } });
    const { level, center, mapType } = savedView() as { level: number; center: string; mapType: number };
    expect([level, mapType]).toEqual([12, 1]);
    expect(center).toMatch(/^\d+\.\d{6}\|\d+\.\d{6}$/);
    const [lng, lat] = center.split('|').map(Number) as [number, number];
    expect([lng, lat]).toEqual([expect.closeTo(116.3964, 4), expect.closeTo(39.9093, 4)]);
  });
  it('has the type of the displayed map, and no type for the keyless map', () => {
    useMapState.setState({ view: { lng: LNG, lat: LAT, zoom: 12 }, mode: 3 });
    expect(savedView()).toMatchObject({ mapType: 3 });
    useMapState.setState({ mode: 0 });
    expect(savedView()).not.toHaveProperty('mapType');
  });
  it('is empty if no map was shown', () => expect(savedView()).toEqual({}));
});

describe('a reload of the page', () => {
  const reloaded = async () => {
    vi.resetModules();
    return (await import('./map-state.ts')).useMapState.getState();
  };

  it('restores view and map, once', async () => {
    const state = { view: { lng: 113.27, lat: 23.13, zoom: 11.5 }, mode: 2 } as const;
    useMapState.setState(state);
    keepMapState();
    expect(await reloaded()).toMatchObject(state);
    expect(await reloaded()).toEqual({ view: null, mode: null, baseMap: null, shown: null });
  });

  it.each(['', 'x', '{"view":{"lng":"a"},"mode":7}', 'null'])('ignores invalid stored data: %j', async (text) => {
    sessionStorage.setItem('map.state', text);
    expect(await reloaded()).toEqual({ view: null, mode: null, baseMap: null, shown: null });
  });
});
