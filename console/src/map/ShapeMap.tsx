import { Suspense, useEffect, useState } from 'react';
import { VehicleStore } from '../live/vehicle-store.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { usePreferences } from '../ui/preferences.ts';
import type { MapHandle } from './MapView.tsx';
import type { MapBounds } from './map-provider.ts';
import type { Shape } from './overlays/shapes.ts';
import styles from './ShapeMap.module.css';

const MapView = lazyComponent(async () => (await import('./MapView.tsx')).MapView);

/** Shapes and their bounds, WGS-84 degrees. Keep the same object while they are unchanged. */
type ShapeSet = { readonly shapes: readonly Shape[]; readonly bounds: MapBounds };

/** A small map without vehicles that shows shapes; `onMap` receives its handle, or null when it closes. */
export function ShapeMap({ shown, onMap }: { shown: ShapeSet | null; onMap?: (map: MapHandle | null) => void }) {
  const dark = usePreferences((state) => state.mode === 'dark');
  const [store] = useState(() => new VehicleStore());
  const [map, setMap] = useState<MapHandle | null>(null);
  useEffect(() => onMap?.(map), [onMap, map]);
  useEffect(() => {
    if (!map || !shown) return;
    const overlays = shown.shapes.map((shape) => map.overlays.add(shape));
    map.fit(shown.bounds);
    return () => {
      for (const overlay of overlays) overlay.remove();
    };
  }, [map, shown]);
  return (
    <section className={styles['map']}>
      <Suspense fallback={null}>
        <MapView
          ref={setMap}
          store={store}
          selected={null}
          onSelect={() => undefined}
          dark={dark}
          layout="single"
          clusters={false}
        />
      </Suspense>
    </section>
  );
}
