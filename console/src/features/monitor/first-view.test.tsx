import { mercatorX, mercatorY, toLat, toLng, worldSizeAt } from '@fleetwarden/domain/mercator';
import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { VehicleStore } from '../../live/vehicle-store.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import type { MapPosition } from '../../map/map-provider.ts';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { fitVehicles, useFirstView } from './first-view.ts';

const CHINA = { lng: 104, lat: 36, zoom: 3.4 };
const BEIJING = { lng: 116.39, lat: 39.9, zoom: 12 };

/** What a map of this size shows at a position. */
function boundsAt({ lng, lat, zoom }: MapPosition, width: number, height: number): [number, number, number, number] {
  const scale = worldSizeAt(zoom);
  const [x, y] = [mercatorX(lng), mercatorY(lat)];
  return [
    toLng(x - width / scale / 2),
    toLat(y + height / scale / 2),
    toLng(x + width / scale / 2),
    toLat(y - height / scale / 2),
  ];
}
const at = (id: string, x: number, y: number, more = {}) => vehicle(id, { followed: true, x, y, ...more });

describe('the view that fits the fleet', () => {
  it('contains every followed vehicle, on a map of any size', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 74, max: 135, noNaN: true }), fc.double({ min: 4, max: 53, noNaN: true })), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.integer({ min: 300, max: 2560 }),
        fc.integer({ min: 300, max: 1440 }),
        (places, width, height) => {
          const store = storeOf(places.map(([x, y], i) => at(String(i), x, y)));
          const view = fitVehicles(store, { bounds: boundsAt(CHINA, width, height), zoom: CHINA.zoom })!;
          const [west, south, east, north] = boundsAt(view, width, height);
          expect(view.zoom).toBeLessThanOrEqual(12);
          for (const [x, y] of places) expect([x > west, x < east, y > south, y < north]).toEqual([true, true, true, true]);
        },
      ),
    ));

  it('ignores vehicles that are not followed, have no position or are outside China', () => {
    const store = storeOf([at('1', 121.5, 31.2), at('2', 87, 43, { followed: false }), at('3', 2.35, 48.86), at('4', 0, 0)]);
    const view = fitVehicles(store, { bounds: boundsAt(CHINA, 1000, 800), zoom: CHINA.zoom })!;
    expect([view.lng, view.lat, view.zoom]).toEqual([expect.closeTo(121.5, 4), expect.closeTo(31.2, 4), 12]);
    expect(fitVehicles(new VehicleStore(), { bounds: boundsAt(CHINA, 1000, 800), zoom: 3 })).toBeNull();
  });
});

describe('the initial view of the monitoring centre', () => {
  const setUp = (options: { wanted?: boolean; complete?: boolean; view?: MapPosition; store?: VehicleStore }) => {
    const locate = vi.fn();
    let view = options.view ?? CHINA;
    const map = { locate, getView: () => view, getBounds: () => boundsAt(view, 1000, 800) } as unknown as MapHandle;
    const store = options.store ?? storeOf([at('1', 121.5, 31.2)]);
    const { wanted = true, complete = true } = options;
    const { rerender } = renderHook((props) => useFirstView({ store, map, fallback: BEIJING, ...props }), {
      initialProps: { wanted, complete },
    });
    return { locate, rerender, move: (next: MapPosition) => (view = next) };
  };

  it('fits the fleet once, after its vehicles are loaded', () => {
    const { locate, rerender } = setUp({ complete: false });
    expect(locate).not.toHaveBeenCalled();
    rerender({ wanted: true, complete: true });
    rerender({ wanted: true, complete: true });
    expect(locate).toHaveBeenCalledExactlyOnceWith(expect.closeTo(121.5, 4), expect.closeTo(31.2, 4), 12);
  });

  it('does not change a saved view or a map that the user moved', () => {
    expect(setUp({ wanted: false }).locate).not.toHaveBeenCalled();
    const { locate, rerender, move } = setUp({ complete: false });
    move({ lng: 100, lat: 30, zoom: 8 });
    rerender({ wanted: true, complete: true });
    expect(locate).not.toHaveBeenCalled();
  });

  it('is the default centre for a fleet without positions', () => {
    const { locate } = setUp({ store: new VehicleStore() });
    expect(locate).toHaveBeenCalledExactlyOnceWith(BEIJING.lng, BEIJING.lat, BEIJING.zoom);
  });
});
