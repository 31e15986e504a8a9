import type { AreaGeometry, ReadGeometry } from '@fleetwarden/domain/area-geometry';
import { useEffect, useState } from 'react';
import type { MapHandle } from '../../map/MapView.tsx';
import type { AreaRecord } from './area-record.ts';
import { colourOf } from './area-record.ts';
import { editableOf, geometryOf } from './area-shapes.ts';

/** Lets the shape of one area be changed by hand on the map. Null while there is nothing to change. */
export function useShapeEditing(map: Pick<MapHandle, 'overlays' | 'tools'>, record: AreaRecord | null): ReadGeometry | null {
  const [changed, setChanged] = useState<{ readonly of: AreaRecord; readonly read: ReadGeometry } | null>(null);
  useEffect(() => {
    if (!record) return;
    map.tools.stop();
    const overlay = map.overlays.add(editableOf(record.geo, colourOf(record)));
    // a route's segments stay with the corners that stay, step by step
    let last: AreaGeometry = record.geo;
    const end = overlay.edit((shape) => {
      const read = geometryOf(shape, last);
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
