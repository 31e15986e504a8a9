import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import { State } from '../../../ui/States.tsx';
import styles from './Drawer.module.css';
import { type VehicleLine, vehicleColumns } from './vehicle-columns.tsx';

/** px of a row; Drawer.module.css has the same. */
const ROW = 28;
/** Rows are drawn anew at most this often, ms: faster nobody reads. */
const REDRAW_MS = 1_000;

/** How the followed vehicles are, live. Any number of them: only rows in view exist. */
export function StatusTab(props: {
  store: VehicleStore;
  deptName: (deptId: string) => string;
  onSelect: (tid: string) => void;
  onLocate: (tid: string) => void;
}) {
  const { store, deptName, onSelect, onLocate } = props;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  useVersion(store);
  const { followVersion, structureVersion, numberingVersion } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's own versions say when its rows are others
  const rows = useMemo(() => followedRows(store), [store, followVersion, structureVersion, numberingVersion]);
  const columns = useMemo(() => vehicleColumns(t, language, onLocate), [t, language, onLocate]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  if (rows.length === 0) return <State title={t('monitor.noFollowed')} />;

  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className={styles['scroll']} tabIndex={0} aria-label={t('drawer.status')}>
      <table className={styles['table']} aria-label={t('drawer.status')} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ key, title, align }) => (
              <th key={key} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {shown.map(({ index }) => {
            const line = lineOf(store, rows[index]!, deptName);
            return (
              <tr key={line.tid} aria-rowindex={index + 2} onDoubleClick={() => onLocate(line.tid)}>
                {columns.map(({ key, align, render }) => (
                  <td key={key} data-align={align}>
                    {key === 'plate' ? (
                      <button type="button" className={styles['plate']} onClick={() => onSelect(line.tid)}>
                        {render(line)}
                      </button>
                    ) : (
                      render(line)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </section>
  );
}

/** Draws again after changes of the store, once a second at the most. */
function useVersion(store: VehicleStore): void {
  const seen = useRef({ at: 0, version: -1 });
  const subscribe = useCallback(
    (notify: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = () => {
        timer = undefined;
        seen.current = { at: performance.now(), version: store.version };
        notify();
      };
      const stop = store.subscribe(() => {
        timer ??= setTimeout(tell, Math.max(0, seen.current.at + REDRAW_MS - performance.now()));
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [store],
  );
  useSyncExternalStore(subscribe, () => seen.current.version);
}

function followedRows(store: VehicleStore): Int32Array {
  const { followed } = store.columns;
  const rows = new Int32Array(store.size);
  let count = 0;
  for (let row = 0; row < store.size; row++) if (followed[row] === 1) rows[count++] = row;
  return rows.subarray(0, count);
}

function lineOf(store: VehicleStore, row: number, deptName: (deptId: string) => string): VehicleLine {
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  return {
    tid: store.idOf(row),
    cno: store.plate(row),
    color: store.colour(row),
    deptName: deptName(store.deptId(row)),
    drv: store.driver(row),
    t: known(store.time(row)),
    sp: store.speed(row),
    d: store.heading(row),
    s: store.statusBits(row),
    x: known(store.x(row)),
    y: known(store.y(row)),
    km: store.dayKm(row),
    a: store.alarmBits(row),
    status: String(store.status(row)),
    alarmStrs: [...store.alarmTexts(row)],
  };
}
