import type { AreaGeometry, ReadGeometry } from '@fleetwarden/domain/area-geometry';
import { useEffect, useState } from 'react';
import type { MapHandle } from '../../map/MapView.tsx';
import type { AreaRecord } from './area-record.ts';
import { colourOf } from './area-record.ts';
import { toEditableShape, toGeometry } from './area-shapes.ts';

/** Edits the shape of a geofence on the map. Null without one. */
export function useShapeEditing(map: Pick<MapHandle, 'overlays' | 'tools'>, record: AreaRecord | null): ReadGeometry | null {
  const [changed, setChanged] = useState<{ readonly of: AreaRecord; readonly read: ReadGeometry } | null>(null);
  useEffect(() => {
    if (!record) return;
    map.tools.stop();
    const overlay = map.overlays.add(toEditableShape(record.geo, colourOf(record)));
    // route segments follow their corners step by step
    let last: AreaGeometry = record.geo;
    const end = overlay.edit((shape) => {
      const read = toGeometry(shape, last);
      if ('geometry' in read) last = read.geometry;
      setChanged({ of: record, read });
    });
    return () => {
      end();
      overlay.remove();
    };
  }, [map, record]);
  return record && changed?.of === record ? changed.read : null;
}
