import { area } from '@fleetwarden/contract/geofences/area-resource';
import { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import { BindCarsDrawer } from '../../shared/BindVehiclesDrawer.tsx';
import { RecordDrawer } from '../../shared/resource/RecordDrawer.tsx';
import { NEW } from '../../shared/resource/use-open-record.ts';
import { useResourceRights } from '../../shared/resource/use-rights.ts';
import { areaHooks } from './area-hooks.ts';
import type { AreaRecord } from './area-record.ts';
import { areaRows, colourOf } from './area-record.ts';
import { toEditableShape } from './area-shapes.ts';
import { RemoveArea } from './RemoveArea.tsx';
import { TerminalsDrawer } from './TerminalsDrawer.tsx';

/** The current task: a new geofence from a drawn shape, or an action on an existing one. */
export type AreaTask =
  | { readonly kind: 'new'; readonly geo: AreaGeometry }
  | { readonly kind: 'edit' | 'copy' | 'bind' | 'terminals' | 'remove'; readonly record: AreaRecord };

const CARS = { list: geofencesCalls.listAreaCar, bind: geofencesCalls.bindAreaCar };

/** Forms, drawers and dialogs of the panel; one at a time. */
export function AreaDialogs(props: {
  map: Pick<MapHandle, 'overlays'>;
  task: AreaTask | null;
  onEnd: () => void;
  onChanged: () => void;
}) {
  const { map, task, onEnd, onChanged } = props;
  const rights = useResourceRights(area);
  if (!task) return null;
  const common = { resource: area, rows: areaRows, rights, hooks: areaHooks, onClose: onEnd, onSaved: onChanged };
  switch (task.kind) {
    case 'new':
      return <NewArea map={map} geo={task.geo} {...common} />;
    case 'edit':
      return <RecordDrawer {...common} shown={{ id: task.record.id, from: null }} />;
    case 'copy':
      return <RecordDrawer {...common} shown={{ id: NEW, from: task.record.id }} />;
    case 'bind':
      return <BindCarsDrawer record={task.record} calls={CARS} titleField="areaName" onSaved={onChanged} onClose={onEnd} />;
    case 'terminals':
      return <TerminalsDrawer record={task.record} onChanged={onChanged} onClose={onEnd} />;
    case 'remove':
      return (
        <RemoveArea
          record={task.record}
          onEnd={(removed) => {
            if (removed) onChanged();
            onEnd();
          }}
        />
      );
  }
}

/** The form of a new geofence, with a free number; its shape stays on the map. */
function NewArea({
  map,
  geo,
  ...common
}: { map: Pick<MapHandle, 'overlays'>; geo: AreaGeometry } & Omit<Parameters<typeof RecordDrawer>[0], 'shown' | 'begin'>) {
  const deptId = useSession((state) => state.userInfo?.deptId);
  const next = useQuery({
    queryKey: ['areas', 'next number', deptId],
    queryFn: ({ signal }) => call(geofencesCalls.nextAreaNo, { deptId: deptId! }, { signal, quiet: true }),
    enabled: deptId !== undefined,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const overlay = map.overlays.add(toEditableShape(geo, colourOf({ color: null })));
    return () => overlay.remove();
  }, [map, geo]);
  // on failure the user enters the number
  if (next.isPending && deptId !== undefined) return null;
  const begin = { geo, ...(deptId === undefined ? {} : { deptId }), ...next.data };
  return <RecordDrawer {...common} shown={{ id: NEW, from: null }} begin={begin} />;
}
