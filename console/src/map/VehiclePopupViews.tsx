import type { VehicleStore } from '../live/vehicle-store.ts';
import { HoverCard } from './HoverCard.tsx';
import { InViewList } from './InViewList.tsx';
import { SpotList } from './SpotList.tsx';
import type { VehiclePopups } from './use-vehicle-popups.ts';
import styles from './Vehicles.module.css';

/** Draws what is said and asked of vehicles over the map. */
export function VehiclePopupViews(props: {
  store: VehicleStore;
  popups: VehiclePopups;
  /** Size of the map, CSS px. */
  size: { readonly width: number; readonly height: number };
  onChoose: (id: string) => void;
  onCloseList: () => void;
}) {
  const { store, popups, size, onChoose, onCloseList } = props;
  const { focus, target, spot, inView, point, closeSpot } = popups;
  return (
    <>
      {focus && <div className={styles['focus']} style={{ left: focus.x, top: focus.y }} aria-hidden />}
      {target && <HoverCard store={store} target={target} size={size} />}
      {spot && (
        <SpotList
          key={spot.ids.join()}
          store={store}
          {...spot}
          size={size}
          onActive={point}
          onChoose={(id) => {
            closeSpot();
            onChoose(id);
          }}
          onClose={closeSpot}
        />
      )}
      {inView && <InViewList store={store} ids={inView} onActive={point} onChoose={onChoose} onClose={onCloseList} />}
    </>
  );
}
