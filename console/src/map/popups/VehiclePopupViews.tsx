import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { ScreenPoint } from '../map-provider.ts';
import { HoverCard } from './HoverCard.tsx';
import { InViewList } from './InViewList.tsx';
import { SpotList } from './SpotList.tsx';
import type { VehiclePopups } from './use-vehicle-popups.ts';
import styles from './Vehicles.module.css';

/** Draws the popups of vehicles over the map. */
export function VehiclePopupViews(props: {
  store: VehicleStore;
  popups: VehiclePopups;
  /** Size of the map, CSS px. */
  size: { readonly width: number; readonly height: number };
  onChoose: (id: string) => void;
  /** Opens the menu of a vehicle at a window point in CSS px; absent: no menu. */
  onMenu?: ((id: string, at: ScreenPoint) => void) | undefined;
  /** Converts a map point to a window point, CSS px. */
  toWindow: (point: ScreenPoint) => ScreenPoint;
  onCloseList: () => void;
}) {
  const { store, popups, size, onChoose, onMenu, toWindow, onCloseList } = props;
  const { focus, target, spot, inView, point, closeSpot } = popups;
  return (
    <>
      {focus && <div className={styles['focus']} style={{ left: focus.x, top: focus.y }} aria-hidden />}
      {target && <HoverCard store={store} target={target} size={size} />}
      {spot && (
        <SpotList
          key={spot.ids.join()}
          store={store}
          ids={spot.ids}
          point={spot.point}
          size={size}
          onActive={point}
          onChoose={(id) => {
            closeSpot();
            if (spot.forMenu) onMenu?.(id, toWindow(spot.point));
            else onChoose(id);
          }}
          onMenu={onMenu}
          onClose={closeSpot}
        />
      )}
      {inView && (
        <InViewList store={store} ids={inView} onActive={point} onChoose={onChoose} onMenu={onMenu} onClose={onCloseList} />
      )}
    </>
  );
}
