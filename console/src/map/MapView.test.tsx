import { cleanup, render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VehicleStore } from '../live/vehicle-store.ts';
import { startTexts } from '../ui/i18n.ts';
import { MapView } from './MapView.tsx';
import type { openVehicleMap as Open } from './vehicle-map.ts';

// WebGL is the browser's edge.
const open = vi.hoisted(() => vi.fn());
vi.mock('./vehicle-map.ts', () => ({ openVehicleMap: open }));
vi.mock('./maplibre-provider.ts', () => ({ maplibreProvider: {}, reducedMotion: () => true }));

const close = vi.fn();

beforeEach(async () => {
  await startTexts('zh');
  open.mockReset().mockReturnValue({ restyle: vi.fn(), setLabels: vi.fn(), setSelected: vi.fn(), close });
});
afterEach(cleanup);

it('a map on a page that was hidden opens where it was left', () => {
  const store = new VehicleStore();
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <MapView store={store} selected={null} onSelect={vi.fn()} dark={false} position={{ lng: 116, lat: 39, zoom: 12 }} />
    </Activity>
  );
  const { rerender } = render(page('visible'));
  const options = () => open.mock.lastCall?.[0] as Parameters<typeof Open>[0];
  expect(options().position).toEqual({ lng: 116, lat: 39, zoom: 12 });
  options().events.view?.({ lng: 120, lat: 30, zoom: 9 }, [119, 29, 121, 31]);
  rerender(page('hidden'));
  expect(close).toHaveBeenCalledOnce();
  rerender(page('visible'));
  expect(open).toHaveBeenCalledTimes(2);
  expect(options().position).toEqual({ lng: 120, lat: 30, zoom: 9 });
});
