import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import { useViewPart } from '../../../shared/live-context.ts';
import { State } from '../../../ui/States.tsx';
import { DataTable } from '../DataTable.tsx';
import { useVehicleMenu } from '../vehicle-menu.ts';
import { useEachSecond } from './use-each-second.ts';
import { vehicleColumns } from './vehicle-columns.tsx';
import { createLine } from './vehicle-line.ts';

/** Row height in px, as in Drawer.module.css. */
const ROW = 28;

/** Live state of the followed vehicles; only visible rows are rendered. */
export function StatusTab(props: {
  store: VehicleStore;
  deptName: (deptId: string) => string;
  onSelect: (tid: string) => void;
  onLocate: (tid: string) => void;
}) {
  const { store, deptName, onSelect, onLocate } = props;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  useEachSecond(store);
  const { followVersion, structureVersion, numberingVersion } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's own versions say when its rows are others
  const rows = useMemo(() => followedRows(store), [store, followVersion, structureVersion, numberingVersion]);
  const columns = useMemo(() => vehicleColumns(t, language, onLocate, onSelect), [t, language, onLocate, onSelect]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const shown = virtual.getVirtualItems();
  // they update outside the map's view, too
  useViewPart({ tids: shown.flatMap(({ index }) => (index < rows.length ? [store.idOf(rows[index]!)] : [])) });
  const openMenu = useVehicleMenu();
  if (rows.length === 0) return <State title={t('monitor.noFollowed')} />;

  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <DataTable
      ref={scroller}
      label={t('drawer.status')}
      columns={columns}
      rows={shown.map(({ index }) => {
        const row = rows[index]!;
        return { index, ...createLine(store, row, deptName(store.deptId(row))) };
      })}
      rowKey={({ tid }) => tid}
      part={{ of: rows.length, above, below }}
      rowProps={({ index, tid }) => ({
        'aria-rowindex': index + 2,
        onDoubleClick: () => onLocate(tid),
        onContextMenu: (event) => {
          event.preventDefault();
          openMenu?.(tid, { x: event.clientX, y: event.clientY });
        },
      })}
    />
  );
}

function followedRows(store: VehicleStore): Int32Array {
  const { followed } = store.columns;
  const rows = new Int32Array(store.size);
  let count = 0;
  for (let row = 0; row < store.size; row++) if (followed[row] === 1) rows[count++] = row;
  return rows.subarray(0, count);
}
